import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { inbox } from "../api/client.ts";
import { isReadAgain } from "../api/lists.ts";
import { KEYS } from "../api/queries.ts";
import type { Conversation, Page } from "../api/types.ts";
import type { ViewPlace } from "../shell/views.ts";

const PAGE = 50;

/** The name under which a list is cached. */
export function listKey(
  {
    view,
    label,
    section,
    isEverywhere,
  }: Pick<ViewPlace, "view" | "isEverywhere"> & {
    readonly label?: string | undefined;
    readonly section?: string | undefined;
  },
  q: string,
) {
  return KEYS.list(view, q, {
    ...(label !== undefined && { label }),
    ...(section !== undefined && { section }),
    ...(isEverywhere && { isEverywhere }),
  });
}

/** The loaded conversations of a view or a label, and how to load more. */
export function useList(place: ViewPlace, q: string) {
  const { view, label, section, isEverywhere } = place;
  const query = useInfiniteQuery({
    queryKey: listKey(place, q),
    queryFn: async ({ pageParam }) => {
      const wanted = {
        ...(!isEverywhere && {
          ...(view === "labels" ? { label: label ?? "" } : { view }),
          ...(section !== undefined && { section }),
        }),
        ...(q !== "" && { q, snippets: true }),
        limit: PAGE,
        fields: "summary",
      } as const;
      const read = (cursor: string): Promise<Page> =>
        inbox.listConversations({ ...wanted, ...(cursor && { cursor }) });
      let page = await read(pageParam);
      // A search without results so far continues where it stopped.
      while (page.conversations.length === 0 && page.nextCursor) {
        page = await read(page.nextCursor);
      }
      return page;
    },
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchOnMount: isReadAgain,
    refetchOnWindowFocus: isReadAgain,
    placeholderData: (before, beforeQuery) =>
      beforeQuery?.queryKey[1] === view ? before : undefined,
  });
  const pages = query.data?.pages;
  // A list of thousands is assembled when it changes, not on each key.
  const items: readonly Conversation[] = useMemo(
    () => unique(pages?.flatMap((page) => page.conversations) ?? []),
    [pages],
  );
  return { query, items };
}

/** Drops duplicates on two pages: they changed between the two reads. */
function unique(found: readonly Conversation[]): readonly Conversation[] {
  return [...new Map(found.map((it) => [it.id, it])).values()];
}
