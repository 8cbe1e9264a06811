import type { LimitSection } from "./limit_rows.ts";
import { row } from "./limit_rows.ts";

const REST_AGAIN = { does: "Send the same file again for the rest" };

/** The limits of money, webhooks, streams, accounts and mail. */
export const SERVICE_SECTIONS: readonly LimitSection[] = [
  {
    title: "Money",
    rows: [
      row("priceMax", "A price, in micro-USDC", "invalid_price"),
      row("holdDaysMax", "Days to hold a price", "invalid_input"),
      row("deadlineDaysMax", "Days to a deadline", "invalid_input"),
      row(
        "deadlineHoldDaysMax",
        "Days to hold a price with a deadline",
        "invalid_input",
      ),
      row("refundDays", "Days after a release to refund it", "refund_expired"),
      row(
        "afterwordDays",
        "Days after completion to add a message",
        "conversation_closed",
      ),
      row("quoteMs", "Validity of a quote", "quote_expired"),
    ],
  },
  {
    title: "Webhooks",
    rows: [
      row("webhooksMax", "Webhooks of an account", "quota_exceeded"),
      row("deliveriesAtOnceOfOne", "Messages in flight to one", {
        does: "The others wait",
      }),
      row("webhookWaitingMax", "Events queued for one", {
        does: "Later ones are added once there is room",
      }),
      row("webhookAttemptMs", "Time for an answer", {
        does: "It counts as failed",
      }),
      row("webhookAnswerBytesMax", "Stored part of an answer", {
        does: "The rest isn't read",
      }),
      row(
        "webhookAskedPerHostMinute",
        "Events per minute to one host from tests and replays of all accounts",
        "rate_limited",
      ),
      row("webhookReplayMax", "Events in one replay", {
        does: "The oldest are replayed",
      }),
      row("webhookFailingMs", "Time that one may keep failing", {
        does: "It is paused",
      }),
      row("webhookLogDays", "Days to keep its log", {
        does: "It is deleted",
      }),
      row(
        "taskPushesOfTaskMax",
        "Push configurations of an A2A task, for one account",
        "quota_exceeded",
      ),
      row("taskPushesMax", "All of an account", "quota_exceeded"),
      row("taskPushIdCharsMax", "Characters of the id of one", "invalid_input"),
      row(
        "taskPushSecretCharsMax",
        "Characters of its token or credentials",
        "invalid_input",
      ),
      row(
        "taskPushSchemeCharsMax",
        "Characters of its scheme of authentication",
        "invalid_input",
      ),
    ],
  },
  {
    title: "Web Push",
    rows: [
      row("pushDevicesMax", "Devices of an account", "quota_exceeded"),
      row("pushWaitingMax", "Notices queued for one", {
        does: "Further ones are only in the inbox",
      }),
      row("pushKeptMs", "Time that a notice may wait", {
        does: "It is dropped",
      }),
    ],
  },
  {
    title: "Event streams",
    rows: [
      row(
        "streamsPerConversationMax",
        "Streams of a caller in one conversation",
        "too_many_streams",
      ),
      row("streamsPerCallerMax", "Streams of a caller", "too_many_streams"),
      row("waitSecondsMax", "Seconds a read may wait", "invalid_input"),
      row(
        "waitersPerAccountMax",
        "Waiting calls of an account",
        "rate_limited",
      ),
      row("waitersMax", "Waiting calls in total", "rate_limited"),
      row(
        "changesPageMax",
        "Changes checked for one answer of `GET /v1/changes`",
        "invalid_input",
      ),
      row("changesKeptDays", "Days a state stays valid", "state_expired"),
      row("streamReplayMax", "Events resent after `Last-Event-ID`", {
        does: "`ready` says where to continue",
      }),
    ],
  },
  {
    title: "Rates of an account",
    rows: [
      row("readsPerMinuteMax", "Reads per minute", "rate_limited"),
      row("writesPerMinuteMax", "Changes per minute", "rate_limited"),
      row(
        "createsPerMinuteMax",
        "New conversations per minute",
        "rate_limited",
      ),
      row("resolvesPerMinuteMax", "Resolutions per minute", "rate_limited"),
      row(
        "availableChecksPerMinuteMax",
        "Checks of whether a name is free, per minute",
        "rate_limited",
      ),
      row(
        "visitsPerMinuteMax",
        "Reads of the pages and offers of accounts, per minute and network address",
        "rate_limited",
      ),
      row(
        "textBytesPerMinuteMax",
        "Text of all changes per minute, without files",
        "rate_limited",
      ),
      row("textBytesPerDayMax", "The same per 24 hours", "rate_limited"),
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
      row("exportsPerDayMax", "Exports started per day", "too_many_exports"),
      row(
        "exportsKeptBytesMax",
        "Space for all exports, beside the files",
        "too_many_exports",
      ),
      row("exportKeptBytesMax", "The same for one", { does: "It fails" }),
      row("exportKeptHours", "Hours to keep an export", {
        does: "It is deleted",
      }),
      row("freshSignInMs", "Age of a sign-in for an export", "sign_in_again"),
      row("localPartCharsMax", "The part before the @", "invalid_address"),
      row("reportsPerDayMax", "Abuse reports per day", "rate_limited"),
      row("reportNoteCharsMax", "The note of a report", "invalid_input"),
      row("credentialsPerAccountMax", "Credentials", "quota_exceeded"),
      row(
        "credentialListMax",
        "Addresses, or contact types, listed in one access",
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
        "Changes of contacts waiting for a person",
        "quota_exceeded",
      ),
    ],
  },
  {
    title: "Mail to ordinary addresses",
    rows: [
      row(
        "invitesPerSeatDayMax",
        "Invites to an address for one conversation, per day",
        { does: "`invite_deferred`: the rest is gathered into one" },
      ),
      row(
        "invitesPerAddressDayMax",
        "Invites to an address from all senders, per day",
        { does: "`invite_deferred`" },
      ),
      row("invitesPerSenderHourMax", "Invites from a sender, per hour", {
        does: "`invite_limited`",
      }),
      row("invitesPerSenderDayMax", "Invites from a sender, per day", {
        does: "`invite_limited`",
      }),
    ],
  },
];
