/** Limits of a conversation, and how long its payment and its decisions wait. */
export const CONVERSATION_LIMITS = {
  // Conversations
  titleCharsMax: 300,
  textCharsMax: 100_000,
  partsMax: 50,
  /** Of a text shown as Markdown, and of its output; beyond, shown as typed. */
  markdownCharsMax: 20_000,
  markdownPartsMax: 4_000,
  markdownDepthMax: 16,
  /** Parsing Markdown takes the square of its brackets and asterisks, and of a run of blanks. */
  markdownMarksMax: 1_500,
  markdownBlanksMax: 200,
  reasonCharsMax: 500,
  commentCharsMax: 2_000,
  statementCharsMax: 2_000,
  recipientsMax: 50,
  messagesMax: 10_000,
  /** All texts of a conversation; below, the same with the data and files in its messages. */
  conversationCharsMax: 5_000_000,
  conversationContentCharsMax: 10_000_000,
  /** Messages indexed for somebody who joins a thread. */
  wordsAnewMax: 500,
  /** Words are indexed after the commits: this many changes and conversations at once. */
  wordsPassMs: 1_000,
  wordsChangesMax: 1_000,
  wordsThreadsMax: 100,
  /** Indexed characters after which a pass takes no other conversation. */
  wordsPassCharsMax: 500_000,
  /** How long a search waits for words that its account was notified of. */
  searchWaitMs: 200,
  /** Characters that identify a word, and different words of one text times its readers. */
  indexedWordCharsMax: 64,
  indexedTermsMax: 50_000,
  draftsMax: 500,
  /** How far ahead a draft can be scheduled. */
  sendLaterDaysMax: 366,
  nameCharsMax: 100,
  addressCharsMax: 320,
  releaseActionCharsMax: 200,
  idCharsMax: 64,
  /** Unknown names in a refusal. */
  unknownNamesTold: 10,

  // Artifacts
  artifactsPerConversationMax: 20,
  /** Names in a zip checked for programs: as many as a zip without zip64 can have. */
  zipEntriesMax: 65_535,
  artifactNameCharsMax: 255,
  artifactBytesPerAccountMax: 1024 ** 3,
  /** Of a file read as text, and of a picture shown to a model. */
  readableFileBytesMax: 4 * 1024 * 1024,
  shownImageBytesMax: 1024 * 1024,
  /** Of a text file that a page shows; the rest is downloaded. */
  textShownBytesMax: 256 * 1024,
  fileCharsDefault: 8_000,
  fileCharsMax: 20_000,
  uriCharsMax: 2_048,

  // Money, in micro-USDC
  priceMax: 1_000_000_000_000_000,
  holdDaysDefault: 7,
  holdDaysMax: 30,
  /** How far ahead a deadline may be, and how long a price is held for one. */
  deadlineDaysMax: 366,
  deadlineHoldDaysMax: 90,
  /** From a deadline to the end of its hold, for the signature. */
  dueMarginDays: 1,
  /** The time left from which a deadline is not announced any more. */
  dueReminderMinutes: 10,
  acceptanceHours: 7 * 24,
  /** How long a submit or a raised price waits for money (docs/states.md, row 11). */
  fundingHours: 72,
  refundDays: 30,
  /** How long messages may follow a completed conversation. */
  afterwordDays: 30,
  /** Half of a price, in hundredths of a percent. */
  feeBpsMax: 5_000,
  /** The sum over all accounts, so every sum stays exact. */
  ledgerMax: 9_000_000_000_000_000,
  ledgerFaultsMax: 100,
  quoteMs: 15 * 60_000,
  /**
   * Extended once, if the condition is met and only the signature is missing (docs/states.md,
   * row 25).
   */
  holdExtensionDays: 7,
  /** How long before its end both sides are told. */
  holdNoticeHours: 24,

  // Review
  reviewHours: 72,
  /** How long the answer of a dry run is valid. */
  reviewValidMs: 5 * 60_000,
  /** New people in an hour before an agent's person is asked. */
  agentMeetsPerHour: 50,
  /** Changes of contacts that wait for a person at once, and in one conversation. */
  grantsWaitingMax: 20,
  grantsPerDeskMax: 200,
  /** Newest decisions of a conversation read with it; at least as many as can wait. */
  checkpointsReadMax: 200,
  cardTitleChars: 80,
  cardRecipients: 3,
  /** Conversations in the terminal's list of open decisions. */
  waitingListMax: 50,
  /** Questions of one recipient before an acceptance. */
  questionsFirstMax: 5,
  /** Per payment, and the time for each answer of the payee. */
  refundRequestsMax: 3,
  refundRequestHours: 7 * 24,
  /** Proposals of a conversation, and how long one is valid at most. */
  milestonesMax: 20,
  milestoneTitleCharsMax: 100,
  proposalsMax: 20,
  proposalDaysMax: 30,
  /** Disputes of a conversation, numbers in one, and what each names as evidence. */
  disputesMax: 3,
  splitsMax: 20,
  evidenceMax: 20,
  /** How long the two can settle before the arbiter is asked, and how long it can rule. */
  disputeHours: 72,
  rulingDays: 7,
  /** How far away a proposed date may be: a price has to be held until after it. */
  proposalDueDaysMax: 60,
  /** Conversations whose flags and labels one call sets. */
  flaggedAtOnceMax: 50,
  /** Labels of an account, those on one conversation, and conversations with one of them. */
  labelsMax: 100,
  labelsPerConversationMax: 20,
  labeledMax: 10_000,
  labelCharsMax: 40,
  snoozeDaysMax: 366,
  /** Rules of an account, the newest conversations in a preview, and names. */
  inboxRulesMax: 50,
  inboxRulePreviewMax: 200,
  inboxRuleExamplesMax: 10,
  ruleWordsCharsMax: 200,
  /** How long a member of a team is shown as replying, and teams for which that is known. */
  replyingMs: 8_000,
  replyingTeamsMax: 1_000,
  /** Deadlines in a calendar, and the conversations looked at for them, newest state first. */
  calendarItemsMax: 500,
  calendarLookedMax: 5_000,
  /** Templates of an account. */
  templatesMax: 50,
  templateNameCharsMax: 60,
  templateTextCharsMax: 20_000,
} as const;
