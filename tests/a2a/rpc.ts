import { expect } from "bun:test";
import type { TestService } from "../harness.ts";

export type Service = TestService;

/** A JSON-RPC response as a test looks into it. */
export interface Said {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

/** What came, as a test reads it. */
export type Json = ReturnType<typeof JSON.parse>;

/** A request that anybody who is signed in may make. */
export const LIST = { jsonrpc: "2.0", id: 1, method: "ListTasks" };

/** Posts a body, as it is, to `/a2a`. */
export async function post(
  service: Service,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
  path = "/a2a",
): Promise<Said> {
  const response = await fetch(service.baseUrl + path, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : JSON.parse(text),
  };
}

/** Calls one method; the id is always 1. */
export async function rpc(
  service: Service,
  token: string,
  method: string,
  params?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Said> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return await post(service, body, { ...bearer(token), ...headers });
}

/** Calls one method that must succeed; gives the result. */
export async function result(
  service: Service,
  token: string,
  method: string,
  params?: unknown,
): Promise<Json> {
  const said = await rpc(service, token, method, params);
  expect(said.body.error).toBeUndefined();
  expect(said.status).toBe(200);
  return said.body.result;
}

/** Calls one method that must fail; gives the error object. */
export async function failure(
  service: Service,
  token: string,
  method: string,
  params?: unknown,
): Promise<Json> {
  const said = await rpc(service, token, method, params);
  expect(said.body.result).toBeUndefined();
  expect(said.status).toBe(200);
  return said.body.error;
}

export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

let messages = 0;

/** SendMessage params with a fresh messageId and one text part. */
export function message(
  text: string,
  more: Readonly<Record<string, unknown>> = {},
): { message: Record<string, unknown> } {
  messages += 1;
  return {
    message: {
      messageId: `m-${messages}`,
      role: "ROLE_USER",
      parts: [{ text }],
      ...more,
    },
  };
}

/** `metadata` with the service's own fields. */
export function svc(fields: Readonly<Record<string, unknown>>) {
  return { metadata: { svc: fields } };
}

/** The ErrorInfo of an error object. */
export function infoOf(error: Json): Json {
  return error.data.find((it: Json) => it["@type"].endsWith(".ErrorInfo"));
}

/** The wrong fields that an error object names. */
export function fieldsOf(error: Json): string[] {
  const found = error.data.find((it: Json) =>
    it["@type"].endsWith(".BadRequest"),
  );
  return found.fieldViolations.map((it: Json) => it.field);
}

/** Every value of a JSON document, with its path. */
export function* walk(value: Json, path = ""): Generator<[string, Json]> {
  yield [path, value];
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    yield* walk(inner, `${path}/${key}`);
  }
}
