import { expect } from "bun:test";
import type { Json, Service } from "./rpc.ts";
import { bearer } from "./rpc.ts";

/** An answer of the HTTP+JSON binding as a test looks into it. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

export interface Asking {
  readonly token?: string;
  readonly method?: string;
  readonly json?: unknown;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls a path below `/a2a/v1`; a body makes it a POST. */
export async function call(
  { baseUrl }: Pick<Service, "baseUrl">,
  path: string,
  asked: Asking = {},
): Promise<Answered> {
  const response = await open({ baseUrl }, path, asked);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : JSON.parse(text),
  };
}

/** The same, with its body unread: for a stream. */
export async function open(
  { baseUrl }: Pick<Service, "baseUrl">,
  path: string,
  { token, method, json, body, headers }: Asking,
): Promise<Response> {
  const sent = json === undefined ? body : JSON.stringify(json);
  return await fetch(`${baseUrl}/a2a/v1${path}`, {
    method: method ?? (sent === undefined ? "GET" : "POST"),
    headers: {
      ...(token !== undefined && bearer(token)),
      ...(json !== undefined && { "content-type": "application/a2a+json" }),
      ...headers,
    },
    ...(sent !== undefined && { body: sent }),
  });
}

/** The objects of a stream, one at a time; `end` must be true at its end. */
export function reader(response: Response) {
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const bytes = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  return {
    async next(): Promise<Json> {
      for (;;) {
        const end = buffer.indexOf("\n\n");
        if (end < 0) {
          const read = await bytes?.read();
          if (!read || read.done) return undefined;
          buffer += read.value;
          continue;
        }
        const event = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        if (event.startsWith("data: ")) return JSON.parse(event.slice(6));
      }
    },
    cancel: async () => await bytes?.cancel(),
  };
}

/** The refusal of a call: its status, and what google.rpc.Status says. */
export async function refusalOf(
  service: Pick<Service, "baseUrl">,
  path: string,
  asked: Asking = {},
) {
  const { status, headers, body } = await call(service, path, asked);
  expect(headers.get("content-type")).toBe("application/a2a+json");
  expect(Object.keys(body)).toEqual(["error"]);
  const { code, details, ...said } = body.error;
  expect(code).toBe(status);
  expect(details[0]["@type"]).toBe("type.googleapis.com/google.rpc.ErrorInfo");
  expect(details[0].domain).toBe("a2a-protocol.org");
  for (const value of Object.values(details[0].metadata)) {
    expect(value).toBeString();
  }
  const { reason } = details[0];
  return { is: [status, said.status, reason], headers, details };
}
