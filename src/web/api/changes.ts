import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../shell/toasts.ts";
import { api } from "./client.ts";
import type { Lists } from "./lists.ts";
import { showEverywhere } from "./lists.ts";
import { sentenceOf } from "./problem.ts";
import { KEYS } from "./queries.ts";
import type { Conversation } from "./types.ts";

/** The person's own flags on a conversation. */
export interface Flags {
  readonly unread?: boolean;
  readonly archived?: boolean;
}

/** Sets flags at once, and takes that back with a message if the service refuses. */
export function useFlags() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      id,
      flags,
    }: {
      readonly id: string;
      readonly flags: Flags;
    }) =>
      api<{ readonly conversation: Conversation }>(`/v1/conversations/${id}`, {
        method: "PATCH",
        json: flags,
      }),
    onMutate: async ({ id, flags }) => {
      await client.cancelQueries({ queryKey: KEYS.lists });
      const lists = client.getQueriesData<Lists>({ queryKey: KEYS.lists });
      const one = client.getQueryData<Conversation>(KEYS.conversation(id));
      for (const [key, list] of lists) {
        if (list)
          client.setQueryData(key, withFlags(list, String(key[1]), id, flags));
      }
      if (one) client.setQueryData(KEYS.conversation(id), { ...one, ...flags });
      return { lists, one };
    },
    onError: (error, { id }, before) => {
      for (const [key, list] of before?.lists ?? []) {
        client.setQueryData(key, list);
      }
      if (before?.one) client.setQueryData(KEYS.conversation(id), before.one);
      toast({ text: sentenceOf(error), isError: true });
    },
    onSuccess: ({ conversation }) => showEverywhere(client, conversation),
  });
}

/** A list after a flag was set; what no longer belongs to the view leaves it. */
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

/** An answer that holds the conversation as it is now. */
export interface Changed {
  readonly conversation: Conversation;
}

/** Shows what the service answered everywhere, and says so if it refused. */
export function useChange<I>(
  run: (input: I) => Promise<Changed>,
  { says }: { readonly says?: string } = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: ({ conversation }) => {
      showEverywhere(client, conversation);
      if (says) toast({ text: says });
    },
    onError: (error) => toast({ text: sentenceOf(error), isError: true }),
  });
}
