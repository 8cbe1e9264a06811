/** How much mail is sent, to whom. */
export const MAIL_LIMITS = {
  // Invites, by the rows of the outbox
  invitesPerSenderHourMax: 20,
  invitesPerSenderDayMax: 100,
  /** From one sender to the addresses of one domain. */
  invitesPerDomainDayMax: 60,
  invitesPerConversationDayMax: 40,
  /** To one mailbox, from all senders; and how many more may wait for the next day. */
  invitesPerAddressDayMax: 20,
  /** To one mailbox for one conversation. */
  invitesPerSeatDayMax: 3,
  /** Mailboxes that may report a sender's invites before the sender is paused. */
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
  /** Digits and other numerals: fewer than a phone number has. */
  inviteNameNumeralsMax: 4,
  inviteFormBytesMax: 1024 * 1024,

  // Deliveries: mail, webhooks, Web Push
  deliverPassMs: 1_000,
  /** Deliveries in flight to one receiver. */
  deliveriesAtOnceOfOne: 4,
  /** Longer than any attempt, so no other process starts meanwhile. */
  deliveryLeaseMs: 2 * 60_000,
  deliveryAttemptsKept: 12,
  /** Mailboxes that one node mails at once; the share of one account, and of all failing ones. */
  mailsAtOnceMax: 20,
  mailsAtOnceOfAccount: 10,
  mailsAtOnceFailing: 10,
  mailConnectionsMax: 4,

  // Webhooks
  webhooksMax: 10,
  /** Webhooks that one node sends to at once. */
  webhooksAtOnceMax: 200,
  /** The share of one account, of one host, and of all failing ones. */
  webhooksAtOnceOfAccount: 4,
  webhooksAtOnceOfHost: 20,
  webhooksAtOnceFailing: 100,
  webhookAttemptMs: 15_000,
  /** How much of an answer is read and stored. */
  webhookAnswerBytesMax: 500,
  webhookWaitingMax: 10_000,
  webhookChangesAtOnce: 100,
  webhookReplayMax: 1_000,
  /** Events per minute that callers have sent to one host, by a test or a replay. */
  webhookAskedPerHostMinute: 1_200,
  /** A receiver that accepts nothing for this long is paused. */
  webhookFailingMs: 3 * 24 * 3_600_000,
  webhookLogDays: 30,

  // Push notifications of A2A tasks
  /** Configurations of one task, and of one account. */
  taskPushesOfTaskMax: 10,
  taskPushesMax: 1_000,
  taskPushIdCharsMax: 128,
  /** Token, or credentials, of a configuration; and its scheme of authentication. */
  taskPushSecretCharsMax: 4_096,
  taskPushSchemeCharsMax: 64,

  // Web Push
  pushDevicesMax: 10,
  /** Cached accounts with a device: a change for none of them queues nothing. */
  pushAccountsKnownMax: 1_000,
  /** Notices that may wait for a device; more are only in the inbox. */
  pushWaitingMax: 50,
  /** Devices that one node notifies at once. */
  pushDevicesAtOnceMax: 200,
  /**
   * The share of one account, of one push service (the same for browsers of a kind), and of
   * all failing ones.
   */
  pushDevicesAtOnceOfAccount: 4,
  pushDevicesAtOnceOfHost: 100,
  pushDevicesAtOnceFailing: 80,
  pushAttemptMs: 15_000,
  pushAnswerBytesMax: 500,
  /** A notice that could not be delivered for this long is dropped. */
  pushKeptMs: 86_400_000,
  /** How long a push service may accept the service's token. */
  pushTokenMs: 12 * 3_600_000,
  pushBodyCharsMax: 400,
  pushNameCharsMax: 60,
  pushKeyCharsMax: 100,

  /** One attempt to hand a mail to the relay. */
  mailSendMs: 60_000,
  /** The minimum that an operator may keep invites: their links are valid for half of it. */
  mailKeptDaysMin: 60,
  /** Accounts in one answer to the operator. */
  accountListMax: 200,
  mailListMax: 100,
  bounceBytesMax: 48 * 1024,

  /** Of the name of a time zone. */
  timeZoneCharsMax: 64,

  // Answers by mail
  /** How long a reply address is valid. */
  replyAddressDays: 30,
  replyMailBytesMax: 12 * 1024 * 1024,
  /** Only the words, before quotes are removed. */
  replyMailTextBytesMax: 256 * 1024,
  /** Of a mail and of each of its parts: later fields are not read. */
  mailHeadCharsMax: 64 * 1024,
  mailPartsMax: 50,
  /** The amount decoded before others get their turn. */
  mailSliceChars: 64 * 1024,
  replyMailDepthMax: 5,
  /** Mails about refused answers to one mail. */
  replyRefusalsMax: 5,
} as const;
