/** A client of the conversation inbox for Bun, Node and browsers. */
export type { StreamEvent } from "./event_lines.ts";
export type { FollowOptions } from "./follow.ts";
export type * from "./generated/types.ts";
export { every, Inbox } from "./inbox.ts";
export type { FieldProblem } from "./problem.ts";
export { isProblem, Problem, Unreached } from "./problem.ts";
export type {
  CallOptions,
  TokenSource,
  TransportOptions,
} from "./transport.ts";
export type { ReceivedWebhook, WebhookMessage } from "./webhook.ts";
export { verifyWebhook, WebhookRefused } from "./webhook.ts";
