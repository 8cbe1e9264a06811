/** How much mail leaves, to whom. */
export const MAIL_LIMITS = {
  // Invites, by the rows of the outbox
  invitesPerSenderHourMax: 20,
  invitesPerSenderDayMax: 100,
  /** From one sender to the addresses of one domain. */
  invitesPerDomainDayMax: 60,
  invitesPerConversationDayMax: 40,
  /** To one mailbox, whoever sends; and how many more may wait for a next day. */
  invitesPerAddressDayMax: 20,
  /** To one mailbox for one conversation. */
  invitesPerSeatDayMax: 3,
  /** Mailboxes that may report a sender's invites before they pause. */
  inviteReportsMax: 2,
  /** Mailboxes of a sender's invites that may turn out not to exist. */
  inviteBouncesMax: 10,
  /** How long either counts, and so how long a pause lasts. */
  inviteTroubleDays: 7,
  inviteLinkDays: 30,
  inviteCookieMs: 3_600_000,
  inviteTextCharsMax: 1_400,
  inviteTitleCharsMax: 80,
  inviteNameCharsMax: 60,
  inviteNameWordsMax: 4,
  /** Of digits and other signs of numbers: fewer than a phone number has. */
  inviteNameNumeralsMax: 4,
  inviteFormBytesMax: 1024 * 1024,

  // Deliveries: mail, webhooks, Web Push
  deliverPassMs: 1_000,
  /** Deliveries under way to one receiver. */
  deliveriesAtOnceOfOne: 4,
  /** Longer than any attempt, so that no other process begins meanwhile. */
  deliveryLeaseMs: 2 * 60_000,
  deliveryAttemptsKept: 12,
  /** Mailboxes that one node mails at once; the share of one account, and of all that fail. */
  mailsAtOnceMax: 20,
  mailsAtOnceOfAccount: 10,
  mailsAtOnceFailing: 10,
  mailConnectionsMax: 4,

  // Webhooks
  webhooksMax: 10,
  /** Webhooks that one node sends to at once. */
  webhooksAtOnceMax: 200,
  /** The share of one account, of one host, and of all that fail. */
  webhooksAtOnceOfAccount: 4,
  webhooksAtOnceOfHost: 20,
  webhooksAtOnceFailing: 100,
  webhookAttemptMs: 15_000,
  /** How much of an answer is read and kept. */
  webhookAnswerBytesMax: 500,
  webhookWaitingMax: 10_000,
  webhookChangesAtOnce: 100,
  webhookReplayMax: 1_000,
  /** Events in a minute that callers have sent to one host, by a test or once more. */
  webhookAskedPerHostMinute: 1_200,
  /** A receiver that takes nothing for so long is paused. */
  webhookFailingMs: 3 * 24 * 3_600_000,
  webhookLogDays: 30,

  // Web Push
  pushDevicesMax: 10,
  /** Accounts with a device that are kept at hand: a change that is for none of them queues nothing. */
  pushAccountsKnownMax: 1_000,
  /** The notices that may wait for a device; more are in the inbox alone. */
  pushWaitingMax: 50,
  /** Devices that one node tells at once. */
  pushDevicesAtOnceMax: 200,
  /** The share of one account, of one push service (browsers of a kind have the same), and of all that fail. */
  pushDevicesAtOnceOfAccount: 4,
  pushDevicesAtOnceOfHost: 100,
  pushDevicesAtOnceFailing: 80,
  pushAttemptMs: 15_000,
  pushAnswerBytesMax: 500,
  /** A notice that could not be delivered for so long is dropped. */
  pushKeptMs: 86_400_000,
  /** How long a push service may take the service's word for who it is. */
  pushTokenMs: 12 * 3_600_000,
  pushBodyCharsMax: 400,
  pushNameCharsMax: 60,
  pushKeyCharsMax: 100,

  /** One attempt to hand a mail to the relay. */
  mailSendMs: 60_000,
  /** The least that an operator may keep invites: their links are good for half of it. */
  mailKeptDaysMin: 60,
  /** Accounts in one answer to the operator. */
  accountListMax: 200,
  mailListMax: 100,
  bounceBytesMax: 48 * 1024,

  /** Of the name of a time zone. */
  timeZoneCharsMax: 64,

  // Answers by mail
  /** How long the address that a mail is answered at is good. */
  replyAddressDays: 30,
  replyMailBytesMax: 12 * 1024 * 1024,
  /** Of the words alone, before quoted ones are taken out. */
  replyMailTextBytesMax: 256 * 1024,
  /** Of a mail and of each of its parts: fields further on are not read. */
  mailHeadCharsMax: 64 * 1024,
  mailPartsMax: 50,
  /** The amount that is decoded before others have their turn. */
  mailSliceChars: 64 * 1024,
  replyMailDepthMax: 5,
  /** Mails that say why answers to one mail were not taken. */
  replyRefusalsMax: 5,
} as const;
