import type { LIMITS } from "../src/core/base/limits.ts";
import type { ErrorCode } from "../src/core/errors/error_table.ts";

export type LimitName = keyof typeof LIMITS;

/** A bound that a caller meets, and what happens beyond it. */
interface LimitRow {
  readonly limit: LimitName;
  readonly of: string;
  /** The code of the error, or what is done instead. */
  readonly beyond: ErrorCode | { readonly does: string };
}

interface LimitSection {
  readonly title: string;
  readonly rows: readonly LimitRow[];
}

const row = (
  limit: LimitName,
  of: string,
  beyond: LimitRow["beyond"],
): LimitRow => ({ limit, of, beyond });

const CUT = { does: "The page ends early, with its cursor" };

/** Every bound that a caller meets, as docs/limits.md shows them. */
export const SECTIONS: readonly LimitSection[] = [
  {
    title: "Requests",
    rows: [
      row(
        "requestBytesMax",
        "A body without its files (base64 in `raw` or `bytes`), on any wire",
        "payload_too_large",
      ),
      row("fileRequestBytesMax", "A body with its files", "payload_too_large"),
      row(
        "uploadRequestBytesMax",
        "The same of `POST …/artifacts`",
        "payload_too_large",
      ),
      row(
        "oauthRequestBytesMax",
        "A form of a page, and of OAuth",
        "payload_too_large",
      ),
      row(
        "inviteFormBytesMax",
        "A form on the page of an invite",
        "payload_too_large",
      ),
      row("formFieldsMax", "Fields of a form", "payload_too_large"),
      row(
        "bodyWaitMs",
        "How long a body may take, and what comes at `bodyBytesPerSecondMin` as much longer as it is long",
        "request_timeout",
      ),
      row(
        "bodyBytesAtOnceMax",
        "What is held of all bodies above `bodyCountedAboveBytes` that are on their way",
        "unavailable",
      ),
      row(
        "callsAtOnceMax",
        "Calls of all accounts that are under way at once",
        "unavailable",
      ),
      row("jsonDepthMax", "Levels of nesting", "invalid_json"),
      row(
        "jsonValuesMax",
        "Values in a body; an empty list or object counts twice",
        "payload_too_large",
      ),
      row("faultsMax", "Wrong fields that one error names", {
        does: "The others are left out",
      }),
      row("unknownNamesTold", "Unknown names that one error tells of", {
        does: "The others are left out",
      }),
      row("errorTextCharsMax", "Each text of an error", { does: "It is cut" }),
      row("idempotencyKeyCharsMax", "An idempotency key", "invalid_input"),
      row(
        "idempotencyKeptMs",
        "How long a repeat under a key gets the first answer",
        { does: "It is a new request" },
      ),
    ],
  },
  {
    title: "Conversations",
    rows: [
      row("titleCharsMax", "A title", "invalid_input"),
      row("recipientsMax", "Recipients in all", "invalid_input"),
      row(
        "partsMax",
        "Parts of a message; counted before one of them is looked at",
        "invalid_input",
      ),
      row("textCharsMax", "The text of one part", "invalid_input"),
      row("reasonCharsMax", "A reason", "invalid_input"),
      row("commentCharsMax", "A comment on a decision", "invalid_input"),
      row("statementCharsMax", "The statement of a receipt", "invalid_input"),
      row("messagesMax", "Messages of a conversation", "quota_exceeded"),
      row(
        "conversationCharsMax",
        "All texts of a conversation",
        "quota_exceeded",
      ),
      row(
        "conversationContentCharsMax",
        "The same with its data and the files within its messages",
        "quota_exceeded",
      ),
      row("labelsMax", "Labels of an account", "quota_exceeded"),
      row(
        "labelsPerConversationMax",
        "Labels on a conversation",
        "quota_exceeded",
      ),
      row("labeledMax", "Conversations with a label", "quota_exceeded"),
      row("labelCharsMax", "The name of a label", "invalid_input"),
      row("draftsMax", "Drafts of an account", "quota_exceeded"),
      row("inboxRulesMax", "Rules of an account", "quota_exceeded"),
      row("ruleWordsCharsMax", "The words of a rule", "invalid_input"),
      row("snoozeDaysMax", "Days that one is snoozed", "invalid_input"),
      row("sendLaterDaysMax", "Days until a draft is sent", "invalid_input"),
      row(
        "questionsFirstMax",
        "Questions of a recipient before an acceptance",
        "quota_exceeded",
      ),
    ],
  },
  {
    title: "Files",
    rows: [
      row("uploadBytesMax", "One file", "payload_too_large"),
      row(
        "artifactsPerConversationMax",
        "Files of a conversation",
        "quota_exceeded",
      ),
      row(
        "artifactBytesPerAccountMax",
        "All files of an account",
        "quota_exceeded",
      ),
      row("artifactNameCharsMax", "The name of a file", "invalid_input"),
      row(
        "uriCharsMax",
        "An address of a file that is elsewhere",
        "invalid_input",
      ),
    ],
  },
  {
    title: "Pages, batches and searches",
    rows: [
      row("pageMax", "Items of a page", "invalid_input"),
      row(
        "flaggedAtOnceMax",
        "Conversations whose flags one call sets",
        "invalid_input",
      ),
      row("fileCharsMax", "Characters of a file in one part", "invalid_input"),
      row("digestLookedMax", "Conversations that a digest looks at", {
        does: "`isPartial` says so",
      }),
      row(
        "answerBytesMax",
        "About all that an answer holds: a page, a thread, a batch over A2A (of which the calls that are left are `unavailable`)",
        CUT,
      ),
      row("readMessagesMax", "Newest messages that a read shows", {
        does: "`messagesOmitted` and `before` say what is left",
      }),
      row("itemMessagesMax", "The same of an item of a list", {
        does: "`messagesOmitted` and `before` say what is left",
      }),
      row(
        "checkpointsReadMax",
        "Newest decisions of a conversation that a read shows, beside those that wait",
        { does: "Older ones are in the audit record" },
      ),
      row("auditPageMax", "Records of a page", "invalid_input"),
      row("searchCharsMax", "The words of a search", "invalid_input"),
      row("searchFoundMax", "Newest messages with the words of a search", {
        does: "Older ones are not found",
      }),
      row(
        "searchBeginningsMax",
        "Words that its last one may be the beginning of",
        {
          does: "Others are found in the newest messages alone",
        },
      ),
      row("searchNewestMax", "Newest messages that are looked through then", {
        does: "Older ones are not found",
      }),
      row("searchNewestCharsMax", "How far into each of them", {
        does: "What stands further on is not found",
      }),
      row("snippetCharsMax", "The snippet of a message that was found", {
        does: "Cut at words",
      }),
      row("snippetLookedCharsMax", "How far into it a snippet is looked for", {
        does: "Without a snippet",
      }),
      row(
        "listLookedMax",
        "Conversations that a page by state or context looks at",
        CUT,
      ),
      row("listMs", "How long such a page looks", CUT),
      row("toolMessagesDefault", "Newest messages that a tool shows", {
        does: "`messagesOmitted` and `before` say what is left",
      }),
      row("toolResultBytesMax", "About all that a tool's result holds", {
        does: "What is cut is said",
      }),
      row("a2aPageMax", "Tasks of a page over A2A", "invalid_input"),
      row("batchCallsMax", "Calls of a batch over MCP or A2A", {
        does: "The batch is refused whole, JSON-RPC -32600",
      }),
      row(
        "batchMs",
        "How long the calls of a batch over A2A may take together",
        "unavailable",
      ),
      row(
        "longReadsAtOnce",
        "Lists, counts, searches and reads of an account that run at once",
        { does: "The next waits for its turn" },
      ),
      row("longReadsWaitingMax", "The same that wait", "rate_limited"),
      row(
        "longReadMs",
        "How long a list, a count or a read of a long thread may take",
        "unavailable",
      ),
    ],
  },
  {
    title: "Money",
    rows: [
      row("priceMax", "A price, in micro-USDC", "invalid_price"),
      row("holdDaysMax", "Days that a price is held", "invalid_input"),
      row(
        "refundDays",
        "Days after a release in which it can be refunded",
        "refund_expired",
      ),
      row(
        "afterwordDays",
        "Days after a completion in which a message can be added",
        "conversation_closed",
      ),
      row("quoteMs", "How long a quote is good", "quote_expired"),
    ],
  },
  {
    title: "Webhooks",
    rows: [
      row("webhooksMax", "Webhooks of an account", "quota_exceeded"),
      row("webhookAtOnceMax", "Messages under way to one", {
        does: "The others wait",
      }),
      row("webhookWaitingMax", "Events that wait for one", {
        does: "Later ones are made once there is room",
      }),
      row("webhookAttemptMs", "How long an answer may take", {
        does: "It counts as not taken",
      }),
      row("webhookAnswerBytesMax", "What is kept of an answer", {
        does: "The rest is not read",
      }),
      row("webhookReplayMax", "Events that one call replays", {
        does: "The oldest are replayed",
      }),
      row("webhookFailingMs", "How long one may take nothing", {
        does: "It is paused",
      }),
      row("webhookLogDays", "Days that its log is kept", {
        does: "It is forgotten",
      }),
    ],
  },
  {
    title: "Streams of events",
    rows: [
      row(
        "streamsPerConversationMax",
        "Streams of a caller in one conversation",
        "too_many_streams",
      ),
      row("streamsPerCallerMax", "Streams of a caller", "too_many_streams"),
      row("waitSecondsMax", "Seconds that a read may wait", "invalid_input"),
      row(
        "waitersPerAccountMax",
        "Waiting calls of an account",
        "rate_limited",
      ),
      row("waitersMax", "Waiting calls in all", "rate_limited"),
      row(
        "changesPageMax",
        "Changes that one answer of `GET /v1/changes` looks at",
        "invalid_input",
      ),
      row(
        "changesKeptDays",
        "Days that a state of it is of use",
        "state_expired",
      ),
      row(
        "streamReplayMax",
        "Events that are told again after `Last-Event-ID`",
        { does: "`ready` says where to read on" },
      ),
    ],
  },
  {
    title: "Rates of an account",
    rows: [
      row("readsPerMinuteMax", "Reads a minute", "rate_limited"),
      row("writesPerMinuteMax", "Changes a minute", "rate_limited"),
      row("createsPerMinuteMax", "New conversations a minute", "rate_limited"),
      row("resolvesPerMinuteMax", "Resolutions a minute", "rate_limited"),
      row(
        "availableChecksPerMinuteMax",
        "Looks at whether a name is free, a minute",
        "rate_limited",
      ),
    ],
  },
  {
    title: "What an account has",
    rows: [
      row("contactsMax", "Contacts", "quota_exceeded"),
      row(
        "exportsPerDayMax",
        "Exports that are begun a day",
        "too_many_exports",
      ),
      row(
        "exportsKeptBytesMax",
        "What the exports of all accounts keep beside the files",
        "too_many_exports",
      ),
      row("exportKeptBytesMax", "The same of one", { does: "It fails" }),
      row("exportKeptHours", "Hours that an export is kept", {
        does: "It is deleted",
      }),
      row("freshSignInMs", "Age of a sign-in that may export", "sign_in_again"),
      row("localPartCharsMax", "What stands before the @", "invalid_address"),
      row("reportsPerDayMax", "Reports of abuse a day", "rate_limited"),
      row("reportNoteCharsMax", "The note of a report", "invalid_input"),
      row("credentialsPerAccountMax", "Credentials", "quota_exceeded"),
      row(
        "credentialListMax",
        "Addresses, or contact types, that one access names",
        "invalid_input",
      ),
      row("domainsPerAccountMax", "Domains", "quota_exceeded"),
      row("skillsMax", "Skills of a profile", "invalid_input"),
      row(
        "profileSkillsBytesMax",
        "All skills of a profile as JSON",
        "invalid_input",
      ),
      row(
        "profileDescriptionCharsMax",
        "The description of a profile",
        "invalid_input",
      ),
      row(
        "grantsWaitingMax",
        "Changes of contacts that wait for a person",
        "quota_exceeded",
      ),
    ],
  },
  {
    title: "Mail to ordinary addresses",
    rows: [
      row(
        "invitesPerSeatDayMax",
        "Invites to an address for one conversation, a day",
        { does: "`invite_deferred`: what is over is gathered into one" },
      ),
      row(
        "invitesPerAddressDayMax",
        "Invites to an address, whoever sends, a day",
        { does: "`invite_deferred`" },
      ),
      row("invitesPerSenderHourMax", "Invites of a sender, an hour", {
        does: "`invite_limited`",
      }),
      row("invitesPerSenderDayMax", "Invites of a sender, a day", {
        does: "`invite_limited`",
      }),
    ],
  },
];
