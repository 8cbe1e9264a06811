import type { QueryCall } from "../../access/context.ts";
import { LIMITS } from "../../base/limits.ts";
import { showMoney } from "../../base/money.ts";
import { balanceOf } from "../../payments/ledger.ts";
import { statementStore } from "../../payments/statement_store.ts";
import { listRows } from "../lists/list.ts";
import { isTerminal } from "../model/states.ts";
import { presentRows } from "../store/load.ts";
import { FIRST_PLACE } from "../store/store.ts";
import { NO_MESSAGES } from "../store/window.ts";
import type { ConversationView } from "./present.ts";

/** The newest conversations that wait for somebody. */
interface Looked {
  readonly views: readonly ConversationView[];
  /** True if there are older ones that were not looked at. */
  readonly isPartial: boolean;
}

/** Looks at what needs the caller's account, and at the newest of the rest. */
export async function lookAtOpen(call: QueryCall): Promise<Looked> {
  const limit = LIMITS.digestLookedMax;
  const page = { after: FIRST_PLACE, limit };
  const asked = await listRows(call, { ...page, view: "needs_you" });
  const requests = await listRows(call, { ...page, view: "requests" });
  const newest = await listRows(call, page);
  const first = [...asked.rows, ...requests.rows];
  const known = new Set(first.map((it) => it.conversationId));
  const rest = newest.rows.filter((it) => !known.has(it.conversationId));
  const rows = [...first, ...rest].slice(0, limit);
  const views = await presentRows(call, rows, NO_MESSAGES);
  return {
    views: views.filter((view) => {
      const { state, nextStep, archived, snoozedUntil, folders } = view;
      const isOver = isTerminal(state) && nextStep.who === "nobody";
      const isPut = archived || snoozedUntil !== null;
      const isAside = isPut && !folders.includes("needs_you");
      return state !== "draft" && !isOver && !isAside;
    }),
    isPartial: [asked, requests, newest].some(({ next }) => next !== null),
  };
}

const TURNS: readonly string[] = ["you", "person", "them"];

/** The few that are named: whose turn it is, then what ends first. */
export function mostPressing(views: readonly ConversationView[]) {
  const rank = ({ nextStep: { who } }: ConversationView) => TURNS.indexOf(who);
  return views
    .toSorted((one, other) => {
      const byTurn = rank(one) - rank(other);
      return byTurn || endOf(one).localeCompare(endOf(other));
    })
    .slice(0, LIMITS.digestNamedMax)
    .flatMap((view) => entryOf(view));
}

/** Items without a deadline are sorted after those that have one. */
function endOf({ nextStep }: ConversationView): string {
  return nextStep.by ?? "9";
}

function entryOf({
  conversationId,
  title,
  nextStep: { who, text, by },
  payment,
  participants: [sender, recipient],
  from,
  folders,
}: ConversationView) {
  if (who === "nobody") return [];
  const isMine = folders.includes("sent") || folders.includes("drafts");
  const other = isMine ? recipient?.address : (sender?.address ?? from.address);
  return [
    {
      conversationId,
      who,
      title,
      from: other ?? from.address,
      text,
      ...(by !== undefined && { by }),
      ...(payment.status !== "none" && { price: payment.price.amount }),
    },
  ];
}

/** What the account has, in as few words as there are. */
export async function listedMoney(call: QueryCall) {
  const { accountId } = call.member;
  const amounts = await statementStore(call.db).held(accountId);
  return {
    available: showMoney(await balanceOf(call, accountId)).amount,
    held: showMoney(amounts.held).amount,
    incoming: showMoney(amounts.incoming).amount,
    currency: "USDC" as const,
    label: "TEST" as const,
  };
}
