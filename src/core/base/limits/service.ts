/** Limits of the service itself: its loops, caches and waits. */
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
  /** For a libSQL server: requests at once, and queries per request. */
  readRequestsMax: 4,
  /** The server ends a stream after ten seconds without a request. */
  streamIdleMs: 5_000,
  /** The server caches texts of statements up to 5 KB for a stream. */
  storedSqlCharsMax: 4_096,
  nearReadsMerged: 64,
  /** Equal inserts of many commits, joined into one statement for a server. */
  rowsJoinedMax: 64,
  /** How often a batch is sent to a locked server, and the pause before the second attempt. */
  busyAttemptsMax: 6,
  busyRestMs: 10,
  farReadsMerged: 8,
  /** How long a read may take in the reader thread. */
  longReadMs: 10_000,
  /** A conversation with more than this is read there, too. */
  nearMessagesMax: 20,
  nearCharsMax: 256 * 1024,
  /** A conversation with no more than this is read whole. */
  wholeCharsMax: 32 * 1024,
  /** Per account, and how many more may wait for their turn. */
  longReadsAtOnce: 2,
  longReadsWaitingMax: 100,
  /** Threads that may still be busy with abandoned reads. */
  longReadsLateMax: 2,
  /** Messages of one conversation kept in memory before it is read again. */
  keptMessagesMax: 600,
  statementCacheMax: 512,
  headCacheMax: 8_000,
  /** Cached rows of rarely written tables, of each kind. */
  keptReadsMax: 4_000,
  /** Conversations whose viewers' rows are cached. */
  viewerRowsKeptMax: 2_000,
  /** They are written through this process: the delay for changes made by hand. */
  viewerRowsKeptMs: 5_000,
  /** The delay for changes made at a terminal next to the service. */
  readsKeptMs: 5_000,
  /** Conversations, two fifths of it, and answers as written; the operator can change it. */
  cacheBytes: 40 * 1024 * 1024,
  /** Cached list items of a conversation. */
  itemsKeptMax: 8,
  /** The largest cached answer. */
  answerKeptBytesMax: 64 * 1024,
  healthKeptMs: 5_000,
  /** How long a check of the database's writability is valid, and waited for. */
  readyKeptMs: 1_000,
  readyWaitMs: 3_000,
  /**
   * With less space on the database's disk, or this long after a failed write, it counts as
   * full.
   */
  diskRoomBytesMin: 4 * 1024 * 1024,
  diskFullMs: 5_000,
  principalCacheMax: 10_000,
  /** Also the delay of a revocation in another process. */
  principalCacheMs: 5_000,

  // Several nodes
  /** How often a node looks for other nodes' commits, and how much it reads at once. */
  nodeFeedMs: 100,
  /** The same for a while after news, which comes in bursts. */
  nodeFeedSoonMs: 25,
  nodeFeedBusyMs: 1_000,
  nodeFeedPage: 500,
  /** How long calls wait for a running look, to share the next one. */
  nodeFeedShareMs: 20,
  nodeFeedKeptMs: 600_000,
  nodeFeedPruneMs: 5_000,
  /** How often a node reports its admitted calls, and of how many callers at once. */
  nodeTellMs: 1_000,
  nodeFeedCallersMax: 1_000,
  /** How often a starting node tries to migrate the schema, next to others. */
  migrationAttemptsMax: 5,
  /** How often a start reports that it waits for the libSQL server. */
  serverTellMs: 10_000,
  /** After this long without news from a node, another takes its exclusive work over. */
  leaseMs: 20_000,

  // Loops of the clock
  /** A sender may undo for some seconds, so it is sent soon after. */
  sweepPassMs: 1_000,
  sweepPage: 100,
  sweepAtOnce: 8,
  prunePassMs: 3_600_000,
  pruneBatch: 500,
  /** How far the clock may run ahead of a monotonic one before expiries wait. */
  clockAheadMs: 300_000,
  /** The drift per second that does not count: NTP slews by half of it. */
  clockDriftMs: 1,
  /** How long expiries wait, unless the operator confirms the clock. */
  clockGraceMs: 3_600_000,
  /** A service that starts after a longer silence may have a wrong clock. */
  clockSilenceMs: 86_400_000,
  oauthClientUnusedDays: 7,
  /** How long a day's spending is kept; it is not read once the day is over. */
  spendingKeptDays: 2,

  // Operator
  /** Records read at once. */
  auditSlice: 100,
  /** Chains that a verification reads together, and rows of a table at once. */
  verifyChainsAtOnce: 32,
  verifyRowsAtOnce: 128,
  /** The number of daily verifications that together cover all older data. */
  verifyTurns: 28,
  /** The longest rest of a verification, to stay within its share of a core. */
  verifyRestMaxMs: 5_000,
  /** Owners of rows checked at once for a missing chain. */
  verifyOwnersAtOnce: 1_000,
  /** Bytes of a file hashed at once. */
  auditChunkBytes: 1024 * 1024,
  /** Ledger accounts summed at once, and entries of one. */
  auditAccountsAtOnce: 50,
  auditEntriesAtOnce: 1_000,
  /** Ends of chains read at once. */
  auditHeadsAtOnce: 500,
  /** The approximate number of new records per checkpoint. */
  checkpointRecordsMax: 5_000,
  checkpointPassMs: 60_000,
  checkpointNoteCharsMax: 4_000,
  /** A week of busy minutes. */
  auditCheckpointsKept: 10_080,
  /** Older signed logs that an archive proves the newest one to extend. */
  logNotesProven: 16,
  /** Witnesses of the log: how often one that has not signed the newest is asked, */
  witnessesMax: 8,
  witnessPassMs: 10_000,
  /** how long its answer is waited for and how much is read, */
  witnessAnswerMs: 10_000,
  witnessAnswerBytesMax: 4 * 1024,
  /** and the pause after a failure, doubled after each. */
  witnessRetryMs: 30_000,
  witnessRetryMaxMs: 3_600_000,
  /** How often a conversation is read again if it changed during verification. */
  auditRereadsMax: 20,
  /** How long deferrable work holds the event loop at once. */
  sliceMs: 5,
  /** Faults of one kind that a verification names, and kinds that it distinguishes. */
  auditFaultsMax: 100,
  faultKindsMax: 100,
  /** A mail from `svc mail in` is the largest. */
  operatorRequestBytesMax: 16 * 1024 * 1024,
  /** How long `svc` waits for its turn at the database. */
  operatorWaitMs: 15_000,
  operatorAnswerMs: 3_000,
  operatorRetryMs: 50,

  // Backups
  /**
   * The part copied at once before others get their turn, and that turn as a multiple of its
   * duration.
   */
  copySliceBytes: 1024 * 1024,
  copyRestFactor: 2,
  copyPagesAtOnce: 1_024,
  /** The pause for the writer between two mebibytes of pages. */
  pageRestMs: 5,
  backupPathCharsMax: 4_000,
  /** The most that may follow the database in a backup. */
  backupTrailerBytesMax: 256 * 1024,
  passphraseCharsMin: 12,
  /** How often to check whether a backup or a verification is due. */
  upkeepLookMs: 60_000,
  upkeepAfterStartMs: 600_000,
  /** The stored findings. */
  upkeepDetailsMax: 20,
  /** The latest retry of a failed backup. */
  backupRetryMs: 3_600_000,

  /**
   * Limits of `svc doctor`: its wait, required free space, repeats of an error, webhooks it
   * names.
   */
  doctorAnswerMs: 5_000,
  doctorFreeBytesMin: 1024 ** 3,
  doctorReasonCharsMax: 200,
  doctorWebhooksMax: 5,
  /** How many webhooks get a test event, if requested. */
  doctorProbesMax: 20,

  // Log
  /** Equal failures within this time are counted, for this many kinds at once. */
  logRepeatMs: 60_000,
  logKindsMax: 200,

  // Traces
  /** Spans that wait for the collector, and the time for sending them. */
  spansWaitingMax: 4_096,
  /** This many are sent at once instead of after a pass. */
  spansAtOnce: 512,
  spanPassMs: 2_000,
  spanSendMs: 10_000,

  // Metrics
  metricSeriesMax: 10_000,
  /** How long a value read at a scrape may take, and is valid. */
  metricReadMs: 2_000,
  figuresKeptMs: 15_000,

  // Process
  /** How often the event loop's lateness is checked, and the tolerance. */
  loopLookMs: 25,
  loopLateMs: 100,
  /** One log line at most in this time. */
  loopReportMs: 60_000,
  idleConnectionSeconds: 120,
  startWaitMs: 1_000,
  drainMs: 10_000,
  /** How long a node may keep serving as not ready before it stops (`DRAIN_SECONDS`). */
  drainSecondsMax: 300,
} as const;
