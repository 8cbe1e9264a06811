import type { AuditRecordView } from "../core/conversations/audit_view.ts";
import type { ConversationView } from "../core/conversations/present.ts";
import type { RecordActor } from "../core/conversations/present_actor.ts";
import { ServiceError } from "../core/errors.ts";
import type { Entry } from "../core/payments/statement.ts";
import type { JsonObject } from "./mappings.ts";

/** A call that gets what a truncated result leaves out. */
export interface Rest {
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** The members that tools' outputs have in common, as far as one has them. */
export interface ThreadOutput extends JsonObject {
  readonly conversation?: ConversationView;
  readonly messages?: ConversationView["messages"];
  readonly conversations?: readonly ConversationView[];
  readonly records?: readonly AuditRecordView[];
  readonly actors?: readonly RecordActor[];
  readonly audit?: {
    readonly records: readonly AuditRecordView[];
    readonly actors: readonly RecordActor[];
  };
  readonly payment?: ConversationView["payment"];
  readonly entries?: readonly Entry[];
  readonly displayName?: string;
  readonly items?: readonly { readonly name: string }[];
  /** Of an agent card alone. */
  readonly supportedInterfaces?: readonly unknown[];
  readonly rest?: readonly Rest[];
}

/**
 * The messages older than one: what a truncated result goes on with.
 * @throws invalid_input if the conversation has no such message
 */
export function olderThan(output: ThreadOutput, before: unknown): ThreadOutput {
  const { conversation } = output;
  if (before === undefined || !conversation) return output;
  const end = conversation.messages.findIndex((it) => it.messageId === before);
  if (end < 0) {
    throw new ServiceError("invalid_input", {
      detail: "Cannot read on: the conversation has no such message.",
      errors: [
        {
          pointer: "/before",
          code: "unknown_message",
          detail: "must be a messageId of this conversation",
        },
      ],
    });
  }
  const messages = conversation.messages.slice(0, end);
  return {
    ...output,
    conversation: { ...conversation, messages },
    messages,
  };
}
