import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dismiss, doneForGood, toast } from "../shell/toasts.ts";
import { t } from "../ui/t.ts";
import { api, inbox, onceKey } from "./client.ts";
import type { Lists } from "./lists.ts";
import { isShort, placed, showEverywhere } from "./lists.ts";
import { sentenceOf } from "./problem.ts";
import { KEYS } from "./queries.ts";
import type { Conversation, View } from "./types.ts";

/** The person's own flags on a conversation. */
export interface Flags {
  readonly unread?: boolean;
  readonly archived?: boolean;
}

interface Flagging {
  readonly id: string;
  readonly flags: Flags;
  /** The toast that announced it, to be removed if the service refuses. */
  readonly said?: number;
}

/** The data shown before a change that the service may refuse. */
interface Before {
  readonly lists: readonly (readonly [QueryKey, Lists | undefined])[];
  readonly one: Conversation | undefined;
}

/** Sets flags at once, and restores them with a message if the service refuses. */
export function useFlags() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: KEYS.flagging,
    // One after another, so that an undo follows its change.
    scope: { id: "flagging" },
    mutationFn: ({ id, flags }: Flagging) =>
      inbox.updateConversation({ conversationId: id, ...flags }),
    onMutate: async ({ id, flags }) => {
      const interrupted = client
        .getQueriesData<Lists>({
          queryKey: KEYS.lists,
          fetchStatus: "fetching",
        })
        .filter(([, list]) => isShort(list))
        .map(([key]) => key);
      await client.cancelQueries({ queryKey: KEYS.lists });
      const lists = client.getQueriesData<Lists>({ queryKey: KEYS.lists });
      const one = client.getQueryData<Conversation>(KEYS.conversation(id));
      for (const [key, list] of lists) {
        if (list)
          client.setQueryData(key, withFlags(list, String(key[1]), id, flags));
      }
      if (one) client.setQueryData(KEYS.conversation(id), { ...one, ...flags });
      return { lists, one, interrupted };
    },
    onError: (error, { id, said }, before) => {
      if (said !== undefined) dismiss(said);
      putBack(client, id, before);
      toast({ text: sentenceOf(error), isError: true });
    },
    onSuccess: ({ conversation }, { id }) => {
      // The answer to a later change of the person's follows this one.
      if (changesOf(client, id) === 1) showEverywhere(client, conversation);
    },
    onSettled: (_done, _error, _input, before) => {
      for (const key of before?.interrupted ?? []) stopped.add(key);
      if (client.isMutating({ mutationKey: KEYS.flagging }) > 1) return;
      for (const queryKey of stopped) {
        void client.invalidateQueries({ queryKey, exact: true });
      }
      stopped.clear();
    },
  });
}

/**
 * Lists that were loading when flags changed, and were stopped. They are read again when no
 * change is left, so that they never show old flags.
 */
const stopped = new Set<QueryKey>();

/** The number of unanswered changes of its flags. */
function changesOf(client: QueryClient, id: string): number {
  return client.isMutating({
    mutationKey: KEYS.flagging,
    predicate: ({ state }) => (state.variables as Flagging).id === id,
  });
}

/** Restores the flags of one conversation, and nothing else that has changed since. */
function putBack(client: QueryClient, id: string, before: Before | undefined) {
  for (const [key, list] of before?.lists ?? []) {
    const row = list?.pages
      .flatMap(({ conversations }) => conversations)
      .find((it) => it.id === id);
    if (!row) continue;
    if (key[2] === "") {
      const view = key[1] as View;
      client.setQueryData<Lists>(key, (now) => now && placed(now, view, row));
    } else void client.invalidateQueries({ queryKey: key, exact: true });
  }
  const one = before?.one;
  if (!one) return;
  const { unread, archived } = one;
  client.setQueryData<Conversation>(
    KEYS.conversation(id),
    (now) => now && { ...now, unread, archived },
  );
}

/** Archives a conversation or returns it, says so, and offers to undo it. */
export function useArchive() {
  const { mutate } = useFlags();
  return ({ id, archived }: Pick<Conversation, "id" | "archived">) => {
    const said = toast({
      text: archived ? t`Moved to the inbox` : t`Archived`,
      undo: () => mutate({ id, flags: { archived } }),
    });
    mutate({ id, flags: { archived: !archived }, said });
  };
}

/** Marks a conversation as read or unread, says so, and offers to undo it. */
export function useMarkRead() {
  const { mutate } = useFlags();
  return ({ id, unread }: Pick<Conversation, "id" | "unread">) => {
    const said = toast({
      text: unread ? t`Marked as read` : t`Marked as unread`,
      undo: () => mutate({ id, flags: { unread } }),
    });
    mutate({ id, flags: { unread: !unread }, said });
  };
}

/** A list after a change of flags, without what no longer belongs to the view. */
function withFlags(list: Lists, view: string, id: string, flags: Flags): Lists {
  const leaves =
    (view === "inbox" && flags.archived === true) ||
    (view === "archive" && flags.archived === false);
  return {
    ...list,
    pages: list.pages.map((page) => ({
      ...page,
      conversations: page.conversations
        .filter((it) => !(leaves && it.id === id))
        .map((it) => (it.id === id ? { ...it, ...flags } : it)),
    })),
  };
}

/** An answer with the conversation as it is now. */
export interface Changed {
  readonly conversation: Conversation;
}

/**
 * Shows the answer wherever the conversation is shown, and a refusal as a toast. A dialog
 * shows the refusal itself (`showsError`).
 */
export function useChange<I>(
  run: (input: I) => Promise<Changed>,
  {
    says,
    showsError = false,
  }: {
    readonly says?: string | ((changed: Conversation, input: I) => string);
    readonly showsError?: boolean;
  } = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: ({ conversation }, input) => {
      showEverywhere(client, conversation);
      if (!says) return;
      toast({
        text: typeof says === "string" ? says : says(conversation, input),
      });
    },
    onError: (error) => {
      if (!showsError) toast({ text: sentenceOf(error), isError: true });
    },
  });
}

/** Calls an act on a conversation by its path, with its body; nothing undoes it. */
export async function actOn(
  id: string,
  path: string,
  json: object,
): Promise<Changed> {
  const call = { method: "POST", json, headers: onceKey() } as const;
  const changed = await api<Changed>(`/v1/conversations/${id}/${path}`, call);
  doneForGood();
  return changed;
}

/** `actOn` as a mutation, which takes the body. */
export function useAct(
  id: string,
  path: string,
  options?: Parameters<typeof useChange<object>>[1],
) {
  return useChange((json: object) => actOn(id, path, json), options);
}

/** Takes back a proposal of the person's side. */
export function useWithdrawing(conversationId: string, says: string) {
  return useChange(
    (proposalId: string) =>
      inbox.withdrawProposal({ conversationId, proposalId }),
    { says },
  );
}
