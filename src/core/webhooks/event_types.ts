/** The types of events that a webhook may choose. */
export const WEBHOOK_EVENTS = [
  "conversation.created",
  "conversation.changed",
  "message.appended",
  "state.changed",
  "payment.updated",
  "terms.changed",
  "dispute.changed",
  "flags.changed",
  "draft.deleted",
  "contact.changed",
  "payment.moved",
  "settings.changed",
] as const;

export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number];
