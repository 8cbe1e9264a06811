/**
 * How is each kind of delivery composed, handed over and ended? One row a kind: `mail.ts`
 * (`composed_mail.ts` says when a mail has lost its reason), `push.ts`, `webhook.ts`.
 * @module
 */
import type { SenderName } from "../db/tables/data/delivery_schema.ts";
import { MAIL } from "./mail.ts";
import { PUSH } from "./push.ts";
import type { Sender } from "./sender.ts";
import { WEBHOOK } from "./webhook.ts";

/** Every way for deliveries to leave. */
export const DELIVERY_SENDERS: Readonly<Record<SenderName, Sender>> = {
  mail: MAIL,
  push: PUSH,
  webhook: WEBHOOK,
};
