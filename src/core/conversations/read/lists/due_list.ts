import type { QueryCall } from "../../../access/context.ts";
import { amountText } from "../../../base/money.ts";
import type { Say } from "../../../base/words/say.ts";
import { NO_MESSAGES } from "../../acts/store/window.ts";
import type { ConversationView } from "../projection/present.ts";
import { dueListStore } from "./due_list_store.ts";
import { presentRows } from "./present_rows.ts";

/** A thing that the account owes or waits for. */
interface DueItem {
  readonly at: string;
  readonly isOwed: boolean;
  readonly summary: string;
}

/** Everything due of the caller's account, as its calendar shows it. */
export async function dueOf(call: QueryCall) {
  const { accountId } = call.member;
  const rows = await dueListStore(call.db)(accountId);
  const views = await presentRows(call, rows, NO_MESSAGES);
  return views
    .flatMap((view) => {
      const me = view.participants.find((it) => it.accountId === accountId);
      const due =
        inDispute(view, call.say) ?? DUE_OF[me?.role ?? ""]?.(view, call);
      return due ? [{ ...due, ...placeOf(view) }] : [];
    })
    .toSorted((one, other) => one.at.localeCompare(other.at));
}

function placeOf({ id, nextStep, version, updatedAt }: ConversationView) {
  return { conversationId: id, text: nextStep.text, version, updatedAt };
}

const DUE_OF: Readonly<
  Record<
    string,
    (view: ConversationView, call: QueryCall) => DueItem | undefined
  >
> = { sender: dueFrom, to: dueBy };

/** A frozen price, whose other deadlines count no more. */
function inDispute(
  { terms, title, nextStep }: ConversationView,
  say: Say,
): DueItem | undefined {
  const { who, by: at } = nextStep;
  if (!terms?.disputed || at === undefined) return undefined;
  return { at, isOwed: who === "you", summary: say`In dispute: ${title}` };
}

/** Work that others owe, and a request that they may still accept. */
function dueFrom(
  view: ConversationView,
  { say }: QueryCall,
): DueItem | undefined {
  const { terms, state, title, participants: people } = view;
  const to = people.find(({ role }) => role === "to");
  const name = to?.displayName || to?.address || "";
  if (terms?.dueAt) {
    const summary = say`Due from ${name}: ${title}`;
    return { at: terms.dueAt, isOwed: false, summary };
  }
  if (state !== "submitted" || !terms?.acceptBy) return undefined;
  const summary = say`To be accepted by ${name}: ${title}`;
  return { at: terms.acceptBy, isOwed: false, summary };
}

/** Work that the account owes, a request to accept, or a price to sign for. */
function dueBy(
  { terms, state, title, payment }: ConversationView,
  { say, now }: QueryCall,
): DueItem | undefined {
  const { status, price, captureBefore } = payment;
  const isHeld = status === "held" && captureBefore !== undefined;
  const isPast = terms?.dueAt !== undefined && Date.parse(terms.dueAt) <= now;
  if (terms?.dueAt && !(isHeld && isPast)) {
    return { at: terms.dueAt, isOwed: true, summary: say`Due: ${title}` };
  }
  if (state === "submitted") {
    if (!terms?.acceptBy) return undefined;
    const summary = say`To accept: ${title}`;
    return { at: terms.acceptBy, isOwed: true, summary };
  }
  if (!isHeld) return undefined;
  const amount = amountText(price.amount, say.language);
  const summary = say`Sign to get ${amount}: ${title}`;
  return { at: captureBefore, isOwed: true, summary };
}
