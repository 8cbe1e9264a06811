import type { LimitSection } from "./limit_rows.ts";
import { row } from "./limit_rows.ts";

const REST_AGAIN = { does: "The rest is left for the same file sent again" };

/** The bounds of money, webhooks, streams, accounts and mail. */
export const SERVICE_SECTIONS: readonly LimitSection[] = [
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
      row("deliveriesAtOnceOfOne", "Messages under way to one", {
        does: "The others wait",
      }),
      row("webhookWaitingMax", "Events that wait for one", {
        does: "Later ones are made once there is room",
      }),
      row("webhookAttemptMs", "How long an answer may take", {
        does: "It counts as not taken",
      }),
      row("webhookAnswerBytesMax", "The part of an answer that is kept", {
        does: "The rest is not read",
      }),
      row(
        "webhookAskedPerHostMinute",
        "Events to one host that tests and replays of all accounts send in a minute",
        "rate_limited",
      ),
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
    title: "Web Push",
    rows: [
      row("pushDevicesMax", "Devices of an account", "quota_exceeded"),
      row("pushWaitingMax", "Notices that wait for one", {
        does: "Further ones are in the inbox alone",
      }),
      row("pushKeptMs", "How long a notice may wait", {
        does: "It is told no more",
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
      row(
        "textBytesPerMinuteMax",
        "Text of all changes in a minute, files apart",
        "rate_limited",
      ),
      row("textBytesPerDayMax", "The same in 24 hours", "rate_limited"),
    ],
  },
  {
    title: "What an account has",
    rows: [
      row("contactsMax", "Contacts", "quota_exceeded"),
      row("contactFileBytesMax", "A file of contacts", "payload_too_large"),
      row(
        "contactFileEntriesMax",
        "Addresses, and lines, of such a file",
        "payload_too_large",
      ),
      row("contactsAddedMax", "Contacts that one import adds", REST_AGAIN),
      row(
        "exportsPerDayMax",
        "Exports that are begun a day",
        "too_many_exports",
      ),
      row(
        "exportsKeptBytesMax",
        "Space of all exports, beside the files",
        "too_many_exports",
      ),
      row("exportKeptBytesMax", "The same of one", { does: "It fails" }),
      row("exportKeptHours", "Hours that an export is kept", {
        does: "It is deleted",
      }),
      row("freshSignInMs", "Age of a sign-in that may export", "sign_in_again"),
      row("localPartCharsMax", "The part before the @", "invalid_address"),
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
