import type { QueryCall } from "../../../access/context.ts";
import { LIMITS } from "../../../base/limits.ts";
import { labelOf, showMoney } from "../../../base/money.ts";
import { balanceOf } from "../../../payments/ledger.ts";
import type { HeldSums } from "../../../payments/statement_store.ts";
import { statementStore } from "../../../payments/statement_store.ts";
import { usdcApart } from "../../../payments/totals/usdc_apart.ts";
import { FIRST_PLACE } from "../../acts/store/store.ts";
import type { ViewCounts } from "../../acts/store/views_store.ts";
import { NO_MESSAGES } from "../../acts/store/window.ts";
import { SECTIONS } from "../../model/schemas.ts";
import { isTerminal } from "../../model/states.ts";
import type { ConversationView } from "../projection/present.ts";
import { begunStore } from "./begun_store.ts";
import { listRows } from "./list.ts";
import type { ListedRow } from "./list_store.ts";
import { presentRows } from "./present_rows.ts";

/** Conversations by whose turn it is, and the newest of them. */
interface Looked {
  readonly counts: Readonly<Record<"you" | "person" | "them", number>>;
  readonly views: readonly ConversationView[];
  /** True if some were not judged for whether it is the caller's or their person's turn. */
  readonly isPartial: boolean;
}

/** The lists that a digest looks at, the most pressing first, with the share of each. */
const SHARES = [
  [{ view: "needs_you" }, 0.5],
  [{ view: "requests" }, 0.1],
  [{ view: "waiting" }, 0.1],
  // A request that waits for money is among the drafts.
  [{ view: "drafts", state: "auth-required" }, 0.05],
  [{ view: "inbox" }, 0.25],
] as const;

/**
 * Reads what needs the caller's account, and some of the rest. Waiting ones are counted as in
 * the views, so many of one kind hide no other.
 */
export async function lookAtOpen(
  call: QueryCall,
  counted: ViewCounts,
): Promise<Looked> {
  const { db, member } = call;
  const found = new Map<string, ListedRow>();
  let isWhole = true;
  for (const [list, share] of SHARES) {
    const { view } = list;
    if (view === "drafts" && counted.drafts === 0) continue;
    const limit = Math.ceil(LIMITS.digestLookedMax * share);
    const page = { after: FIRST_PLACE, limit, ...list };
    const { rows, next } = await listRows(call, page);
    isWhole &&= next === null || view === "waiting";
    for (const row of rows) found.set(row.conversationId, row);
    if (view !== "needs_you" || next === null) continue;
    const begun = await begunStore(db)(member.accountId, limit);
    for (const row of begun) found.set(row.conversationId, row);
  }
  const rows = [...found.values()];
  const views = (await presentRows(call, rows, NO_MESSAGES)).filter(isOpen);
  const turns = (who: string) =>
    views.filter(({ nextStep }) => nextStep.who === who).length;
  const person = turns("person");
  const asks = counted.needsYou + counted.requests;
  // Those not read are assumed to be as the others.
  const more = Math.max(0, asks - views.filter(isAsking).length);
  const isPersons = person > 0 && turns("you") === 0;
  return {
    counts: {
      you: turns("you") + (isPersons ? 0 : more),
      person: person + (isPersons ? more : 0),
      them: Math.max(counted.waiting, turns("them")),
    },
    views,
    isPartial: !isWhole,
  };
}

function isOpen(view: ConversationView): boolean {
  const { state, nextStep, archived, snoozedUntil, folders } = view;
  const isOver = isTerminal(state) && nextStep.who === "nobody";
  const isPut = archived || snoozedUntil !== null;
  const isAside = isPut && !folders.includes("needs_you");
  return state !== "draft" && !isOver && !isAside;
}

function isAsking({ folders }: ConversationView): boolean {
  return folders.includes("needs_you") || folders.includes("requests");
}

const TURNS: readonly string[] = ["you", "person", "them"];

/**
 * The few named ones: the account's own money, decisions and replies before strangers'
 * offers; then whose turn it is, and the earliest end.
 */
export function mostPressing(views: readonly ConversationView[]) {
  return views
    .toSorted((one, other) => {
      const byRank = rankOf(one) - rankOf(other);
      return byRank || endOf(one).localeCompare(endOf(other));
    })
    .slice(0, LIMITS.digestNamedMax)
    .flatMap((view) => entryOf(view));
}

function rankOf(view: ConversationView): number {
  const { section, folders, nextStep } = view;
  if (section !== null && !isStrangersOffer(view)) {
    return SECTIONS.indexOf(section);
  }
  const turn = section === null ? 1 + TURNS.indexOf(nextStep.who) : 0;
  const isRequest = folders.includes("requests");
  return SECTIONS.length + turn + (isRequest ? TURNS.length : 0);
}

/**
 * A price does not put a stranger's offer ahead of the account's own work: it costs a
 * stranger nothing.
 */
function isStrangersOffer({ state, checkpoints }: ConversationView): boolean {
  return (
    state === "submitted" &&
    checkpoints.some(
      ({ act, status, askedBy }) =>
        act === "accept" &&
        status === "open" &&
        askedBy?.trust?.relation === "stranger",
    )
  );
}

/** Items without a deadline come after those with one. */
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
      ...(payment.status !== "none" && {
        price: payment.price.amount,
        ...labelOf(payment.rail),
      }),
    },
  ];
}

/** The account's money, in as few words as possible. */
export async function listedMoney(call: QueryCall) {
  const { accountId } = call.member;
  const store = statementStore(call.db);
  const shown = ({ held, incoming }: HeldSums) => ({
    held: showMoney(held).amount,
    incoming: showMoney(incoming).amount,
  });
  return {
    available: showMoney(await balanceOf(call, accountId)).amount,
    ...shown(await store.held(accountId, "TEST")),
    currency: "USDC" as const,
    label: "TEST" as const,
    ...usdcApart(call, await store.held(accountId, "USDC"), shown),
  };
}
