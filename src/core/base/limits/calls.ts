/** Limits of one call, page or stream, and their rates. */
export const CALL_LIMITS = {
  // Requests
  /** A body without the base64 of its files, on any wire. */
  requestBytesMax: 1024 * 1024,
  /** The same with its files, if it may contain some. */
  fileRequestBytesMax: 8 * 1024 * 1024,
  uploadBytesMax: 25 * 1024 * 1024,
  /** The same file as base64 within its JSON. */
  uploadRequestBytesMax: 34 * 1024 * 1024,
  /** The most that the HTTP server itself accepts, on any wire. */
  httpBodyBytesMax: 40 * 1024 * 1024,
  /** The time before a body must keep up a pace. */
  bodyWaitMs: 10_000,
  bodyBytesPerSecondMin: 16 * 1024,
  /** Larger bodies wait for room: bytes of all of them and of one caller, and their number. */
  bodyCountedAboveBytes: 16 * 1024,
  bodyBytesAtOnceMax: 40 * 1024 * 1024,
  bodyBytesAtOncePerAccount: 36 * 1024 * 1024,
  bodiesAtOncePerAccount: 4,
  /** Per caller; more are refused at once. */
  bodiesWaitingMax: 64,
  /** Per caller; each further 64 KiB of one counts again. */
  refusedBodiesPerMinuteMax: 1_200,
  /** Calls that may run at once; more are refused. */
  callsAtOnceMax: 4_000,
  jsonDepthMax: 32,
  /** Every value in a JSON body counts; an empty list or object counts twice. */
  jsonValuesMax: 20_000,
  /** Wrong fields that one error names. */
  faultsMax: 20,
  errorTextCharsMax: 1_000,
  formFieldsMax: 200,
  batchCallsMax: 20,
  /** The time for all calls of one batch; answerBytesMax limits its bytes. */
  batchMs: 2_000,
  idempotencyKeyCharsMax: 255,
  idempotencyKeptMs: 30 * 24 * 3_600_000,
  requestIdCharsMax: 64,
  /** 2030-01-31. */
  dayCharsMax: 10,

  // Pages
  /** Newest messages of a conversation in any answer. */
  threadMessagesMax: 20,
  /** All of it as JSON, except its newest message and the possible actions. */
  threadBytesMax: 15 * 1024,
  /** Messages of a page of a read. */
  readMessagesDefault: 100,
  readMessagesMax: 500,
  /** The approximate size at which a page ends early. */
  answerBytesMax: 4 * 1024 * 1024,
  /** JSON that is compressed, and the part of it in the turn of the call. */
  compressedFromChars: 1_024,
  compressedAtOnceChars: 256 * 1024,
  previewCharsMax: 200,
  pageDefault: 20,
  pageMax: 100,
  searchCharsMax: 200,
  searchWordsMax: 16,
  /** Newest messages with the words that a search considers. */
  searchFoundMax: 1_000,
  /** Completions of the last word: per slice, and the number of slices. */
  searchBeginningsMax: 64,
  searchSlicesMax: 8,
  /** For quoted words: the newest messages that are read, and how far. */
  searchNewestMax: 200,
  searchPhraseCharsMax: 20_000,
  /** The length of a snippet, and how far into the message it may be. */
  snippetCharsMax: 160,
  snippetLookedCharsMax: 20_000,
  /** The query of the documentation search, and its results. */
  docsQueryCharsMax: 100,
  docsFoundMax: 30,
  docsSuggestedMax: 8,
  /** For a list without an index: rows read at once, in total, and for how long. */
  listSliceMax: 250,
  listLookedMax: 10_000,
  listMs: 1_000,
  /** Few enough to sort for each page. */
  listChosenMax: 1_000,
  /** Payments that one call reads, however few match. */
  paymentsLookedMax: 1_000,
  /** Ten years: the days that totals add up. */
  totalsDaysMax: 3_660,
  /** Rows of a whole table download. */
  csvRowsMax: 10_000,
  auditPageDefault: 100,
  auditPageMax: 1_000,
  toolPageDefault: 10,
  toolStatementMax: 25,
  toolResultBytesMax: 70_000,
  /** The part of an unknown tool's name that a refusal repeats. */
  toolNameCharsMax: 100,
  toolCallsWaitingMax: 4_000,
  toolListFreshMs: 60_000,
  requestStateMs: 3_600_000,
  completionsMax: 20,
  promptArgumentCharsMax: 2_000,
  /** Conversations that a digest reads, and those that it names. */
  digestLookedMax: 100,
  digestNamedMax: 3,
  digestLabelsMax: 20,
  a2aPageDefault: 50,
  a2aPageMax: 100,
  /** How long a repeated call waits for the first, still running one. */
  repeatWaitMs: 2_000,
  /** The fields of a message besides its content: metadata, extensions, references. */
  a2aFieldsBytesMax: 32 * 1024,
  a2aMetadataDepthMax: 16,
  a2aIdCharsMax: 512,
  a2aListMax: 50,
  /** Files inlined in one answer: the size of each and of all. */
  a2aInlineFileBytesMax: 16 * 1024,
  a2aInlineFilesMax: 50,
  a2aInlineBytesMax: 256 * 1024,

  // Event streams
  streamsPerConversationMax: 5,
  streamsPerCallerMax: 50,
  resourceSubscriptionsMax: 100,
  streamReplayMax: 500,
  streamHeartbeatMs: 8_000,
  streamAccessCheckMs: 4_000,
  streamRetryMs: 3_000,
  streamAfterTerminalMs: 30_000,
  /** Changes of an account in one read; more are reported as a reset. */
  accountChangesMax: 200,
  /** Events of one conversation that a change may name. */
  accountChangeEvents: 10,

  // Changes of an account
  changesPageDefault: 200,
  changesPageMax: 500,
  changeStateCharsMax: 128,
  changesKeptDays: 30,

  // Calls that wait for a change
  waitSecondsMax: 45,
  waitersMax: 2_000,
  waitersPerAccountMax: 10,
  /** Events within this time are read together. */
  waitGatherMs: 500,

  // Rates, per account
  readsPerMinuteMax: 600,
  writesPerMinuteMax: 120,
  createsPerMinuteMax: 30,
  resolvesPerMinuteMax: 120,
  availableChecksPerMinuteMax: 60,
  /** Reads of public pages and offers from one network address, without an account. */
  visitsPerMinuteMax: 120,
  /** The text in calls of one account, without files. */
  textBytesPerMinuteMax: 4 * 1024 * 1024,
  textBytesPerDayMax: 128 * 1024 * 1024,
  rateAccountsMax: 100_000,
} as const;
