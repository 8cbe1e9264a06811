/** Bounds of a conversation, and for how long its payment and its decisions wait. */
export const CONVERSATION_LIMITS = {
  // Conversations
  titleCharsMax: 300,
  textCharsMax: 100_000,
  partsMax: 50,
  /** Of a text that a page shows as Markdown, and of what it becomes; beyond, as typed. */
  markdownCharsMax: 20_000,
  markdownPartsMax: 4_000,
  markdownDepthMax: 16,
  /** Reading Markdown takes the square of its brackets and asterisks, and of a run of blanks. */
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
  /** Of a thread that somebody joins, messages that they find by their words. */
  wordsAnewMax: 500,
  /** Words are written behind the commits: of so many changes and conversations at once. */
  wordsPassMs: 1_000,
  wordsChangesMax: 1_000,
  wordsThreadsMax: 100,
  /** Characters of the index after which a pass takes no further conversation. */
  wordsPassCharsMax: 500_000,
  /** How long a search waits for the words of what its account was told of. */
  searchWaitMs: 200,
  /** Characters by which a word is found, and different words of one text times its readers. */
  indexedWordCharsMax: 64,
  indexedTermsMax: 50_000,
  draftsMax: 500,
  /** How far ahead a draft may be told to be sent. */
  sendLaterDaysMax: 366,
  nameCharsMax: 100,
  addressCharsMax: 320,
  releaseActionCharsMax: 200,
  idCharsMax: 64,
  /** Unknown names that a refusal tells of. */
  unknownNamesTold: 10,

  // Artifacts
  artifactsPerConversationMax: 20,
  /** Names in a zip that are checked for programs: as many as a zip without zip64 can have. */
  zipEntriesMax: 65_535,
  artifactNameCharsMax: 255,
  artifactBytesPerAccountMax: 1024 ** 3,
  /** Of a file that is read as text, and of a picture that is shown to a model. */
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
  acceptanceHours: 7 * 24,
  /** How long a submit or a raised price waits for money (docs/states.md, row 11). */
  fundingHours: 72,
  refundDays: 30,
  /** How long words may follow a conversation that is completed. */
  afterwordDays: 30,
  /** Half of a price, in hundredths of a percent. */
  feeBpsMax: 5_000,
  /** The most that all accounts together may have, so that every sum stays exact. */
  ledgerMax: 9_000_000_000_000_000,
  ledgerFaultsMax: 100,
  quoteMs: 15 * 60_000,
  /** Extended once, if the condition is met and nobody has signed (docs/states.md, row 25). */
  holdExtensionDays: 7,
  /** How long before its end both sides hear of it. */
  holdNoticeHours: 24,

  // Review
  reviewHours: 72,
  /** How long the answer of a dry run is worth something. */
  reviewValidMs: 5 * 60_000,
  /** New people in an hour before an agent's person is asked. */
  agentMeetsPerHour: 50,
  /** Changes of contacts that wait for a person at once, and that one conversation holds. */
  grantsWaitingMax: 20,
  grantsPerDeskMax: 200,
  /** Newest decisions of a conversation that are read with it; no less than a desk holds. */
  checkpointsReadMax: 200,
  cardTitleChars: 80,
  cardRecipients: 3,
  /** Conversations whose waiting decisions the terminal lists at once. */
  waitingListMax: 50,
  /** Questions of one recipient before an acceptance. */
  questionsFirstMax: 5,
  /** Of one payment, and how long the payee has to answer each. */
  refundRequestsMax: 3,
  refundRequestHours: 7 * 24,
  /** Conversations whose flags and labels one call sets. */
  flaggedAtOnceMax: 50,
  /** Labels of an account, those on one conversation, and conversations with one of them. */
  labelsMax: 100,
  labelsPerConversationMax: 20,
  labeledMax: 10_000,
  labelCharsMax: 40,
  snoozeDaysMax: 366,
  /** Rules of an account, the newest conversations that a preview of one looks at, and names. */
  inboxRulesMax: 50,
  inboxRulePreviewMax: 200,
  inboxRuleExamplesMax: 10,
  ruleWordsCharsMax: 200,
  /** Templates of an account. */
  templatesMax: 50,
  templateNameCharsMax: 60,
  templateTextCharsMax: 20_000,
} as const;
