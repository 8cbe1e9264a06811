import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "../api/client.ts";
import { KEYS } from "../api/queries.ts";
import type { Conversation, Page, View } from "../api/types.ts";

const PAGE = 50;

/** A view's conversations so far, and how to get more. */
export function useList(view: View, q: string) {
  const query = useInfiniteQuery({
    queryKey: KEYS.list(view, q),
    queryFn: ({ pageParam }) => {
      const wanted = new URLSearchParams({
        view,
        limit: String(PAGE),
        fields: "summary",
      });
      if (q !== "") wanted.set("q", q);
      if (pageParam !== "") wanted.set("cursor", pageParam);
      return api<Page>(`/v1/conversations?${wanted}`);
    },
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: (before, beforeQuery) =>
      beforeQuery?.queryKey[1] === view ? before : undefined,
  });
  const pages = query.data?.pages;
  // A list of thousands is put together when it changes, not at each key.
  const items: readonly Conversation[] = useMemo(
    () => unique(pages?.flatMap((page) => page.conversations) ?? []),
    [pages],
  );
  return { query, items };
}

/** What changes between two pages is in both: shown once. */
function unique(found: readonly Conversation[]): readonly Conversation[] {
  return [...new Map(found.map((it) => [it.id, it])).values()];
}
