import type { callRpc, TestService } from "./harness.ts";
import { json } from "./harness.ts";

interface Called {
  readonly token: string;
  readonly method: string;
  readonly params: object;
}

/** The path of each method of A2A over HTTP+JSON. */
const PATHS: Readonly<Record<string, readonly [verb: string, path: string]>> = {
  SendMessage: ["POST", "/message:send"],
  GetTask: ["GET", "/tasks/{id}"],
  ListTasks: ["GET", "/tasks"],
  CancelTask: ["POST", "/tasks/{id}:cancel"],
};

/** Calls a method of A2A over HTTP+JSON; answers in the form of JSON-RPC. */
export async function callHttpJson(
  service: TestService,
  { token, method, params }: Called,
): ReturnType<typeof callRpc> {
  const [verb = "", path = ""] = PATHS[method] ?? [];
  const {
    id,
    taskId = id,
    ...rest
  } = { id: "", ...params } as {
    readonly id: string;
    readonly taskId?: string;
  };
  const query = verb === "GET" ? `?${new URLSearchParams(rest)}` : "";
  const url = `/a2a/v1${path.replace("{id}", taskId)}${query}`;
  const body = verb === "POST" && { json: rest };
  const response = await service.fetch(url, { method: verb, token, ...body });
  const answer = await json(response);
  if (response.ok) return { result: answer };
  const { details, ...error } = answer.error;
  return { error: { ...error, data: details } };
}
