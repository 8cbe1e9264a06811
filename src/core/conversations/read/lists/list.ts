/**
 * Which conversations are in a view, in which order, and which hold a word? `search.ts`
 * finds words (`query.ts` reads `q`, `with_words.ts` and `refined_store.ts` look it up),
 * `payment_rows.ts` is the table of payments.
 * @module
 */
import type { QueryCall } from "../../../access/context.ts";
import { LIMITS } from "../../../base/limits.ts";
import { pace } from "../../../base/pace.ts";
import type { ListPlace } from "../../acts/store/store.ts";
import { conversationStore } from "../../acts/store/store.ts";
import type { ViewCounts } from "../../acts/store/views_store.ts";
import { countViews } from "../../acts/store/views_store.ts";
import type { View } from "../../model/schemas.ts";
import { isOpenTo } from "../../model/turn/delegated.ts";
import { labelledRows } from "./labelled_store.ts";
import type { InView, ListedRow, Narrowing, Sorting } from "./list_store.ts";
import { bitsOf, listStore } from "./list_store.ts";
import { sliceStore } from "./slice_store.ts";

/** The selected conversations of an account: all by default. */
export interface Selection extends Narrowing, InView {
  /** By the time of the last change if absent. */
  readonly order?: Sorting;
  /** Only those whose state is from this moment or later. */
  readonly since?: number;
}

/** A page of a selection. */
export interface ListAsked extends Selection {
  readonly after: ListPlace;
  readonly limit: number;
}

/** A page of viewer rows, and where the next page starts; null after the last. */
export interface RowPage {
  readonly rows: readonly ListedRow[];
  readonly next: ListPlace | null;
}

/**
 * One page of a selection, newest first. A selection without an index is filtered from the
 * few rows of another index, or from slices; then the page ends early once it has read as
 * many as one request may, and the next one continues there.
 */
export async function listRows(
  call: QueryCall,
  asked: ListAsked,
): Promise<RowPage> {
  const { labelId } = asked;
  if (labelId !== undefined) return await labelledOf(call, asked, labelId);
  if (isRange(asked)) return await rangeOf(call, asked);
  const ids = await fewOf(call, asked);
  return ids ? await amongRows(call, asked, ids) : await slicesOf(call, asked);
}

async function labelledOf(
  call: QueryCall,
  asked: ListAsked,
  labelId: string,
): Promise<RowPage> {
  const found = await labelledRows(call.db)(call.member.accountId, {
    ...asked,
    labelId,
    limit: asked.limit + 1,
  });
  return pageOf(found, asked);
}

/** One page of a selection among given conversations. */
export async function amongRows(
  call: QueryCall,
  asked: ListAsked,
  ids: readonly string[],
): Promise<RowPage> {
  const { order = "updatedAt", since = 0, limit } = asked;
  const found = await listStore(call.db).among(call.member.accountId, order, {
    ...asked,
    ids,
    since,
    bits: bitsOf(asked),
    limit: limit + 1,
  });
  return pageOf(found, asked);
}

/** Lists the decisions of somebody who only decides for the account, and nothing else. */
export async function decidableRows(
  call: QueryCall,
  page: Pick<ListAsked, "after" | "limit">,
): Promise<RowPage> {
  const { accountId } = call.member;
  const store = conversationStore(call.db);
  const views = (["needs_you", "requests"] as const).map((view) =>
    listStore(call.db).idsOfView(accountId, view),
  );
  const ids: string[] = [];
  for (const id of (await Promise.all(views)).flat()) {
    await pace.turn();
    const row = await store.viewerRow(id, accountId);
    const about = row && (await store.frame(id, row.version));
    if (about && isOpenTo(call, about)) ids.push(id);
  }
  return await amongRows(call, page, ids);
}

/** The size of a selection; its operation says what is counted. */
export async function countRows(
  call: QueryCall,
  selection: Selection,
): Promise<number> {
  const { accountId } = call.member;
  const { view, contextId, state, since = 0 } = selection;
  if (isWhole(selection) && since === 0) {
    return (await countViews(call.db)(accountId))[COUNTS[view ?? "everything"]];
  }
  const store = listStore(call.db);
  const chosen = { contextId, state, bits: bitsOf(selection), since };
  const ids = await fewOf(call, selection);
  return ids
    ? await store.countAmong(accountId, { ...chosen, ids })
    : await store.countLatest(accountId, chosen);
}

const COUNTS: Readonly<Record<View | "everything", keyof ViewCounts>> = {
  everything: "everything",
  inbox: "inbox",
  sent: "sent",
  drafts: "drafts",
  archive: "archive",
  needs_you: "needsYou",
  payments: "payments",
  requests: "requests",
  waiting: "waiting",
  snoozed: "snoozed",
};

/** True for a selection that is one range of an index. */
function isRange(selection: Selection): boolean {
  const { view, order } = selection;
  return isWhole(selection) && (order !== "stateAt" || view === undefined);
}

/** True for a whole view, or for everything. */
function isWhole({
  section,
  contextId,
  state,
  refinement,
}: Selection): boolean {
  return [section, contextId, state, refinement].every(
    (it) => it === undefined,
  );
}

/** The whole view, below a place. */
async function rangeOf(call: QueryCall, asked: ListAsked): Promise<RowPage> {
  const { accountId } = call.member;
  const { order, view, since = 0, after } = asked;
  const below = { after, limit: asked.limit + 1 };
  const store = listStore(call.db);
  const found =
    order === "stateAt"
      ? await store.tasks(accountId, since, below)
      : await store.changes(accountId, view, below);
  return pageOf(found, asked);
}

/** All candidates, if an index knows that they are few. */
async function fewOf(
  call: QueryCall,
  { view, contextId }: Selection,
): Promise<readonly string[] | undefined> {
  const store = listStore(call.db);
  const isFew = (ids: readonly string[]) => ids.length <= LIMITS.listChosenMax;
  if (contextId !== undefined) {
    const ids = await store.idsOfContext(contextId);
    if (isFew(ids)) return ids;
  }
  if (view === undefined) return undefined;
  const ids = await store.idsOfView(call.member.accountId, view);
  return isFew(ids) ? ids : undefined;
}

/** Filters a range in slices, yielding in between, up to a number of rows and a time. */
async function slicesOf(call: QueryCall, asked: ListAsked): Promise<RowPage> {
  const endsAt = call.clock() + LIMITS.listMs;
  const limit = LIMITS.listSliceMax;
  const rows: ListedRow[] = [];
  let next: ListPlace | null = asked.after;
  // Answers from another thread would otherwise come before all waiting work.
  for (let looked = 0; next !== null && looked < LIMITS.listLookedMax; ) {
    await pace.turn();
    const page: RowPage = await rangeOf(call, { ...asked, after: next, limit });
    for (const row of await chosen(call, asked, page.rows)) {
      rows.push(row);
      if (rows.length === asked.limit) {
        return { rows, next: placeOf(row, asked) };
      }
    }
    looked += limit;
    next = page.next;
    if (call.clock() >= endsAt) break;
  }
  return { rows, next };
}

async function chosen(
  call: QueryCall,
  asked: ListAsked,
  slice: readonly ListedRow[],
): Promise<readonly ListedRow[]> {
  const bits = bitsOf(asked);
  const viewed = slice.filter(({ views }) => (views & bits) !== 0);
  const ids = viewed.map(({ conversationId }) => conversationId);
  const { accountId } = call.member;
  const fitting = await sliceStore(call.db).matching(accountId, ids, asked);
  return viewed.filter(({ conversationId }) => fitting.has(conversationId));
}

function pageOf(found: readonly ListedRow[], asked: ListAsked): RowPage {
  const rows = found.slice(0, asked.limit);
  const last = found.length > asked.limit ? rows.at(-1) : undefined;
  return { rows, next: last ? placeOf(last, asked) : null };
}

function placeOf(
  row: ListedRow,
  { order = "updatedAt" }: Selection,
): ListPlace {
  return { at: row[order], id: row.conversationId };
}
