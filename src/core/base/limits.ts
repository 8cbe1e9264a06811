/** Every bound of the service, with its unit last in the name (docs/limits.md). */
export const LIMITS = {
  // Requests
  /** A body without what is base64 of a file in it, on any wire. */
  requestBytesMax: 1024 * 1024,
  /** The same with its files, where it may hold some. */
  fileRequestBytesMax: 8 * 1024 * 1024,
  uploadBytesMax: 25 * 1024 * 1024,
  /** The same file as base64 within its JSON. */
  uploadRequestBytesMax: 34 * 1024 * 1024,
  /** What the HTTP server itself takes at most, on any wire. */
  httpBodyBytesMax: 40 * 1024 * 1024,
  jsonDepthMax: 32,
  /** Whatever a JSON body holds is counted; an empty list or object counts twice. */
  jsonValuesMax: 20_000,
  /** Wrong fields that one error names, and the length of what it says. */
  faultsMax: 20,
  errorTextCharsMax: 1_000,
  formFieldsMax: 200,
  batchCallsMax: 20,
  /** How long the calls of one batch may take together; answerBytesMax for its bytes. */
  batchMs: 2_000,
  idempotencyKeyCharsMax: 255,
  idempotencyKeptMs: 30 * 24 * 3_600_000,
  requestIdCharsMax: 64,

  // Conversations
  titleCharsMax: 300,
  textCharsMax: 100_000,
  partsMax: 50,
  reasonCharsMax: 500,
  commentCharsMax: 2_000,
  statementCharsMax: 2_000,
  recipientsMax: 50,
  messagesMax: 10_000,
  /** All texts of a conversation; below, the same with the data and files in its messages. */
  conversationCharsMax: 5_000_000,
  conversationContentCharsMax: 10_000_000,
  draftsMax: 500,
  nameCharsMax: 100,
  addressCharsMax: 320,
  releaseActionCharsMax: 200,
  idCharsMax: 64,
  /** Unknown names that a refusal tells of. */
  unknownNamesTold: 10,

  // Artifacts
  artifactsPerConversationMax: 20,
  /** Names in a zip that are looked at for what it is: as many as one without zip64 has. */
  zipEntriesMax: 65_535,
  artifactNameCharsMax: 255,
  artifactBytesPerAccountMax: 1024 ** 3,
  uriCharsMax: 2_048,

  // Pages
  /** Newest messages that a read shows, and those of an item of a list. */
  readMessagesMax: 500,
  itemMessagesMax: 50,
  /** About how large an answer may be before a page ends early. */
  answerBytesMax: 4 * 1024 * 1024,
  previewCharsMax: 200,
  pageDefault: 20,
  pageMax: 100,
  searchCharsMax: 200,
  /** Conversations that one search looks at, how many at once, and how long. */
  searchLookedMax: 2_000,
  searchSliceMax: 25,
  searchMs: 1_000,
  auditPageDefault: 100,
  auditPageMax: 1_000,
  toolPageDefault: 10,
  toolStatementMax: 25,
  toolMessagesDefault: 100,
  toolResultBytesMax: 60_000,
  toolCallsWaitingMax: 10_000,
  toolListFreshMs: 60_000,
  requestStateMs: 3_600_000,
  completionsMax: 20,
  promptArgumentCharsMax: 2_000,
  toolTextsKeptCharsMax: 64 * 1024 * 1024,
  /** Conversations that a digest looks at, and those that it names. */
  digestLookedMax: 100,
  digestNamedMax: 5,
  a2aPageDefault: 50,
  a2aPageMax: 100,
  a2aRepeatAttemptsMax: 100,
  a2aRepeatWaitMs: 20,
  a2aHistoryDefault: 100,
  a2aHistoryInPassing: 20,
  /** What a message says beside its content: metadata, extensions, references. */
  a2aFieldsBytesMax: 32 * 1024,
  a2aMetadataDepthMax: 16,
  a2aIdCharsMax: 512,
  a2aListMax: 50,
  /** Files that one answer holds as they are, and how large each and all may be. */
  a2aInlineFileBytesMax: 16 * 1024,
  a2aInlineFilesMax: 50,
  a2aInlineBytesMax: 256 * 1024,

  // Money, in micro-USDC
  priceMax: 1_000_000_000_000_000,
  holdDaysDefault: 7,
  holdDaysMax: 30,
  acceptanceHours: 7 * 24,
  /** How long a submit or a raised price waits for money (docs/states.md, row 11). */
  fundingHours: 72,
  refundDays: 30,
  /** Half of a price, in hundredths of a percent. */
  feeBpsMax: 5_000,
  /** What all accounts together may have, so that every sum stays exact. */
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
  cardTitleChars: 80,
  /** What a card shows of a question; all of it is in the conversation. */
  cardQuestionChars: 500,
  cardRecipients: 3,
  /** Conversations whose waiting decisions the terminal lists at once. */
  waitingListMax: 50,
  /** Questions of one recipient before an acceptance. */
  questionsFirstMax: 5,
  /** Of one payment, and how long the payee has to answer each. */
  refundRequestsMax: 3,
  refundRequestHours: 7 * 24,
  /** Conversations whose flags one call sets. */
  flaggedAtOnceMax: 50,

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
  /** How much later than its own time a change may be on disk. */
  accountChangeLateMs: 10_000,

  // Calls that wait for a change
  waitSecondsMax: 45,
  waitersMax: 2_000,
  waitersPerAccountMax: 10,
  /** What happens within this time is read once. */
  waitGatherMs: 500,

  // Rates, per account
  readsPerMinuteMax: 600,
  writesPerMinuteMax: 120,
  createsPerMinuteMax: 30,
  resolvesPerMinuteMax: 120,
  availableChecksPerMinuteMax: 60,
  rateAccountsMax: 100_000,

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

  // Mail that leaves
  mailBatchMax: 20,
  mailConnectionsMax: 4,
  mailPassMs: 5_000,
  /** One attempt; less than the lease, so that nobody else begins meanwhile. */
  mailSendMs: 60_000,
  mailLeaseMs: 5 * 60_000,
  mailAttemptsMax: 16,
  mailRetryMs: 60_000,
  mailRetryMaxMs: 6 * 3_600_000,
  /** Accounts in one answer to the operator. */
  accountListMax: 200,
  mailListMax: 100,
  bounceBytesMax: 48 * 1024,

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
  /** How long a read may take in the thread of its own. */
  longReadMs: 10_000,
  /** A conversation with more than this is read there, too. */
  nearMessagesMax: 20,
  nearCharsMax: 256 * 1024,
  /** Of one account, and how many more of it may wait for their turn. */
  longReadsAtOnce: 2,
  longReadsWaitingMax: 100,
  /** Threads that may still be busy with reads that were given up. */
  longReadsLateMax: 2,
  statementCacheMax: 512,
  headCacheMax: 20_000,
  jsonTextKeptCharsMax: 16 * 1024,
  snapshotCacheBytesMax: 128 * 1024 * 1024,
  healthKeptMs: 5_000,
  principalCacheMax: 10_000,
  /** Also how late another process hears of a revocation. */
  principalCacheMs: 5_000,

  // Identity
  credentialsPerAccountMax: 100,
  credentialsListedMax: 200,
  /** Addresses, and contact types, that one access may name. */
  credentialListMax: 50,
  lastUsedEveryMs: 60_000,
  sessionTokenMs: 15 * 60_000,
  sessionTokensMax: 20,
  sessionMs: 30 * 24 * 3_600_000,
  /** How long the cookie before the last one still renews: two pages may ask at once. */
  sessionRenewalGraceMs: 60_000,
  sessionsListedMax: 100,
  /** Longest text in a line of the log. */
  logTextCharsMax: 16_384,
  signInCodeMs: 5 * 60_000,
  signInCodeTriesMax: 3,
  /** To one mailbox, asked for by strangers; and by each browser that its owner has used. */
  signInMailsPerHour: 5,
  /** Of the strangers' mails to a mailbox, those asked for from one network. */
  signInMailsPerAddressHour: 3,
  /** Mailboxes that a browser is remembered to have signed in with, and for how long. */
  browserMailboxesMax: 5,
  browserKnownMs: 180 * 24 * 3_600_000,
  /** Of one network address, on each of the ways to sign in by a code. */
  signInCodesPerMinute: 3,
  signInLinksPerMinute: 5,
  /** Of one network address, on each path of the sign-in that has no other limit. */
  signInRequestsPerTenSeconds: 100,
  smtpTimeoutMs: 10_000,
  mailboxesCountedMax: 20_000,
  addressesCountedMax: 50_000,
  oauthRequestBytesMax: 16 * 1024,
  oauthClientsPerHour: 10,
  oauthRedirectsMax: 20,
  /** How long a consent page waits for its answer. */
  oauthConsentMs: 15 * 60_000,
  oauthCodeMs: 60_000,
  oauthRefreshMs: 30 * 24 * 3_600_000,
  oauthTokenMs: 10 * 60_000,
  oauthTokenCharsMax: 4_096,
  contactsMax: 10_000,
  contactCursorCharsMax: 432,

  // Custom domains
  domainsPerAccountMax: 20,
  domainClaimDays: 30,
  domainVerifyEveryMs: 10_000,
  domainCheckEveryMs: 24 * 3_600_000,
  domainCheckRetryMs: 3_600_000,
  domainMissesMax: 3,
  domainMissingMs: 72 * 3_600_000,
  domainRevokeDays: 30,
  domainRivalsMax: 50,
  domainRechecksPerPass: 50,
  domainRechecksAtOnce: 5,
  domainRecheckPassMs: 60_000,
  dnsQueryMs: 1_500,
  dnsZoneMs: 6_000,
  dnsResolverMs: 3_000,
  dnsQueriesMax: 60,
  dnsServersMax: 4,
  dnsReferralsMax: 4,
  dnsAliasesMax: 4,
  dnsMessageBytesMax: 8 * 1024,
  dnsValuesMax: 20,
  dnsValueCharsMax: 255,
  // Agent cards of others
  remoteFetchMs: 5_000,
  remoteBytesMax: 256 * 1024,
  remoteHeaderBytesMax: 16 * 1024,
  remoteRedirectsMax: 3,
  remoteFetchesMax: 32,
  remoteCardKeptMs: 60_000,
  remoteFailureKeptMs: 10_000,
  remoteCacheCharsMax: 8 * 1024 * 1024,
  cardTextCharsMax: 10_000,
  cardListMax: 200,
  cardSignaturesMax: 4,
  cardKeyCharsMax: 4_096,

  // Profiles, cards and the directory
  profileDescriptionCharsMax: 1_000,
  /** The skills of one profile as JSON, so that every card stays small. */
  profileSkillsBytesMax: 32 * 1024,
  skillsMax: 30,
  skillIdCharsMax: 64,
  skillDescriptionCharsMax: 1_000,
  skillTagsMax: 20,
  skillTagCharsMax: 50,
  skillExamplesMax: 10,
  skillExampleCharsMax: 500,
  signedCardsKeptCharsMax: 32 * 1024 * 1024,
  directoryQueryCharsMax: 500,
  directoryTermsMax: 16,
  directoryPageDefault: 10,
  directoryPageMax: 50,

  // What the clock does
  sweepPassMs: 10_000,
  sweepPage: 100,
  sweepAtOnce: 8,
  prunePassMs: 3_600_000,
  pruneBatch: 500,
  oauthClientUnusedDays: 7,
  /** How long is kept what was spent on a day, which nothing asks for when it is over. */
  spendingKeptDays: 2,

  // Operator
  /** Records that a verification reads at once, and rows of a conversation. */
  auditSlice: 100,
  auditRowsAtOnce: 16,
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
  /** Conversations of 0.1 that one commit seals. */
  sealedAtOnce: 20,
  checkpointNoteCharsMax: 4_000,
  /** Ends of chains that one comparison may name; they fit an operator's request. */
  auditComparedAtOnce: 300,
  /** A week of busy minutes. */
  auditCheckpointsKept: 10_080,
  /** How often a conversation is read again that changed while it was verified. */
  auditRereadsMax: 20,
  /** How long work that can wait holds the event loop at once. */
  sliceMs: 5,
  auditFaultsMax: 100,
  operatorRequestBytesMax: 64 * 1024,
  /** How long `svc` waits for its turn at the database, with others before it. */
  operatorWaitMs: 15_000,
  operatorAnswerMs: 3_000,
  /** How long after the start the web app is bundled, if nobody asked before. */
  webBundleAfterMs: 1_000,
  operatorRetryMs: 50,

  // Process
  /** How often it is looked whether the event loop is late, and how late it may be. */
  loopLookMs: 25,
  loopLateMs: 100,
  /** One line of the log at most in this time. */
  loopReportMs: 60_000,
  idleConnectionSeconds: 120,
  startWaitMs: 1_000,
  drainMs: 10_000,
} as const;
