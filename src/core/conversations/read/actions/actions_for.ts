/**
 * Which actions does this caller have on a conversation now? Each file here asks the
 * functions by which the operations refuse, so that the two cannot differ; `of_guests.ts`
 * has those of a guest.
 * @module
 */
import { showMoney } from "../../../base/money.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { countOf } from "../../acts/decisions/vote.ts";
import type { Moves } from "../../model/turn/moves.ts";
import type { ActionName, ActionView } from "../../model/turn_schemas.ts";
import type { Row, Standpoint } from "./action.ts";
import { answersTo } from "./of_checkpoints.ts";
import { OF_DISPUTES } from "./of_disputes.ts";
import { OF_DRAFTS } from "./of_drafts.ts";
import { OF_ENDINGS } from "./of_endings.ts";
import { OF_GUESTS } from "./of_guests.ts";
import { OF_MONEY } from "./of_money.ts";
import { OF_TERMS } from "./of_terms.ts";
import { OF_THREADS } from "./of_threads.ts";

const ROWS: readonly Row[] = [
  ...OF_DRAFTS,
  ...OF_TERMS,
  ...OF_DISPUTES,
  ...OF_MONEY,
  ...OF_ENDINGS,
  ...OF_THREADS,
];

/**
 * The caller's possible actions now, most urgent first. Each action calls the functions with
 * which its operation refuses, so list and operation agree. Flags and a follow-up are always
 * possible and not listed.
 */
export async function actionsFor(at: Standpoint): Promise<ActionView[]> {
  const actions = await answersFor(at);
  for (const row of at.call.member.guest ? OF_GUESTS : ROWS) {
    if (row.isFor(at)) actions.push(await judged(row, at));
  }
  return actions;
}

/** Of these the answers to open decisions of the caller's account. */
export async function answersFor(at: Standpoint): Promise<ActionView[]> {
  const actions: ActionView[] = [];
  for (const checkpoint of at.conversation.checkpoints) {
    const isAsked = checkpoint.forAccountId === at.me.accountId;
    if (checkpoint.status !== "open" || !isAsked) continue;
    const count = await countOf(at.call, at.conversation, checkpoint);
    const isLast = !count || count.votes.length + 1 >= count.needed;
    const asked = {
      ...at,
      checkpoint,
      oneOf: isLast ? undefined : count.needed,
    };
    for (const row of answersTo(asked)) {
      const action = await judged(row, asked);
      actions.push({ ...action, checkpointId: checkpoint.id });
    }
  }
  return actions;
}

/** Errors about the access itself, not about the input. */
const OF_ACCESS: ReadonlySet<string> = new Set([
  "insufficient_scope",
  "limit_exceeded",
  "person_required",
]);

/** True if only the caller's access prevents each of these. Pure. */
export function isBarredFrom(
  actions: readonly ActionView[],
  names: readonly ActionName[],
): boolean {
  const those = actions.filter(({ name }) => names.includes(name));
  return (
    those.length > 0 &&
    those.every(({ because }) => OF_ACCESS.has(because?.code ?? ""))
  );
}

async function judged<S extends Standpoint>(
  row: Row<S>,
  at: S,
): Promise<ActionView> {
  const { name, operation } = row;
  const input = typeof row.input === "function" ? row.input(at) : row.input;
  const money = moneyOf(row.money?.(at));
  const needs = row.needs?.(at);
  const shown = {
    name,
    operation,
    title: row.title(at),
    ...(money && { money }),
    ...(input && { input }),
    ...(needs && { needs: [...needs] }),
  };
  try {
    const permit = await row.permit(at);
    return { ...shown, effect: row.effect(at, permit), ready: true };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code } = error;
    const detail = error.said(at.call.say);
    const effect = row.effect(at, { waits: false });
    return { ...shown, effect, ready: false, because: { code, detail } };
  }
}

/** The money that moves; held money that stays does not. */
function moneyOf(money: Moves | undefined): ActionView["money"] {
  if (!money || money.moves === "keep") return undefined;
  const { moves, amount, from, to } = money;
  return {
    moves,
    amount: showMoney(amount),
    ...(from !== undefined && { from }),
    to,
  };
}
