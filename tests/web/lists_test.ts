import { expect, test } from "bun:test";
import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import type { Lists } from "../../packages/web/src/api/lists.ts";
import {
  placed,
  showEverywhere,
  showNowhere,
} from "../../packages/web/src/api/lists.ts";
import { KEYS } from "../../packages/web/src/api/queries.ts";
import type { Conversation } from "../../packages/web/src/api/types.ts";

const at = (id: string, updatedAt: string, folders = ["inbox"]) => {
  const messages: Conversation["messages"] = [];
  return { id, updatedAt, folders, messages } as Conversation;
};

/** A list of two pages, whose rest was not read. */
const LIST = {
  pageParams: ["", "next"],
  pages: [
    {
      conversations: [at("e", "5"), at("d", "4")],
      nextCursor: "n",
      hasMore: true,
    },
    {
      conversations: [at("c", "3"), at("b", "2")],
      nextCursor: "m",
      hasMore: true,
    },
  ],
};
const idsOf = (list: typeof LIST) =>
  list.pages.map(({ conversations }) =>
    conversations.map(({ id }) => id).join(""),
  );

test("a change finds its place in a list, once, or leaves it", () => {
  const ids = (it: Conversation, list = LIST) =>
    idsOf(placed(list, "inbox", it) as typeof LIST);
  expect(ids(at("c", "6"))).toEqual(["ced", "b"]);
  expect(ids(at("f", "4"))).toEqual(["efd", "cb"]);
  expect(ids(at("f", "3"))).toEqual(["ed", "fcb"]);
  expect(ids(at("d", "9", ["archive"]))).toEqual(["e", "cb"]);
  // Beyond what was read: it comes with its page.
  expect(ids(at("a", "1"))).toEqual(["ed", "cb"]);
  const whole = {
    ...LIST,
    pages: LIST.pages.map((page) => ({ ...page, hasMore: false })),
  };
  expect(ids(at("a", "1"), whole)).toEqual(["ed", "cba"]);
  expect(idsOf(LIST)).toEqual(["ed", "cb"]);
});

test("an answer of an earlier version puts nothing back that a later one has shown", () => {
  const client = new QueryClient();
  const key = KEYS.list("inbox", "");
  client.setQueryData(key, LIST);
  const shown = (version: number, updatedAt: string) =>
    ({ ...at("d", updatedAt), version, labels: [] }) as Conversation;
  showEverywhere(client, shown(6, "9"));
  showEverywhere(client, shown(5, "8"));
  const one = client.getQueryData<Conversation>(KEYS.conversation("d"));
  expect(one?.version).toBe(6);
  const [first] = client.getQueryData<Lists>(key)?.pages ?? [];
  expect(first?.conversations[0]).toMatchObject({ id: "d", updatedAt: "9" });
  client.clear();
});

test("the next page of a long list brings nothing back that has left it while it was read", async () => {
  const client = new QueryClient();
  const key = KEYS.list("inbox", "");
  const page = (n: number) => ({
    conversations: [at(`c${n}`, String(9 - n))],
    nextCursor: String(n + 1),
    hasMore: true,
  });
  const numbers = [0, 1, 2, 3, 4];
  client.setQueryData(key, {
    pageParams: numbers.map(String),
    pages: numbers.map(page),
  });
  const held = Promise.withResolvers<void>();
  const observer = new InfiniteQueryObserver(client, {
    queryKey: key,
    queryFn: async ({ pageParam }: { readonly pageParam: string }) => {
      await held.promise;
      return page(Number(pageParam));
    },
    initialPageParam: "0",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: Infinity,
  });
  const stop = observer.subscribe(() => {});
  const reading = observer.fetchNextPage();
  const left = { ...at("c1", "8", ["archive"]), version: 2, labels: [] };
  showEverywhere(client, left as Conversation);
  held.resolve();
  await reading;
  await observer.fetchNextPage();
  const { pages = [] } = client.getQueryData<Lists>(key) ?? {};
  const ids = pages.flatMap(({ conversations }) => conversations);
  expect(ids.map(({ id }) => id)).toEqual(["c0", "c2", "c3", "c4", "c5"]);
  stop();
  client.clear();
});

test("a list that was being read while a draft was deleted is read again", async () => {
  const client = new QueryClient();
  const key = KEYS.list("drafts", "");
  const answers = [[at("d", "4")], []];
  const held = Promise.withResolvers<void>();
  const observer = new InfiniteQueryObserver(client, {
    queryKey: key,
    queryFn: async () => {
      const conversations = answers.shift() ?? [];
      await held.promise;
      return { conversations, hasMore: false };
    },
    initialPageParam: "",
    getNextPageParam: () => undefined,
  });
  const stop = observer.subscribe(() => {});
  showNowhere(client, "d");
  held.resolve();
  await observer.refetch({ cancelRefetch: false });
  const { pages = [] } = client.getQueryData<Lists>(key) ?? {};
  expect(pages.flatMap(({ conversations }) => conversations)).toEqual([]);
  stop();
  client.clear();
});
