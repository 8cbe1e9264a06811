import { afterAll, describe, expect, test } from "bun:test";
import type { Json } from "./rpc.ts";
import { failure, fieldsOf, message, result } from "./rpc.ts";
import { startTasks } from "./tasks.ts";

const { service, alice, bob, toBob, send, inState, listed } =
  await startTasks();
afterAll(async () => await service[Symbol.asyncDispose]());

describe("ListTasks", () => {
  test("always has its four members and sorts by status time, latest first", async () => {
    for (const make of Object.values(inState)) {
      await make();
      await make();
      service.clock.advance(1_000);
    }
    const page = await result(service, alice.token, "ListTasks");
    expect(Object.keys(page).toSorted()).toEqual([
      "nextPageToken",
      "pageSize",
      "tasks",
      "totalSize",
    ]);
    expect(page.pageSize).toBe(50);
    const keys = page.tasks.map(
      (it: Json) => `${it.status.timestamp} ${it.id}`,
    );
    expect(keys).toEqual(keys.toSorted().toReversed());
    const none = await result(service, alice.token, "ListTasks", {
      contextId: "x".repeat(99),
    });
    expect(none).toEqual({
      tasks: [],
      nextPageToken: "",
      pageSize: 50,
      totalSize: 0,
    });
  });

  test("pages through everything once", async () => {
    const { contextId } = await send();
    for (const text of ["2", "3", "4", "5"]) {
      const params = { ...message(text, { contextId }), ...toBob };
      await result(service, alice.token, "SendMessage", params);
    }
    const seen: string[] = [];
    let pageToken = "";
    do {
      const params = {
        context_id: contextId,
        page_size: 2,
        page_token: pageToken,
      };
      const page = await result(service, alice.token, "ListTasks", params);
      expect(page.totalSize).toBe(5);
      expect(page.pageSize).toBe(2);
      seen.push(...page.tasks.map((it: Json) => it.id));
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    expect(seen).toEqual(await listed(alice.token, { contextId }));
    expect(new Set(seen).size).toBe(5);
  });

  test("leaves artifacts out, or has the key on every task", async () => {
    const { contextId } = await send();
    const without = await result(service, alice.token, "ListTasks", {
      contextId,
    });
    expect("artifacts" in without.tasks[0]).toBeFalse();
    const params = { contextId, includeArtifacts: true };
    const withThem = await result(service, alice.token, "ListTasks", params);
    expect(withThem.tasks[0].artifacts).toEqual([]);
  });

  test("filters by status, context, view and time", async () => {
    const id = (await inState.canceled?.()) ?? "";
    const { status } = await result(service, alice.token, "GetTask", { id });
    for (const filter of ["TASK_STATE_CANCELED", 5]) {
      const { tasks } = await result(service, alice.token, "ListTasks", {
        status: filter,
      });
      const states = tasks.map((it: Json) => it.status.state);
      expect(new Set(states)).toEqual(new Set(["TASK_STATE_CANCELED"]));
    }
    const all = await listed(alice.token);
    expect(
      await listed(alice.token, { status: "TASK_STATE_UNSPECIFIED" }),
    ).toEqual(all);
    expect(
      await listed(alice.token, { statusTimestampAfter: status.timestamp }),
    ).toContain(id);
    const later = new Date(Date.parse(status.timestamp) + 1).toISOString();
    expect(
      await listed(alice.token, { statusTimestampAfter: later }),
    ).not.toContain(id);
    expect(await listed(alice.token, { view: "inbox" })).not.toContain(id);
    expect(await listed(bob.token, { view: "inbox" })).toContain(id);
  });

  const bad: [string, unknown, string][] = [
    ["pageSize", 0, "pageSize"],
    ["pageSize", 101, "pageSize"],
    ["pageSize", -1, "pageSize"],
    ["pageSize", 1.5, "pageSize"],
    ["page_size", "many", "pageSize"],
    ["pageToken", "nonsense", "pageToken"],
    ["pageToken", "x".repeat(1_000), "pageToken"],
    ["status", "TASK_STATE_DRAFT", "status"],
    ["status", "canceled", "status"],
    ["status", 9, "status"],
    ["statusTimestampAfter", "yesterday", "statusTimestampAfter"],
    ["statusTimestampAfter", 1, "statusTimestampAfter"],
    ["historyLength", -1, "historyLength"],
    ["includeArtifacts", "yes", "includeArtifacts"],
    ["view", "everything", "view"],
  ];
  test.each(bad)("with %s %p is -32602", async (name, value, field) => {
    const error = await failure(service, alice.token, "ListTasks", {
      [name]: value,
    });
    expect(error.code).toBe(-32602);
    expect(fieldsOf(error)).toEqual([field]);
  });
});
