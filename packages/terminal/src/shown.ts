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
  return showTable([
    ["", "Conversation", "State", "Price", "From", "Title"],
    ...all.map((it) => [
      it.needsYou ? "*" : it.unread ? "+" : "",
      it.conversationId,
      it.state,
      priceOf(it),
      it.from.address,
      it.title,
    ]),
  ]);
}

/** One conversation with its messages, each with author and time, and marked words. */
export function showConversation({
  conversation: it,
  messages,
  messagesOmitted: left,
}: GetConversationOutput): string {
  const people = it.participants.map(
    ({ address, role }) => `${address} (${role})`,
  );
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
      ["Files", files.join(", ")],
      ["Next", it.nextStep.text],
      ["Page", it.links.web],
    ].filter((row): row is [string, string] => row[1] !== ""),
  );
  const before = left > 0 ? [`${left} earlier messages not shown.`] : [];
  return [fields, ...before, ...messages.map(showMessage)].join("\n\n");
}

function showMessage({ author, actor, createdAt, text }: Message): string {
  const by = actor.kind === "person" ? "" : ` (${actor.label})`;
  const head = cleanLine(`${createdAt} ${author.address}${by}`);
  return `${head}\n${quoted(text)}`;
}

/** The lines printed after a write: its outcome and the next step. */
export function showOutcome(it: Conversation): string {
  const next = it.nextStep.text;
  return cleanLine(`${it.conversationId} is ${it.state}${next && `: ${next}`}`);
}

function priceOf({ payment }: Conversation): string {
  return payment.status === "none" ? "" : payment.price.amount;
}
