/** Bounds of one call, page or stream, and how often one may come. */
export const CALL_LIMITS = {
  // Requests
  /** A body without the base64 of its files, on any wire. */
  requestBytesMax: 1024 * 1024,
  /** The same with its files, where it may hold some. */
  fileRequestBytesMax: 8 * 1024 * 1024,
  uploadBytesMax: 25 * 1024 * 1024,
  /** The same file as base64 within its JSON. */
  uploadRequestBytesMax: 34 * 1024 * 1024,
  /** The most that the HTTP server itself takes, on any wire. */
  httpBodyBytesMax: 40 * 1024 * 1024,
  /** The time that a body may take before it has to keep up a pace. */
  bodyWaitMs: 10_000,
  bodyBytesPerSecondMin: 16 * 1024,
  /** Larger bodies wait for room: what is held of all of them, and of one caller, and how many. */
  bodyCountedAboveBytes: 16 * 1024,
  bodyBytesAtOnceMax: 40 * 1024 * 1024,
  bodyBytesAtOncePerAccount: 36 * 1024 * 1024,
  bodiesAtOncePerAccount: 4,
  /** Of one caller; those beyond them are refused at once. */
  bodiesWaitingMax: 64,
  /** Of one caller; one of more than 64 KiB counts once more for each of them. */
  refusedBodiesPerMinuteMax: 1_200,
  /** Calls of others that may be under way; those beyond them are refused. */
  callsAtOnceMax: 4_000,
  jsonDepthMax: 32,
  /** Whatever a JSON body holds is counted; an empty list or object counts twice. */
  jsonValuesMax: 20_000,
  /** Wrong fields that one error names. */
  faultsMax: 20,
  errorTextCharsMax: 1_000,
  formFieldsMax: 200,
  batchCallsMax: 20,
  /** How long the calls of one batch may take together; answerBytesMax for its bytes. */
  batchMs: 2_000,
  idempotencyKeyCharsMax: 255,
  idempotencyKeptMs: 30 * 24 * 3_600_000,
  requestIdCharsMax: 64,
  /** 2030-01-31. */
  dayCharsMax: 10,

  // Pages
  /** Newest messages of a conversation in any answer. */
  threadMessagesMax: 20,
  /** All of it as JSON, but for its newest message and what may be done. */
  threadBytesMax: 15 * 1024,
  /** Messages of a page of a read. */
  readMessagesDefault: 100,
  readMessagesMax: 500,
  /** About how large an answer may be before a page ends early. */
  answerBytesMax: 4 * 1024 * 1024,
  /** JSON that is compressed, and what of it is in the turn of the call. */
  compressedFromChars: 1_024,
  compressedAtOnceChars: 256 * 1024,
  previewCharsMax: 200,
  pageDefault: 20,
  pageMax: 100,
  searchCharsMax: 200,
  searchWordsMax: 16,
  /** Newest messages with the words that a search takes; the list is made of these. */
  searchFoundMax: 1_000,
  /** Words that the last one may be the beginning of: so many at once, and in so many slices. */
  searchBeginningsMax: 64,
  searchSlicesMax: 8,
  /** Where words stand in quotes: the newest messages that are looked through, and how far. */
  searchNewestMax: 200,
  searchPhraseCharsMax: 20_000,
  /** The part of a found message that is shown, and how far into it is looked. */
  snippetCharsMax: 160,
  snippetLookedCharsMax: 20_000,
  /** Of what is typed into the search of the documentation, and what it finds at once. */
  docsQueryCharsMax: 100,
  docsFoundMax: 30,
  docsSuggestedMax: 8,
  /** Of a list that no index is made for: looked at at once, in all, and for how long. */
  listSliceMax: 250,
  listLookedMax: 10_000,
  listMs: 1_000,
  /** Few enough to be put in order for each page. */
  listChosenMax: 1_000,
  /** Payments that one call looks at, however few are asked for. */
  paymentsLookedMax: 1_000,
  /** Ten years: the days that totals add up. */
  totalsDaysMax: 3_660,
  /** Rows of a table that is downloaded whole. */
  csvRowsMax: 10_000,
  auditPageDefault: 100,
  auditPageMax: 1_000,
  toolPageDefault: 10,
  toolStatementMax: 25,
  toolResultBytesMax: 70_000,
  /** Of an unknown tool, as the refusal repeats it. */
  toolNameCharsMax: 100,
  toolCallsWaitingMax: 4_000,
  toolListFreshMs: 60_000,
  requestStateMs: 3_600_000,
  completionsMax: 20,
  promptArgumentCharsMax: 2_000,
  /** Conversations that a digest looks at, and those that it names. */
  digestLookedMax: 100,
  digestNamedMax: 3,
  digestLabelsMax: 20,
  a2aPageDefault: 50,
  a2aPageMax: 100,
  /** How long a repeated call waits for the first one, which is still running. */
  repeatWaitMs: 2_000,
  /** The fields of a message beside its content: metadata, extensions, references. */
  a2aFieldsBytesMax: 32 * 1024,
  a2aMetadataDepthMax: 16,
  a2aIdCharsMax: 512,
  a2aListMax: 50,
  /** Files that one answer holds as they are, and how large each and all may be. */
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
  /** Changes of an account that one reading tells; more are told as a new start. */
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
  /** Events within this time are read once. */
  waitGatherMs: 500,

  // Rates, per account
  readsPerMinuteMax: 600,
  writesPerMinuteMax: 120,
  createsPerMinuteMax: 30,
  resolvesPerMinuteMax: 120,
  availableChecksPerMinuteMax: 60,
  /** Of the text that calls of one account bring, files apart. */
  textBytesPerMinuteMax: 4 * 1024 * 1024,
  textBytesPerDayMax: 128 * 1024 * 1024,
  rateAccountsMax: 100_000,
} as const;
