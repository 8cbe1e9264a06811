/** Limits of an account: its things, its profile and its sign-in. */
export const ACCOUNT_LIMITS = {
  // Identity
  credentialsPerAccountMax: 100,
  credentialsListedMax: 200,
  /** Addresses, and contact types, that one access may name. */
  credentialListMax: 50,
  /** Members of a team, and teams of a person. */
  teamMembersMax: 100,
  teamsOfPersonMax: 20,
  /** People who approve one amount of a team. */
  approvalsNeededMax: 10,
  /** Hours after which an unanswered decision of a team is put before more people. */
  escalateHoursMax: 72,
  /** People who decide for one, and others that one decides for. */
  delegatesMax: 20,
  lastUsedEveryMs: 60_000,
  sessionTokenMs: 15 * 60_000,
  sessionTokensMax: 20,
  sessionMs: 30 * 24 * 3_600_000,
  /** How long a person with a verified mailbox has to create their account. */
  signUpMs: 24 * 3_600_000,
  /** How long the previous cookie still renews: two pages may ask at once. */
  sessionRenewalGraceMs: 60_000,
  sessionsListedMax: 100,
  /** Longest text in a line of the log. */
  logTextCharsMax: 16_384,
  signInCodeMs: 5 * 60_000,
  signInCodeTriesMax: 3,
  /** To one mailbox, requested by strangers; and by each browser that its owner has used. */
  signInMailsPerHour: 5,
  /** Of the strangers' mails to a mailbox, those requested from one network. */
  signInMailsPerAddressHour: 3,
  /** Mailboxes remembered for a browser that signed in with them, and for how long. */
  browserMailboxesMax: 5,
  browserKnownMs: 180 * 24 * 3_600_000,
  /** Per network address, on each way to sign in by a code. */
  signInCodesPerMinute: 3,
  signInLinksPerMinute: 5,
  /** Per network address, on each sign-in path without another limit. */
  signInRequestsPerTenSeconds: 100,
  smtpTimeoutMs: 10_000,
  mailboxesCountedMax: 20_000,
  addressesCountedMax: 50_000,
  oauthRequestBytesMax: 16 * 1024,
  oauthClientsPerHour: 10,
  oauthRedirectsMax: 20,
  /** The address of a client's metadata document, and how long the document is used. */
  clientDocumentUrlCharsMax: 512,
  clientDocumentMs: 3_600_000,
  companySignInsPerMinute: 300,
  /** Public keys of a program, and how long what it signs with them may count. */
  machineTokensPerMinute: 60,
  clientKeysMax: 10,
  clientAssertionMs: 10 * 60_000,
  /** How long a consent page waits for its answer. */
  oauthConsentMs: 15 * 60_000,
  oauthCodeMs: 60_000,
  oauthRefreshMs: 30 * 24 * 3_600_000,
  oauthTokenMs: 10 * 60_000,
  oauthTokenCharsMax: 4_096,
  contactsMax: 10_000,
  contactCursorCharsMax: 432,
  /** A file of contacts: its bytes, addresses and columns, and contacts added at once. */
  contactFileBytesMax: 2 * 1024 * 1024,
  contactFileEntriesMax: 2_000,
  contactFileColumnsMax: 200,
  contactsAddedMax: 500,
  reportsPerDayMax: 20,
  reportNoteCharsMax: 1_000,
  reportKeptDays: 365,
  reportListMax: 100,

  /** The part before the @ (RFC 5321, section 4.5.3.1.1). */
  localPartCharsMax: 64,

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

  // Exports
  /** Exports started per day, and how long each is kept. */
  exportsPerDayMax: 5,
  exportKeptHours: 24,
  /** The rows stored for one export, and for all together, besides the files. */
  exportKeptBytesMax: 2 * 1024 ** 3,
  exportsKeptBytesMax: 8 * 1024 ** 3,
  /**
   * The approximate size of one commit of an export, its entries, and its look-ups of
   * conversations.
   */
  exportSliceBytes: 1024 * 1024,
  exportSliceEntries: 100,
  exportFoundAtOnce: 500,
  exportMessagesAtOnce: 100,
  exportRecordsAtOnce: 500,
  exportProofsAtOnce: 500,
  exportManifestLines: 5_000,
  exportPassMs: 1_000,
  /** The part of one per call of a terminal. */
  exportPartBytesMax: 8 * 1024 * 1024,
  /** The part of one that a download holds in memory. */
  exportHeldBytesMax: 1024 * 1024,
  /**
   * The maximum age of a sign-in for acts on the whole account: less than its first token
   * lives.
   */
  freshSignInMs: 10 * 60_000,

  // Imports
  /** For an archive being read: its files, their list, and one file unpacked. */
  importEntriesMax: 2_000_000,
  importDirectoryBytesMax: 512 * 1024 * 1024,
  importFileBytesMax: 64 * 1024 * 1024,
  /** One commit of an import: about this many bytes, and at most this many items. */
  importSliceBytes: 1024 * 1024,
  importSliceItems: 200,
  /** Per account, and per conversation shown. */
  importsPerAccountMax: 100,
  importItemsMax: 5_000_000,
  importParticipantsMax: 100,
  importFilesMax: 100,
  importPartsMax: 1_000,
  importKeyCharsMax: 500,

  // Deletion
  /** Accounts erased in turns, and conversations that a refusal names. */
  deletionsAtOnce: 5,
  deletionReasonsMax: 20,
  /** Pages of the word index that one commit rewrites to erase words. */
  wordMergePages: 128,
  /** The rest after such a run, as a multiple of its duration. */
  wordRestFactor: 10,

  // Agent cards of others
  remoteFetchMs: 5_000,
  remoteBytesMax: 256 * 1024,
  remoteHeaderBytesMax: 16 * 1024,
  remoteRedirectsMax: 3,
  remoteFetchesMax: 32,
  remoteCardKeptMs: 60_000,
  /** How long an account keeps what its card said before it is read again. */
  foreignCardKeptMs: 24 * 60 * 60 * 1_000,
  remoteFailureKeptMs: 10_000,
  remoteCacheCharsMax: 8 * 1024 * 1024,
  /** An answer of another agent, and how much of a task in it is read. */
  remoteAnswerBytesMax: 4 * 1024 * 1024,
  remoteAnswerMs: 15_000,
  /** Messages of a task, and how many if so many are too large. */
  remoteMessagesMax: 200,
  remoteMessagesFew: 10,
  remoteArtifactsMax: 50,
  remoteIdCharsMax: 256,
  remoteMetadataBytesMax: 32 * 1024,
  /** The time for one file of an agent. */
  remoteFileMs: 60_000,
  remoteDetailCharsMax: 300,

  // Signed requests between services
  signedRequestSeconds: 300,
  /** How far another service's clock may be ahead. */
  signedSkewMs: 60_000,
  /** How long a nonce is kept after its request has expired. */
  nonceKeptMs: 5 * 60_000,
  /** Signed requests of one service within a minute. */
  signedPerServiceMinute: 100,
  /** Those of them to one recipient. */
  signedPerRecipientMinute: 20,
  /** New senders that a service may bring in a day while it is new. */
  newServiceSendersPerDay: 10,
  newServiceDays: 7,
  domainRulesMax: 1_000,
  /** Labels of one domain name. */
  domainLabelsMax: 127,
  webFingerBytesMax: 10 * 1024,
  webFingerLinksMax: 50,
  webFingerNamesMax: 10_000,
  webFingerKeptMs: 10 * 60_000,
  signatureHeaderCharsMax: 4_096,
  peerDirectoryBytesMax: 64 * 1024,
  peerKeysMax: 20,
  peerKeysKeptMs: 60 * 60_000,
  peerKeysAgainMs: 60_000,
  /** How soon a key directory that could not be read is asked again. */
  peerKeysFailedMs: 10_000,
  /** How long a rotated key of requests still counts, for what is on its way and nodes not restarted. */
  requestKeyOverlapMs: 60 * 60_000,
  peerDirectoriesMax: 1_000,

  // Tasks at other services
  /** Files that go within a message; others go as addresses. */
  remoteFileBytesMax: 1024 * 1024,
  /** Messages of one answer that are added at once; the rest follows with the next look. */
  remoteTakenAtOnce: 20,
  /** How long a message is tried to be sent. */
  remoteKeptMs: 3 * 24 * 60 * 60 * 1_000,
  /** Files that are fetched for one answer; the rest follows, or stays an address. */
  remoteFilesAtOnce: 3,
  /** The pause after an answer that could not be taken whole, such as beyond a rate. */
  remoteLookAgainMs: 30_000,
  /** Conversations that one node sends from at once. */
  remoteSendsAtOnceMax: 100,
  /** The share of one account, of one service, and of all failing ones. */
  remoteSendsAtOnceOfAccount: 4,
  remoteSendsAtOnceOfHost: 10,
  remoteSendsAtOnceFailing: 50,
  /** Tasks that one node asks for at once, and the share of one service. */
  remoteLooksAtOnceMax: 50,
  remoteLooksAtOnceOfHost: 4,
  remoteLookPassMs: 1_000,
  remoteLooksPage: 200,
  /** Looks without anything new, every six hours in the end. */
  remoteLooksMax: 120,
  /** A push about a task, and how many of them in a minute. */
  remotePushBytesMax: 2 * 1024 * 1024,
  remotePushesPerMinuteMax: 60,

  // The texts of cards
  cardTextCharsMax: 10_000,
  cardListMax: 200,
  cardSignaturesMax: 4,
  cardKeyCharsMax: 4_096,

  // Profiles, cards and the directory
  profileDescriptionCharsMax: 1_000,
  /** The skills of one profile as JSON, so every card stays small. */
  profileSkillsBytesMax: 32 * 1024,
  /** Offers of an account, their texts and media types. */
  offersMax: 50,
  offerIdCharsMax: 40,
  offerTitleCharsMax: 100,
  offerTextCharsMax: 2_000,
  offerOutputsMax: 10,
  offerCapacityMax: 10_000,
  /** Orders of one offer that wallets pay from one network address in a minute. */
  walletOrdersPerMinuteMax: 10,
  /** How long what a wallet is asked to sign for an order holds. */
  orderTermsSeconds: 15 * 60,
  /** How long the link of such an order can be used. */
  orderLinkDays: 90,
  /** The shortest Idempotency-Key that gives the link of an order again. */
  orderKeyCharsMin: 16,
  /** Parts of what x402 clients and catalogues read, all of which a header holds. */
  bazaarCharsMax: 3_000,
  x402TextCharsMax: 300,
  x402NameCharsMax: 32,
  /** The schema of an offer's input: its JSON, depth, and keywords with references followed. */
  offerSchemaBytesMax: 16 * 1024,
  offerSchemaDepthMax: 8,
  offerSchemaKeywordsMax: 300,
  /** The input of an order: its JSON, its values, and how deep they are. */
  offerInputBytesMax: 16 * 1024,
  offerInputValuesMax: 400,
  offerInputDepthMax: 16,
  skillsMax: 30,
  skillIdCharsMax: 64,
  skillDescriptionCharsMax: 1_000,
  skillTagsMax: 20,
  skillTagCharsMax: 50,
  skillExamplesMax: 10,
  skillExampleCharsMax: 500,
  directoryQueryCharsMax: 500,
  directoryTermsMax: 16,
  directoryPageDefault: 10,
  directoryPageMax: 50,
  /** The newest jobs that a track record is counted from. */
  trackRecordJobsMax: 1_000,
  /** Suggestions while a person types an address. */
  suggestionsMax: 6,
} as const;
