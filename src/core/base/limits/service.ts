/** Bounds of the service itself: its loops, caches and waits. */
export const SERVICE_LIMITS = {
  // The service's own agents
  agentWaitMs: 25_000,
  agentBatchMax: 16,
  agentSweepMs: 60_000,
  agentListMax: 20,
  agentLookBackMax: 500,
  agentAlertDays: 7,

  // Store
  commitQueueMax: 10_000,
  commitMergeMax: 512,
  commitAttemptsMax: 16,
  commitRetryMs: 4,
  databaseDeadlineMs: 15_000,
  readQueueMax: 10_000,
  /** Of a libSQL server: requests at once, and what is asked in one of them. */
  readRequestsMax: 4,
  /** The server ends a stream after ten seconds without a request. */
  streamIdleMs: 5_000,
  /** The server keeps texts of statements up to 5 KB for a stream. */
  storedSqlCharsMax: 4_096,
  nearReadsMerged: 64,
  /** Of what many commits insert alike, in one statement for a server. */
  rowsJoinedMax: 64,
  /** How often a batch is sent to a server that says it is locked, and how long it rests before the second time. */
  busyAttemptsMax: 6,
  busyRestMs: 10,
  farReadsMerged: 8,
  /** How long a read may take in the thread of its own. */
  longReadMs: 10_000,
  /** A conversation with more than this is read there, too. */
  nearMessagesMax: 20,
  nearCharsMax: 256 * 1024,
  /** A conversation with no more than this is read whole. */
  wholeCharsMax: 32 * 1024,
  /** Of one account, and how many more of it may wait for their turn. */
  longReadsAtOnce: 2,
  longReadsWaitingMax: 100,
  /** Threads that may still be busy with reads that were given up. */
  longReadsLateMax: 2,
  /** Messages of one conversation that are kept in memory before it is read anew. */
  keptMessagesMax: 600,
  statementCacheMax: 512,
  headCacheMax: 8_000,
  /** Rows of seldom written tables that are kept, of each kind. */
  keptReadsMax: 4_000,
  /** Conversations of which the rows of their viewers are kept. */
  viewerRowsKeptMax: 2_000,
  /** They are written through this process: how late it finds what is changed by hand. */
  viewerRowsKeptMs: 5_000,
  /** How late the service finds what was written at a terminal beside it. */
  readsKeptMs: 5_000,
  /** Conversations, two fifths of it, and answers as they were written; the operator moves it. */
  cacheBytes: 40 * 1024 * 1024,
  /** Items of lists that are kept beside a conversation. */
  itemsKeptMax: 8,
  /** The largest answer that is kept. */
  answerKeptBytesMax: 64 * 1024,
  healthKeptMs: 5_000,
  /** How long it is believed whether the database can be written, and waited for. */
  readyKeptMs: 1_000,
  readyWaitMs: 3_000,
  /** With less left on the disk of the database, or so long after a write found none, it counts as full. */
  diskRoomBytesMin: 4 * 1024 * 1024,
  diskFullMs: 5_000,
  principalCacheMax: 10_000,
  /** Also how late another process hears of a revocation. */
  principalCacheMs: 5_000,

  // Several nodes
  /** How often a node looks for what others have committed, and how much it reads at once. */
  nodeFeedMs: 100,
  /** The same for a while after there was news: most come in rows. */
  nodeFeedSoonMs: 25,
  nodeFeedBusyMs: 1_000,
  nodeFeedPage: 500,
  /** How long calls wait for a look that is under way, to share the next one. */
  nodeFeedShareMs: 20,
  nodeFeedKeptMs: 600_000,
  nodeFeedPruneMs: 5_000,
  /** How often a node tells the others which calls it has let in, and of how many callers at once. */
  nodeTellMs: 1_000,
  nodeFeedCallersMax: 1_000,
  /** How often a node that starts tries to bring the schema up to date, beside others. */
  migrationAttemptsMax: 5,
  /** How often a start says that it waits for the libSQL server. */
  serverTellMs: 10_000,
  /** After so long without a word of a node, another one does what one at a time does. */
  leaseMs: 20_000,

  // Loops of the clock
  /** A sender may take something back for some seconds: it goes out soon after. */
  sweepPassMs: 1_000,
  sweepPage: 100,
  sweepAtOnce: 8,
  prunePassMs: 3_600_000,
  pruneBatch: 500,
  /** How far the clock may run ahead of a steady one before what it ends waits. */
  clockAheadMs: 300_000,
  /** So much it may gain on that in a second without running ahead: NTP slews by half of it. */
  clockDriftMs: 1,
  /** How long it waits, unless the operator says that the clock is right. */
  clockGraceMs: 3_600_000,
  /** A service that starts after more silence than this may have a wrong clock. */
  clockSilenceMs: 86_400_000,
  oauthClientUnusedDays: 7,
  /** How long a day's spending is kept; nothing reads it once the day is over. */
  spendingKeptDays: 2,

  // Operator
  /** Records that are read at once. */
  auditSlice: 100,
  /** Chains that a verification looks at together, and rows of a table that it reads at once. */
  verifyChainsAtOnce: 32,
  verifyRowsAtOnce: 128,
  /** How many daily verifications look at all that is older than the last. */
  verifyTurns: 28,
  /** The longest that a verification rests at once, to stay within its share of a core. */
  verifyRestMaxMs: 5_000,
  /** Owners of rows that are looked through for those without a chain. */
  verifyOwnersAtOnce: 1_000,
  /** Bytes of a file that are hashed at once. */
  auditChunkBytes: 1024 * 1024,
  /** Accounts of the ledger that are added up at once, and entries of one. */
  auditAccountsAtOnce: 50,
  auditEntriesAtOnce: 1_000,
  /** Ends of chains that are read at once. */
  auditHeadsAtOnce: 500,
  /** About how many records one checkpoint covers beyond the one before. */
  checkpointRecordsMax: 5_000,
  checkpointPassMs: 60_000,
  checkpointNoteCharsMax: 4_000,
  /** A week of busy minutes. */
  auditCheckpointsKept: 10_080,
  /** Older signed logs that an archive proves the newest one to go on from. */
  logNotesProven: 16,
  /** Witnesses of the log: how often one that has not signed the newest is asked, */
  witnessesMax: 8,
  witnessPassMs: 10_000,
  /** what of its answer is waited for and read, */
  witnessAnswerMs: 10_000,
  witnessAnswerBytesMax: 4 * 1024,
  /** and how long one that failed is left alone, twice as long after each failure. */
  witnessRetryMs: 30_000,
  witnessRetryMaxMs: 3_600_000,
  /** How often a conversation is read again that changed while it was verified. */
  auditRereadsMax: 20,
  /** How long work that can wait holds the event loop at once. */
  sliceMs: 5,
  /** Faults of one kind that a verification names, and kinds that it tells apart. */
  auditFaultsMax: 100,
  faultKindsMax: 100,
  /** A mail that `svc mail in` hands over is the largest. */
  operatorRequestBytesMax: 16 * 1024 * 1024,
  /** How long `svc` waits for its turn at the database, with others before it. */
  operatorWaitMs: 15_000,
  operatorAnswerMs: 3_000,
  operatorRetryMs: 50,

  // Backups
  /** The part that is copied at once before others have their turn, and how many times as long that turn is. */
  copySliceBytes: 1024 * 1024,
  copyRestFactor: 2,
  copyPagesAtOnce: 1_024,
  /** How long the writer is left alone between two looks at a mebibyte of pages. */
  pageRestMs: 5,
  backupPathCharsMax: 4_000,
  /** The most that may stand behind the database in a backup. */
  backupTrailerBytesMax: 256 * 1024,
  passphraseCharsMin: 12,
  /** How often it is looked whether a backup or a verification is due. */
  upkeepLookMs: 60_000,
  upkeepAfterStartMs: 600_000,
  /** The findings that are kept. */
  upkeepDetailsMax: 20,
  /** When a backup that failed is tried again, at the latest. */
  backupRetryMs: 3_600_000,

  /** Bounds of `svc doctor`: its wait, the room it wants free, repeats of an error, webhooks it names. */
  doctorAnswerMs: 5_000,
  doctorFreeBytesMin: 1024 ** 3,
  doctorReasonCharsMax: 200,
  doctorWebhooksMax: 5,
  /** How many webhooks it sends a test event, when asked. */
  doctorProbesMax: 20,

  // Log
  /** Equal failures of this time are counted, for so many kinds at once. */
  logRepeatMs: 60_000,
  logKindsMax: 200,

  // Traces
  /** Spans that wait for their way to the collector, and what sending them may take. */
  spansWaitingMax: 4_096,
  /** So many are sent at once instead of after a pass. */
  spansAtOnce: 512,
  spanPassMs: 2_000,
  spanSendMs: 10_000,

  // Metrics
  metricSeriesMax: 10_000,
  /** How long a value that is read at a scrape may take, and is believed. */
  metricReadMs: 2_000,
  figuresKeptMs: 15_000,

  // Process
  /** How often it is looked whether the event loop is late, and how late it may be. */
  loopLookMs: 25,
  loopLateMs: 100,
  /** One line of the log at most in this time. */
  loopReportMs: 60_000,
  idleConnectionSeconds: 120,
  startWaitMs: 1_000,
  drainMs: 10_000,
  /** How long a node may serve on as not ready before it stops (`DRAIN_SECONDS`). */
  drainSecondsMax: 300,
} as const;
