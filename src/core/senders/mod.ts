/**
 * How is each kind of delivery composed, handed over and ended? One row a kind: `mail.ts`
 * (`composed_mail.ts` says when a mail has lost its reason), `push.ts`, `webhook.ts`,
 * `a2a.ts` to other services (`composed_message.ts` is what leaves), and `fetch.ts` for files
 * that come from there.
 * @module
 */
import type { SenderName } from "../db/tables/data/delivery_schema.ts";
import { A2A } from "./a2a.ts";
import { FETCH } from "./fetch.ts";
import { MAIL } from "./mail.ts";
import { PUSH } from "./push.ts";
import type { Sender } from "./sender.ts";
import { WEBHOOK } from "./webhook.ts";

/** Every way for deliveries to leave. */
export const DELIVERY_SENDERS: Readonly<Record<SenderName, Sender>> = {
  a2a: A2A,
  fetch: FETCH,
  mail: MAIL,
  push: PUSH,
  webhook: WEBHOOK,
};
