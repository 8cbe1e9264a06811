import { describe, expect, test } from "bun:test";
import { shared } from "../shared.ts";
import type { Asking } from "./http_json.ts";
import { call, refusalOf } from "./http_json.ts";
import type { Json } from "./rpc.ts";
import { message } from "./rpc.ts";
import { startTasks } from "./tasks.ts";

const started = shared(startTasks);

/** A call of Alice's, which has to succeed; its body. */
async function said(path: string, asked: Asking = {}): Promise<Json> {
  const { service, alice } = started();
  const { status, body } = await call(service, path, {
    token: alice.token,
    ...asked,
  });
  expect([status, body]).toEqual([200, body]);
  return body;
}

const refused = async (path: string, asked: Asking) => {
  const { service, alice } = started();
  const { is } = await refusalOf(service, path, {
    token: alice.token,
    ...asked,
  });
  return is;
};

const send = (
  text: string,
  fields: Readonly<Record<string, unknown>> = {},
  more: object = {},
) => ({
  json: { ...message(text, fields), ...started().toBob, ...more },
});

const newTask = async (): Promise<Json> =>
  (await said("/message:send", send("One"))).task;

const continued = (taskId: string, text: string, more: object = {}) =>
  said("/message:send", { json: { ...message(text, { taskId }), ...more } });

/** Every member of a JSON value, as its name and its value. */
function membersOf(value: Json): readonly (readonly [string, Json])[] {
  if (typeof value !== "object" || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.entries(value);
  return [...own, ...Object.values(value).flatMap(membersOf)];
}

const INVALID = [400, "INVALID_ARGUMENT", "INVALID_INPUT"];

/** Requirements of A2A 1.0 by their section, with the ids that its TCK has for them. */
const RULES: Readonly<Record<string, () => Promise<void>>> = {
  "3.1.1 an answer is a task or a message (CORE-SEND-001)": async () => {
    const body = await said("/message:send", send("One"));
    expect(Object.keys(body)).toEqual(["task"]);
  },
  "3.1.1 a file of a type that the card doesn't name (CORE-SEND-003)":
    async () => {
      const part = { raw: "dGNr", mediaType: "application/x-unsupported" };
      const is = await refused("/message:send", send("", { parts: [part] }));
      expect(is).toEqual([
        400,
        "INVALID_ARGUMENT",
        "CONTENT_TYPE_NOT_SUPPORTED",
      ]);
    },
  "3.1.4 pages by a cursor, the latest status first (CORE-LIST-002 to 005)":
    async () => {
      for (let at = 0; at < 3; at++) await newTask();
      const seen: Json[] = [];
      let page = await said("/tasks?pageSize=2");
      while (page.nextPageToken !== "") {
        expect(page.tasks).toHaveLength(2);
        seen.push(...page.tasks);
        const token = encodeURIComponent(page.nextPageToken);
        page = await said(`/tasks?pageSize=2&pageToken=${token}`);
      }
      seen.push(...page.tasks);
      expect(new Set(seen.map(({ id }) => id)).size).toBe(page.totalSize);
      const times = seen.map(({ status }) => status.timestamp);
      expect(times).toEqual(times.toSorted().toReversed());
      expect(seen.some((it) => "artifacts" in it)).toBeFalse();
    },
  "3.2.4 no more of the history than is asked for, in its order (CORE-HIST-001 to 006)":
    async () => {
      const { id } = await newTask();
      await continued(id, "Two");
      const configuration = { historyLength: 0 };
      const { task } = await continued(id, "Three", { configuration });
      expect("history" in task).toBeFalse();
      const textsOf = async (query: string) => {
        const { history } = await said(`/tasks/${id}${query}`);
        return history?.map((it: Json) => it.parts[0].text);
      };
      expect(await textsOf("?historyLength=0")).toBeUndefined();
      expect(await textsOf("?historyLength=2")).toEqual(["Two", "Three"]);
      expect(await textsOf("")).toEqual(["One", "Two", "Three"]);
    },
  "3.4.1 a context is made, and one that is unknown is no other (CORE-MULTI-001a, 002a)":
    async () => {
      const { contextId } = await newTask();
      expect(contextId).toStartWith("ctx_");
      const foreign = send("Hello", { contextId: "client-context" });
      expect(await refused("/message:send", foreign)).toEqual([
        400,
        "INVALID_ARGUMENT",
        "CONTEXT_NOT_FOUND",
      ]);
    },
  "3.4.2 each task has an id of its own, and a message to none is refused (CORE-MULTI-003, 004)":
    async () => {
      const [one, other] = [await newTask(), await newTask()];
      expect(one.id).not.toBe(other.id);
      const lost = { json: message("Hello", { taskId: "nonexistent" }) };
      expect(await refused("/message:send", lost)).toEqual([
        404,
        "NOT_FOUND",
        "TASK_NOT_FOUND",
      ]);
    },
  "3.4.3 the context is that of the task, and another is refused (CORE-MULTI-005, 006)":
    async () => {
      const { id, contextId } = await newTask();
      const { task } = await continued(id, "Two");
      expect(task.contextId).toBe(contextId);
      const wrong = message("No", { taskId: id, contextId: "wrong" });
      expect(await refused("/message:send", { json: wrong })).toEqual(INVALID);
    },
  "3.5 a push configuration is made, kept, listed and deleted twice (PUSH-CREATE-001 to PUSH-DEL-002)":
    async () => {
      const { inState } = started();
      for (const make of [inState.submitted, inState.completed]) {
        const at = `/tasks/${await make?.()}/pushNotificationConfigs`;
        const config = { id: "push-1", url: "https://example.com/hook" };
        expect(await said(at, { json: config })).toMatchObject(config);
        expect(await said(`${at}/push-1`)).toMatchObject(config);
        expect((await said(at)).configs).toMatchObject([config]);
        for (let times = 0; times < 2; times++) {
          await said(`${at}/push-1`, { method: "DELETE" });
        }
        expect((await refused(`${at}/push-1`, {}))[0]).toBe(404);
      }
    },
  "3.6 of a version its patch doesn't count (VER-CLIENT-002, VER-SERVER-001 to 003)":
    async () => {
      for (const version of ["1.0", "1.0.5"]) {
        await said("/tasks", { headers: { "a2a-version": version } });
      }
      await said("/tasks?A2A-Version=1.0", { headers: { "a2a-version": "" } });
      for (const version of ["", "99.0"]) {
        const asked = { ...send("Hello"), headers: { "a2a-version": version } };
        expect((await refused("/message:send", asked))[2]).toBe(
          "VERSION_NOT_SUPPORTED",
        );
      }
    },
  "5.5 names in camelCase, enums as words, times in UTC (DM-SERIAL-001 to 003)":
    async () => {
      const members = membersOf(await newTask());
      const names = members.map(([name]) => name);
      expect(names.filter((it) => it.includes("_"))).toEqual([]);
      for (const [name, value] of members) {
        if (name === "role" || name === "state") expect(value).toBeString();
        if (/^timestamp$|At$/.test(name) && value !== null) {
          expect(value).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
        }
      }
    },
  "5.7 what isn't known is passed over (DM-SERIAL-005)": async () => {
    const extra = send("One", { unknownField: "x" }, { unknownParam: 42 });
    expect((await said("/message:send", extra)).task.history).toHaveLength(1);
  },
  "11.2 extensions that aren't known are no fault (HTTP_JSON-SVC-002)":
    async () => {
      const headers = {
        "content-type": "application/json",
        "a2a-extensions": "https://e.example/v1,https://e.example/v2",
      };
      await said("/message:send", { ...send("One"), headers });
    },
};

describe("A2A over HTTP+JSON", () => {
  for (const [name, hold] of Object.entries(RULES)) test(name, hold);
});
