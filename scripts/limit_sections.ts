import type { LimitSection } from "./limit_rows.ts";
import { CUT, row } from "./limit_rows.ts";
import { SERVICE_SECTIONS } from "./limit_sections_service.ts";

/** Every limit that a caller may reach, as docs/limits.md shows them. */
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
        "A body of `POST …/artifacts`",
        "payload_too_large",
      ),
      row(
        "oauthRequestBytesMax",
        "A form on a page or for OAuth",
        "payload_too_large",
      ),
      row(
        "inviteFormBytesMax",
        "A form on an invite's page",
        "payload_too_large",
      ),
      row("formFieldsMax", "Fields in a form", "payload_too_large"),
      row(
        "bodyWaitMs",
        "Time for a body to arrive; longer for large ones that come at `bodyBytesPerSecondMin` or faster",
        "request_timeout",
      ),
      row(
        "bodyBytesAtOnceMax",
        "All bodies above `bodyCountedAboveBytes` being read or answered; others wait unread for ten seconds",
        "unavailable",
      ),
      row(
        "bodyBytesAtOncePerAccount",
        "The same for one account or network address",
        "unavailable",
      ),
      row("bodiesAtOncePerAccount", "Number of them at once", "unavailable"),
      row(
        "refusedBodiesPerMinuteMax",
        "Refused bodies of one account or network address per minute; a body over 64 KiB counts once more for each 64 KiB",
        "rate_limited",
      ),
      row(
        "callsAtOnceMax",
        "Calls of all accounts in progress at once",
        "unavailable",
      ),
      row("jsonDepthMax", "Levels of nesting", "invalid_json"),
      row(
        "jsonValuesMax",
        "Values in a body; an empty list or object counts twice",
        "payload_too_large",
      ),
      row("faultsMax", "Wrong fields listed in one error", {
        does: "The rest is left out",
      }),
      row("unknownNamesTold", "Unknown names listed in one error", {
        does: "The rest is left out",
      }),
      row("errorTextCharsMax", "Each text in an error", { does: "It is cut" }),
      row("idempotencyKeyCharsMax", "An idempotency key", "invalid_input"),
      row(
        "idempotencyKeptMs",
        "Time for which a repeat with a key gets the first answer",
        { does: "It counts as a new request" },
      ),
    ],
  },
  {
    title: "Conversations",
    rows: [
      row("titleCharsMax", "A title", "invalid_input"),
      row("recipientsMax", "Recipients in total", "invalid_input"),
      row("partsMax", "Parts of a message", "invalid_input"),
      row("textCharsMax", "Text of one part", "invalid_input"),
      row("reasonCharsMax", "A reason", "invalid_input"),
      row("commentCharsMax", "A comment on a decision", "invalid_input"),
      row("statementCharsMax", "The statement of a receipt", "invalid_input"),
      row("messagesMax", "Messages of a conversation", "quota_exceeded"),
      row(
        "conversationCharsMax",
        "All text in a conversation",
        "quota_exceeded",
      ),
      row(
        "conversationContentCharsMax",
        "The same with data and files in its messages",
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
      row("offersMax", "Offers of an account", "quota_exceeded"),
      row("offerIdCharsMax", "The id of an offer", "invalid_input"),
      row("offerTitleCharsMax", "The title of an offer", "invalid_input"),
      row("offerTextCharsMax", "The description of an offer", "invalid_input"),
      row("offerOutputsMax", "Media types of an offer", "invalid_input"),
      row("offerCapacityMax", "The capacity of an offer", "invalid_input"),
      row(
        "walletOrdersPerMinuteMax",
        "Orders of one offer by wallets, per minute and network address",
        "rate_limited",
      ),
      row(
        "offerSchemaBytesMax",
        "The schema of an offer's input",
        "invalid_input",
      ),
      row("offerSchemaDepthMax", "Schemas in one another", "invalid_input"),
      row(
        "offerSchemaKeywordsMax",
        "Keywords of a schema, with its references followed",
        "invalid_input",
      ),
      row("offerInputBytesMax", "The input of an order", "invalid_input"),
      row("offerInputValuesMax", "Values in an input", "invalid_input"),
      row("offerInputDepthMax", "Values in one another", "invalid_input"),
      row("templatesMax", "Templates of an account", "quota_exceeded"),
      row("templateNameCharsMax", "The name of a template", "invalid_input"),
      row("templateTextCharsMax", "The words of a template", "invalid_input"),
      row("ruleWordsCharsMax", "The words of a rule", "invalid_input"),
      row("snoozeDaysMax", "Days to snooze a conversation", "invalid_input"),
      row(
        "sendLaterDaysMax",
        "Days to schedule a draft ahead",
        "invalid_input",
      ),
      row(
        "questionsFirstMax",
        "Questions from a recipient before accepting",
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
        "All files and messages of an account, including imports",
        "quota_exceeded",
      ),
      row("artifactNameCharsMax", "The name of a file", "invalid_input"),
      row("uriCharsMax", "URL of an external file", "invalid_input"),
    ],
  },
  {
    title: "Pages, batches and searches",
    rows: [
      row("pageMax", "Items on a page", "invalid_input"),
      row(
        "flaggedAtOnceMax",
        "Conversations in one update of flags",
        "invalid_input",
      ),
      row("fileCharsMax", "Characters of a file in one part", "invalid_input"),
      row("digestLookedMax", "Conversations checked for a digest", {
        does: "`isPartial` says so",
      }),
      row(
        "answerBytesMax",
        "Approximate size of an answer: a page, a thread, a batch over A2A (whose remaining calls are `unavailable`)",
        CUT,
      ),
      row(
        "threadMessagesMax",
        "Newest messages of a conversation in any answer",
        {
          does: "`messagesOmitted` and `before` lead to the rest",
        },
      ),
      row(
        "threadBytesMax",
        "A conversation in any answer, except its newest message and the possible actions",
        {
          does: "`messagesOmitted` and `before` lead to the rest",
        },
      ),
      row("readMessagesDefault", "Messages on a page of a read", {
        does: "`messagesOmitted` and `before` lead to the rest",
      }),
      row("readMessagesMax", "The same with `limit`", "invalid_input"),
      row(
        "checkpointsReadMax",
        "Newest decisions that a read shows, beside open ones",
        { does: "Older ones are in the audit records" },
      ),
      row("auditPageMax", "Records on a page", "invalid_input"),
      row("searchCharsMax", "Words in a search", "invalid_input"),
      row("searchFoundMax", "Newest messages found by a search", {
        does: "Older ones aren't found",
      }),
      row(
        "searchBeginningsMax",
        "Words matching the last one as a prefix, searched together",
        { does: "More are searched after them" },
      ),
      row("searchSlicesMax", "Number of such rounds", {
        does: "Words later in the alphabet aren't found; type another letter",
      }),
      row("indexedWordCharsMax", "Searchable beginning of a word", {
        does: "Words that differ only after it match each other",
      }),
      row("indexedTermsMax", "Distinct words of a text, times its readers", {
        does: "Further words don't find it",
      }),
      row("searchNewestMax", "Newest messages searched for words in quotes", {
        does: "Older ones aren't found",
      }),
      row("searchPhraseCharsMax", "Searched part of each of them", {
        does: "Later words aren't found",
      }),
      row("snippetCharsMax", "Snippet of a found message", {
        does: "Cut at words",
      }),
      row("snippetLookedCharsMax", "Part of a message searched for a snippet", {
        does: "Without a snippet",
      }),
      row(
        "listLookedMax",
        "Conversations checked for a page by state or context",
        CUT,
      ),
      row("listMs", "Time to look for such a page", CUT),
      row("toolResultBytesMax", "Approximate size of a tool's result", {
        does: "The result says where it was cut",
      }),
      row("a2aPageMax", "Tasks on a page over A2A", "invalid_input"),
      row("batchCallsMax", "Calls in a batch over MCP or A2A", {
        does: "The whole batch is refused, JSON-RPC -32600",
      }),
      row(
        "batchMs",
        "Total time for the calls of a batch over A2A",
        "unavailable",
      ),
      row(
        "longReadsAtOnce",
        "Lists, counts, searches and reads of an account at once",
        { does: "Others wait their turn" },
      ),
      row("longReadsWaitingMax", "The same, waiting", "rate_limited"),
      row(
        "longReadMs",
        "Time for a list, a count or a read of a long thread",
        "unavailable",
      ),
    ],
  },
  ...SERVICE_SECTIONS,
];
