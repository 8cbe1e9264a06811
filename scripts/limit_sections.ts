import type { LimitSection } from "./limit_rows.ts";
import { CUT, row } from "./limit_rows.ts";
import { SERVICE_SECTIONS } from "./limit_sections_service.ts";

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
        "All bodies above `bodyCountedAboveBytes` that are read and not answered; the others wait unread for ten seconds",
        "unavailable",
      ),
      row(
        "bodyBytesAtOncePerAccount",
        "Those of one account, or of one network address",
        "unavailable",
      ),
      row("bodiesAtOncePerAccount", "How many of them at once", "unavailable"),
      row(
        "refusedBodiesPerMinuteMax",
        "Bodies of one account, or of one network address, that are refused in a minute; one of more than 64 KiB counts once more for each of them",
        "rate_limited",
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
      row("templatesMax", "Templates of an account", "quota_exceeded"),
      row("templateNameCharsMax", "The name of a template", "invalid_input"),
      row("templateTextCharsMax", "The words of a template", "invalid_input"),
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
        "All files and messages of an account, what it imported too",
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
      row(
        "threadMessagesMax",
        "Newest messages of a conversation in any answer",
        {
          does: "`messagesOmitted` and `before` say what is left",
        },
      ),
      row(
        "threadBytesMax",
        "A conversation in any answer, but for its newest message and what may be done now",
        {
          does: "`messagesOmitted` and `before` say what is left",
        },
      ),
      row("readMessagesDefault", "Messages of a page of a read", {
        does: "`messagesOmitted` and `before` say what is left",
      }),
      row("readMessagesMax", "The same with `limit`", "invalid_input"),
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
        "Words that its last one may be the beginning of, looked for together",
        { does: "Others are looked for after them" },
      ),
      row("searchSlicesMax", "How many times so many words are looked for", {
        does: "Words later in the alphabet are not found: type one more letter",
      }),
      row("indexedWordCharsMax", "Of a word, what it is found by", {
        does: "Two that differ further on are found alike",
      }),
      row("indexedTermsMax", "Different words of a text, times its readers", {
        does: "Later ones do not find it",
      }),
      row(
        "searchNewestMax",
        "Newest messages looked through for words in quotes",
        {
          does: "Older ones are not found",
        },
      ),
      row("searchPhraseCharsMax", "How far into each of them", {
        does: "Words further on are not found",
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
      row("toolResultBytesMax", "About all that a tool's result holds", {
        does: "The result says where it was cut",
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
  ...SERVICE_SECTIONS,
];
