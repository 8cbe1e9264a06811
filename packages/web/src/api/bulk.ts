import type { QueryClient } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import { dismiss, toast } from "../shell/toasts.ts";
import { inbox } from "./client.ts";
import { refreshAll, showAll } from "./lists.ts";
import { sentenceOf } from "./problem.ts";
import type { Conversation } from "./types.ts";

/** The number of simultaneous requests. */
const AT_ONCE = 4;

/** A person's own change of a conversation, unseen by others. */
export interface OwnChange {
  readonly unread?: boolean;
  readonly archived?: boolean;
  readonly snoozeUntil?: string | null;
  readonly addLabels?: string[];
  readonly removeLabels?: string[];
}

/** A change of each of several conversations, and the one that undoes it. */
export interface BulkChange {
  readonly changes: ReadonlyMap<string, OwnChange>;
  readonly undo: ReadonlyMap<string, OwnChange>;
}

/** The same, with the sentence that says how many were changed. */
export interface SaidChange extends BulkChange {
  readonly says: (count: number) => string;
}

/** Changes several conversations, says so, and offers to undo it. */
export function useBulk() {
  const client = useQueryClient();
  return async ({ says, changes, undo }: SaidChange): Promise<void> => {
    const changing = changeEach(client, changes);
    const said = toast({
      text: says(changes.size),
      // A change still under way would otherwise arrive after its undo.
      undo: () => void changing.then(() => changeEach(client, undo)),
    });
    if (!(await changing)) dismiss(said);
  };
}

/** Changes each; false if one was refused, which the person is told. */
async function changeEach(
  client: QueryClient,
  changes: ReadonlyMap<string, OwnChange>,
): Promise<boolean> {
  try {
    const done = await inTurns([...changes], ([id, change]) =>
      inbox.updateConversation({ conversationId: id, ...change }),
    );
    showAll(
      client,
      done.map(({ conversation }) => conversation),
    );
    return true;
  } catch (error) {
    toast({ text: sentenceOf(error), isError: true });
    await refreshAll(client);
    return false;
  }
}

/** Runs it for each, a few at once; the first refusal ends it. */
export async function inTurns<T, R>(
  all: readonly T[],
  run: (it: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const left = all.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const it of left) results.push(await run(it));
    }),
  );
  return results;
}

/** One change for all, undone for those that it changes. */
export function sameFor(
  items: readonly Conversation[],
  change: OwnChange,
  undo: OwnChange,
): BulkChange {
  return {
    changes: new Map(items.map(({ id }) => [id, change])),
    undo: new Map(items.map(({ id }) => [id, undo])),
  };
}
