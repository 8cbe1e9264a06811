import type { WebhookEventType } from "../../../../src/core/webhooks/event_types.ts";
import type { WebhookDelivery } from "../api/types.ts";
import { t } from "../ui/t.ts";

/** The names of events in words for a person; programs read the code. */
export const EVENT_WORDS: Readonly<Record<WebhookEventType, string>> = {
  "conversation.created": t`A conversation starts`,
  "conversation.changed": t`Anything else in a conversation changes`,
  "message.appended": t`A message is added`,
  "state.changed": t`A conversation changes state`,
  "payment.updated": t`A conversation's payment changes`,
  "terms.changed": t`Terms are proposed, accepted or withdrawn`,
  "dispute.changed": t`A dispute is opened, answered or ended`,
  "flags.changed": t`Something is read, archived or labelled`,
  "draft.deleted": t`A draft is deleted`,
  "contact.changed": t`A contact changes`,
  "payment.moved": t`My balance changes`,
  "settings.changed": t`Settings change`,
};

const WORDS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(EVENT_WORDS),
  ["webhook.test", t`A test`],
]);

/** A type of event in words; one without words is shown unchanged. */
export function eventWords(type: string): string {
  return WORDS.get(type) ?? type;
}

/** The states of a delivery. */
export const WEBHOOK_STATES: Readonly<
  Record<WebhookDelivery["status"], string>
> = {
  waiting: t`waiting`,
  sending: t`on its way`,
  delivered: t`delivered`,
  failed: t`failed`,
};
