/**
 * How does another agent call an operation over HTTP+JSON? One row per path of A2A 11.3, over the
 * methods of JSON-RPC (`../methods.ts`). `endpoint.ts` reads requests and answers, `task_stream.ts`
 * turns events into those of A2A, `status.ts` words errors.
 * @module
 */
import { pathOf } from "../../http/request_info.ts";
import { extendedCard, TASK_METHODS } from "../methods.ts";
import { PUSH_METHODS } from "../push/push_configs.ts";
import type { A2aMethod } from "../rpc_call.ts";
import type { A2aStream } from "./task_stream.ts";
import { streamMessage, subscribeToTask } from "./task_stream.ts";

/** One path, and the method or the stream that serves it. */
type HttpRow = {
  readonly verb: "GET" | "POST" | "DELETE";
  /** As in a2a.proto: `{id}` is a param of the method. */
  readonly path: string;
} & ({ readonly call: A2aMethod } | { readonly stream: A2aStream });

const { SendMessage, GetTask, ListTasks, CancelTask } = TASK_METHODS;
const PUSHES = "/tasks/{taskId}/pushNotificationConfigs";

/** Every path below `/a2a/v1`; each also exists behind `/{tenant}`. */
const ROWS: readonly HttpRow[] = [
  { verb: "POST", path: "/message:send", call: SendMessage },
  { verb: "POST", path: "/message:stream", stream: streamMessage },
  { verb: "GET", path: "/tasks", call: ListTasks },
  { verb: "GET", path: "/tasks/{id}", call: GetTask },
  { verb: "POST", path: "/tasks/{id}:cancel", call: CancelTask },
  // The proto has GET, section 11.3 and the official client POST.
  { verb: "GET", path: "/tasks/{id}:subscribe", stream: subscribeToTask },
  { verb: "POST", path: "/tasks/{id}:subscribe", stream: subscribeToTask },
  { verb: "POST", path: PUSHES, call: PUSH_METHODS.create },
  { verb: "GET", path: PUSHES, call: PUSH_METHODS.list },
  { verb: "GET", path: `${PUSHES}/{id}`, call: PUSH_METHODS.get },
  { verb: "DELETE", path: `${PUSHES}/{id}`, call: PUSH_METHODS.delete },
  { verb: "GET", path: "/extendedAgentCard", call: extendedCard(true) },
];

export const HTTP_JSON_PATH = "/a2a/v1";

/** A row that a path leads to, with the params in the path. */
export interface HttpMatch {
  readonly row: HttpRow;
  readonly params: Readonly<Record<string, string>>;
}

/** The rows of a path, one for each verb; empty for an unknown path. */
export function rowsAt(request: Pick<Request, "url">): readonly HttpMatch[] {
  const path = pathOf(request.url).slice(HTTP_JSON_PATH.length);
  const found = matchesOf(path);
  if (found.length > 0) return found;
  const [, tenant = "", rest = ""] = /^\/([^/]+)(\/.*)$/.exec(path) ?? [];
  const name = decoded(tenant);
  if (!name) return [];
  return matchesOf(rest).map(({ row, params }) => ({
    row,
    params: { ...params, tenant: name },
  }));
}

function matchesOf(path: string): readonly HttpMatch[] {
  return PATTERNS.flatMap(({ row, pattern }) => {
    const found = pattern.exec(path);
    if (!found) return [];
    const params: Record<string, string> = {};
    for (const [name, text] of Object.entries(found.groups ?? {})) {
      const value = decoded(text);
      if (value === undefined) return [];
      params[name] = value;
    }
    return [{ row, params }];
  });
}

/** An id has no colon, so that `{id}` does not match the verb after it. */
const PATTERNS = ROWS.map((row) => {
  const source = row.path.replace(/\{(\w+)\}/g, "(?<$1>[^/:]+)");
  return { row, pattern: new RegExp(`^${source}/?$`) };
});

/** Undefined for text that is not percent-encoded UTF-8. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
