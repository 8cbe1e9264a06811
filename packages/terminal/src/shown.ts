import { cleanLine } from "../../../src/core/base/text.ts";
import type {
  Conversation,
  GetConversationOutput,
  Message,
} from "../../client/src/generated/types.ts";
import { showFields, showTable } from "./columns.ts";
import { quoted } from "./safe_text.ts";

/** Conversations as a table; an asterisk marks those that wait for the caller. */
export function showConversations(all: readonly Conversation[]): string {
  if (all.length === 0) return "Nothing here.";
  // Most have no deadline: then there is no column of it.
  const isDue = all.some((it) => dueOf(it) !== "");
  const due = (words: string) => (isDue ? [words] : []);
  return showTable([
    [
      "",
      "Conversation",
      "State",
      "Price",
      ...due("Due"),
      "From or to",
      "Title",
    ],
    ...all.map((it) => [
      it.needsYou ? "*" : it.unread ? "+" : "",
      it.conversationId,
      it.state,
      priceOf(it),
      ...due(dueOf(it)),
      otherSideOf(it),
      it.title,
    ]),
  ]);
}

/** The sender; for who sent it themselves, the recipients. */
function otherSideOf({ from, folders, participants }: Conversation): string {
  if (!folders.includes("sent")) return from.address;
  const to = participants.filter(({ role }) => role === "to");
  const [first = from, ...more] = to;
  return `to ${first.address}${more.length > 0 ? ` and ${more.length} more` : ""}`;
}

type Participant = Conversation["participants"][number];

/** Deliveries that have not come, or never will. */
const NOT_THERE: Partial<Record<Participant["delivery"]["state"], string>> = {
  remote_queued: "on its way to their service",
  undelivered: "not delivered",
  invite_queued: "invite on its way",
  invite_deferred: "invite delayed",
  invite_limited: "invite delayed",
  invite_bounced: "email bounced",
  invite_suppressed: "wants no invites",
  invite_dropped: "not invited",
  no_such_account: "no such address",
};

function shownPerson({ address, role, delivery }: Participant): string {
  const why = delivery.because?.detail;
  const missing = why ? `not delivered: ${why}` : NOT_THERE[delivery.state];
  return `${address} (${missing ? `${role}, ${missing}` : role})`;
}

/** One conversation with its messages, each with author and time, and marked words. */
export function showConversation({
  conversation: it,
  messages,
  messagesOmitted: left,
}: GetConversationOutput): string {
  const people = it.participants.map(shownPerson);
  const files = it.artifacts.map(
    ({ artifactId, name }) => `${artifactId} ${name}`,
  );
  const fields = showFields(
    [
      ["Conversation", it.conversationId],
      ["Title", it.title],
      ["People", people.join(", ")],
      ["State", it.state],
      ["Price", priceOf(it) && `${priceOf(it)} (${it.payment.status})`],
      ["Due", dueOf(it)],
      ["Arbiter", it.terms?.arbiter ?? ""],
      ["Dispute", disputeOf(it)],
      ["Files", files.join(", ")],
      ["Next", it.nextStep.text],
      ["Page", it.links.web],
    ].filter((row): row is [string, string] => row[1] !== ""),
  );
  const before = left > 0 ? [`${left} earlier messages not shown.`] : [];
  return [fields, ...before, ...messages.map(showMessage)].join("\n\n");
}

/** How a dispute stands, with the numbers that can be taken. */
function disputeOf({ terms }: Conversation): string {
  const { status, splits = [], outcome } = terms?.dispute ?? {};
  if (status === undefined) return "";
  const open = splits
    .filter((it) => it.status === "open")
    .map((it) => `${it.number}: ${it.return.amount} back (${it.by})`);
  const end = outcome && `${outcome.return.amount} went back`;
  return [status, ...open, ...(end ? [end] : [])].join(", ");
}

function showMessage(message: Message): string {
  const { author, createdAt, text } = message;
  const by = bySaid(message);
  const head = cleanLine(`${createdAt} ${author.address}${by && ` (${by})`}`);
  return `${head}\n${quoted(text)}`;
}

/** The agent that wrote for its person, or the service that says what its account wrote. */
function bySaid({ actor, trust }: Message): string {
  if (actor.kind === "person") return "";
  const { origin } = trust;
  return actor.kind === "remote" && origin ? `says ${origin}` : actor.label;
}

/** The lines printed after a write: its outcome and the next step. */
export function showOutcome(it: Conversation): string {
  const next = it.nextStep.text;
  return cleanLine(`${it.conversationId} is ${it.state}${next && `: ${next}`}`);
}

const HOUR_MS = 3_600_000;

/** The time left for the work, or for the acceptance; "overdue" once it has passed. */
function dueOf({ state, terms, links }: Conversation): string {
  const accept = state === "submitted" ? terms?.acceptBy : undefined;
  const at = terms?.stepDueAt ?? terms?.dueAt ?? accept;
  if (at === undefined || links.followUp || state === "draft") return "";
  const left = Date.parse(at) - Date.now();
  if (left <= 0) return "overdue";
  const hours = Math.round(left / HOUR_MS);
  if (hours < 1) return "in < 1 h";
  return hours < 48 ? `in ${hours} h` : `in ${Math.round(hours / 24)} days`;
}

function priceOf({ payment }: Conversation): string {
  return payment.status === "none" ? "" : payment.price.amount;
}
