/**
 * How is each kind of delivery composed, handed over and ended? One row a kind: `mail.ts`
 * (`composed_mail.ts` says when a mail has lost its reason), `push.ts`, `webhook.ts`, and
 * `a2a.ts` to other services (`composed_message.ts` is what leaves).
 * @module
 */
import type { SenderName } from "../db/tables/data/delivery_schema.ts";
import { A2A } from "./a2a.ts";
import { MAIL } from "./mail.ts";
import { PUSH } from "./push.ts";
import type { Sender } from "./sender.ts";
import { WEBHOOK } from "./webhook.ts";

/** Every way for deliveries to leave. */
export const DELIVERY_SENDERS: Readonly<Record<SenderName, Sender>> = {
  a2a: A2A,
  mail: MAIL,
  push: PUSH,
  webhook: WEBHOOK,
};
