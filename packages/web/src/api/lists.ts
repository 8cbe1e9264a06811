import type { InfiniteData, Query, QueryClient } from "@tanstack/react-query";
import { KEYS } from "./queries.ts";
import { withOlder } from "./threads.ts";
import type { Conversation, Labels, Page, View } from "./types.ts";

/** The pages of a view that were read. */
export type Lists = InfiniteData<Page>;

/** A list with more pages is not read again at once, but started anew. */
const PAGES_READ_AGAIN = 4;

/**
 * True if a list is read again on returning to it. A long list is updated by changes instead:
 * reading all its pages would take a hundred requests.
 */
export function isReadAgain({
  state: { data, isInvalidated },
}: {
  readonly state: {
    readonly data: Lists | undefined;
    readonly isInvalidated: boolean;
  };
}): boolean {
  return isInvalidated || isShort(data);
}

/** True for a list that can be read again at once; also before the first read. */
export function isShort(list: Lists | undefined): boolean {
  return (list?.pages.length ?? 0) <= PAGES_READ_AGAIN;
}

/**
 * Puts a conversation into a list in its current form: at the place for its time, or nowhere
 * if it left the view or is beyond what was read. Pure.
 */
export function placed(list: Lists, view: View, it: Conversation): Lists {
  const pages = list.pages.map((page) => ({
    ...page,
    conversations: page.conversations.filter(({ id }) => id !== it.id),
  }));
  if (!it.folders.includes(view)) return { ...list, pages };
  for (const page of pages) {
    const at = page.conversations.findIndex((other) => isNewer(it, other));
    if (at === -1) continue;
    page.conversations.splice(at, 0, it);
    return { ...list, pages };
  }
  const last = pages.at(-1);
  if (last && !last.hasMore) last.conversations.push(it);
  return { ...list, pages };
}

/** The order of every view: latest change first. */
function isNewer(one: Conversation, other: Conversation): boolean {
  if (one.updatedAt !== other.updatedAt) return one.updatedAt > other.updatedAt;
  return one.id > other.id;
}

/** Updates a conversation wherever it is shown. */
export function showEverywhere(client: QueryClient, it: Conversation): void {
  showAll(client, [it]);
}

/** Updates conversations wherever they are shown. */
export function showAll(
  client: QueryClient,
  answered: readonly Conversation[],
): void {
  const changed = answered.map((it) => newestKnown(client, it));
  for (const it of changed) {
    client.setQueryData(KEYS.conversation(it.id), it);
  }
  for (const [key, list] of client.getQueriesData<Lists>({
    queryKey: KEYS.lists,
  })) {
    const [, view, q] = key;
    if (list && q === "") {
      const now = changed.reduce(
        (lists, it) => placed(lists, view as View, it),
        list,
      );
      const isBeingRead = client.isFetching({ queryKey: key, exact: true }) > 0;
      const one = { queryKey: key, exact: true };
      // A pending answer may be older than this change. A long list's next page is
      // requested again, as it would come with the earlier pages unchanged.
      if (isBeingRead && !isShort(now)) void client.cancelQueries(one);
      client.setQueryData(key, now);
      if (isBeingRead && isShort(now)) void client.invalidateQueries(one);
    }
  }
  readAgain(client, ({ state }) => state.data === undefined);
  refreshSearches(client);
  refreshCounts(client);
  const { labels = [] } = client.getQueryData<Labels>(KEYS.labels) ?? {};
  const known = new Set(labels.map(({ name }) => name));
  if (changed.some((it) => it.labels.some((label) => !known.has(label)))) {
    void client.invalidateQueries({ queryKey: KEYS.labels });
  }
}

/** A slow answer may have an older version than the one that is shown. */
function newestKnown(client: QueryClient, it: Conversation): Conversation {
  const known = client.getQueryData<Conversation>(KEYS.conversation(it.id));
  return known && known.version > it.version ? known : withOlder(known, it);
}

/**
 * Removes a deleted conversation from every list. A page that still shows it keeps its data;
 * otherwise it would request it again.
 */
export function showNowhere(client: QueryClient, id: string): void {
  const queryKey = KEYS.conversation(id);
  void client.cancelQueries({ queryKey });
  client.removeQueries({ queryKey, type: "inactive" });
  client.setQueriesData<Lists>(
    { queryKey: KEYS.lists },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          conversations: page.conversations.filter((it) => it.id !== id),
        })),
      },
  );
  readAgain(client, () => true);
  refreshCounts(client);
}

/** Starts reads of lists anew that are under way: their answers may be older than a change. */
function readAgain(client: QueryClient, isMeant: (it: Query) => boolean): void {
  const reading = client.getQueryCache().findAll({
    ...{ queryKey: KEYS.lists, fetchStatus: "fetching", predicate: isMeant },
  });
  for (const { queryKey } of reading) {
    const one = { queryKey, exact: true };
    // A first read is not started anew as long as it is not canceled.
    void client.cancelQueries(one).then(() => client.invalidateQueries(one));
  }
}

/** Reads searches again: only the service knows their results. */
function refreshSearches(client: QueryClient): void {
  void client.invalidateQueries({
    queryKey: KEYS.lists,
    predicate: ({ queryKey }) => queryKey[2] !== "",
  });
}

/** Queries that most changes of a list also affect: counts, money, contacts, first steps. */
const BESIDE = [
  KEYS.counts,
  KEYS.balance,
  KEYS.statement,
  KEYS.payments,
  KEYS.contacts,
  KEYS.firstSteps,
];

function refreshCounts(client: QueryClient): void {
  for (const queryKey of BESIDE) {
    void client.invalidateQueries({ queryKey });
  }
}

const MOVING = [KEYS.lists, KEYS.conversations, KEYS.labels, ...BESIDE];

/** Reads everything again that may have changed unseen. */
export async function refreshAll(client: QueryClient): Promise<void> {
  client.setQueriesData<Lists>({ queryKey: KEYS.lists }, (list) =>
    list && !isShort(list)
      ? {
          pages: list.pages.slice(0, 1),
          pageParams: list.pageParams.slice(0, 1),
        }
      : list,
  );
  await Promise.all(
    MOVING.map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}
