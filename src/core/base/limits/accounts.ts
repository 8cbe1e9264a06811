/** Bounds of an account: its things, its profile and its sign-in. */
export const ACCOUNT_LIMITS = {
  // Identity
  credentialsPerAccountMax: 100,
  credentialsListedMax: 200,
  /** Addresses, and contact types, that one access may name. */
  credentialListMax: 50,
  lastUsedEveryMs: 60_000,
  sessionTokenMs: 15 * 60_000,
  sessionTokensMax: 20,
  sessionMs: 30 * 24 * 3_600_000,
  /** How long somebody who has proved a mailbox may take to make their account. */
  signUpMs: 24 * 3_600_000,
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
  /** The address of a client's metadata document, and how long what it said is used. */
  clientDocumentUrlCharsMax: 512,
  clientDocumentMs: 3_600_000,
  /** How long a consent page waits for its answer. */
  oauthConsentMs: 15 * 60_000,
  oauthCodeMs: 60_000,
  oauthRefreshMs: 30 * 24 * 3_600_000,
  oauthTokenMs: 10 * 60_000,
  oauthTokenCharsMax: 4_096,
  contactsMax: 10_000,
  contactCursorCharsMax: 432,
  /** A file of contacts: its bytes, addresses and columns, and what is added of it at once. */
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
  /** How often an account may begin one in a day, and how long each is kept. */
  exportsPerDayMax: 5,
  exportKeptHours: 24,
  /** The rows kept for one, and for all of them together, beside the files. */
  exportKeptBytesMax: 2 * 1024 ** 3,
  exportsKeptBytesMax: 8 * 1024 ** 3,
  /** About what one commit adds to one, how many entries, and how many conversations it looks up. */
  exportSliceBytes: 1024 * 1024,
  exportSliceEntries: 100,
  exportFoundAtOnce: 500,
  exportMessagesAtOnce: 100,
  exportRecordsAtOnce: 500,
  exportProofsAtOnce: 500,
  exportManifestLines: 5_000,
  exportPassMs: 1_000,
  /** How much of one a call of a terminal gives. */
  exportPartBytesMax: 8 * 1024 * 1024,
  /** The part of one that a download holds in memory at once. */
  exportHeldBytesMax: 1024 * 1024,
  /** How fresh a sign-in has to be for what takes an account with it: less than its first token lives. */
  freshSignInMs: 10 * 60_000,

  // Imports
  /** Of an archive that is read: its files, the list of them, and one of them unpacked. */
  importEntriesMax: 2_000_000,
  importDirectoryBytesMax: 512 * 1024 * 1024,
  importFileBytesMax: 64 * 1024 * 1024,
  /** The intake of one commit: about so many bytes, and so many items at most. */
  importSliceBytes: 1024 * 1024,
  importSliceItems: 200,
  /** Of one account, and what one of its conversations is shown with at most. */
  importsPerAccountMax: 100,
  importItemsMax: 5_000_000,
  importParticipantsMax: 100,
  importFilesMax: 100,
  importPartsMax: 1_000,
  importKeyCharsMax: 500,

  // Deletion
  /** Accounts that are erased by turns, and conversations that a refusal names. */
  deletionsAtOnce: 5,
  deletionReasonsMax: 20,
  /** Pages of the index of words that one commit writes anew to erase words. */
  wordMergePages: 128,
  /** How many times as long as such a run the rest after it is. */
  wordRestFactor: 10,

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
  directoryQueryCharsMax: 500,
  directoryTermsMax: 16,
  directoryPageDefault: 10,
  directoryPageMax: 50,
  /** Whom a person is offered while they type an address. */
  suggestionsMax: 6,
} as const;
