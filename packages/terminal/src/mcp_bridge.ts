import { EventLines } from "../../client/src/event_lines.ts";
import { Unreached } from "../../client/src/problem.ts";
import type { Transport } from "../../client/src/transport.ts";

type Json = Readonly<Record<string, unknown>>;

const INTERNAL_ERROR = -32603;
const PARSE_ERROR = -32700;
const VERSION = "io.modelcontextprotocol/protocolVersion";
/** Text that a header can carry without Base64. */
const HEADER_SAFE = /^[\x20-\x7e]*$/;
/** Stays open as long as its client listens. */
const LISTEN = "subscriptions/listen";

/** The options of a bridge. */
export interface BridgeOptions {
  readonly transport: Transport;
  readonly path: string;
  /** Writes one message of the protocol, as a line. */
  readonly write: (line: string) => void;
}

/** Passes each message of an MCP client to the service, and its answers back. */
export class McpBridge {
  readonly #options: BridgeOptions;
  /** Requests that wait for an answer, by id. */
  readonly #open = new Map<unknown, Sending>();
  /** Nothing is sent before the version is agreed. */
  #settled: Promise<void> = Promise.resolve();
  #version: string | undefined;

  constructor(options: BridgeOptions) {
    this.#options = options;
  }

  /** Serves a client until its input ends and all answers are sent. */
  async serve(lines: AsyncIterable<string>): Promise<void> {
    const sent = new Set<Promise<void>>();
    for await (const line of lines) {
      if (line.trim() === "") continue;
      const one = this.#take(line).finally(() => sent.delete(one));
      sent.add(one);
    }
    for (const { method, ending } of this.#open.values()) {
      if (method === LISTEN) ending.abort();
    }
    await Promise.all(sent);
  }

  async #take(line: string): Promise<void> {
    const message = read(line);
    if (message === undefined) {
      this.#fail(null, PARSE_ERROR, "Parse error");
      return;
    }
    const { id, method } = message;
    if (method === "notifications/cancelled") {
      this.#open.get(paramsOf(message).requestId)?.ending.abort();
    }
    const before = this.#settled;
    const sending = this.#send(message, before);
    if (method === "initialize") this.#settled = sending;
    try {
      await sending;
    } finally {
      this.#open.delete(id);
    }
  }

  async #send(message: Json, before: Promise<void>): Promise<void> {
    const { id, method } = message;
    const ending = new AbortController();
    if (id !== undefined) this.#open.set(id, { method, ending });
    await before;
    try {
      const response = await this.#options.transport.repeat({
        path: this.#options.path,
        method: "POST",
        isWhole: true,
        headers: this.#headersFor(message),
        body: JSON.stringify(message),
        signal: ending.signal,
      });
      await this.#answer(message, response);
    } catch (error) {
      // A cancelled request gets no answer.
      if (ending.signal.aborted || id === undefined) return;
      const away = error instanceof Unreached;
      this.#fail(
        id,
        INTERNAL_ERROR,
        away ? error.message : "Cannot read the service's answer.",
      );
    }
  }

  #headersFor(message: Json): Record<string, string> {
    const { method } = message;
    const params = paramsOf(message);
    const meta = isObject(params._meta) ? params._meta : {};
    const { [VERSION]: modern } = meta;
    const isModern = typeof modern === "string";
    const version = isModern ? modern : this.#version;
    const about = params.name ?? params.uri;
    return {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(version !== undefined && { "mcp-protocol-version": version }),
      ...(isModern && { "mcp-method": String(method) }),
      ...(isModern &&
        typeof about === "string" && { "mcp-name": headerOf(about) }),
      ...(method === "tools/call" &&
        !hasKey(params, meta) && { "idempotency-key": crypto.randomUUID() }),
    };
  }

  async #answer(message: Json, response: Response): Promise<void> {
    const type = response.headers.get("content-type") ?? "";
    if (type.startsWith("text/event-stream")) {
      const events = new EventLines();
      const body = response.body?.pipeThrough(new TextDecoderStream());
      for await (const text of chunksOf(body)) {
        for (const { data } of events.push(text)) this.#hand(JSON.parse(data));
      }
      return;
    }
    const text = await response.text();
    const answer = text === "" ? undefined : read(text);
    if (answer?.jsonrpc === "2.0" || Array.isArray(answer)) {
      if (message.method === "initialize" && isObject(answer.result)) {
        const { protocolVersion } = answer.result;
        this.#version =
          typeof protocolVersion === "string" ? protocolVersion : undefined;
      }
      this.#hand(answer);
    } else if (message.id !== undefined && message.method !== undefined) {
      this.#fail(message.id, INTERNAL_ERROR, whyNot(response, answer));
    }
  }

  #fail(id: unknown, code: number, message: string): void {
    this.#hand({ jsonrpc: "2.0", id, error: { code, message } });
  }

  #hand(message: unknown): void {
    this.#options.write(`${JSON.stringify(message)}\n`);
  }
}

interface Sending {
  readonly method: unknown;
  readonly ending: AbortController;
}

function read(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null;
}

function paramsOf({ params }: Json): Json {
  return isObject(params) ? params : {};
}

/** True if the client has set an idempotency key itself. */
function hasKey(params: Json, meta: Json): boolean {
  const given = isObject(params.arguments) ? params.arguments : {};
  return "svc/idempotencyKey" in meta || "idempotencyKey" in given;
}

function headerOf(text: string): string {
  return HEADER_SAFE.test(text) && !text.startsWith("=?")
    ? text
    : `=?base64?${Buffer.from(text).toString("base64")}?=`;
}

/** Node 20 and browsers read a stream of text with its reader. */
async function* chunksOf(
  stream: ReadableStream<string> | undefined,
): AsyncGenerator<string, void, undefined> {
  const reader = stream?.getReader();
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (value === undefined) return;
    yield value;
  }
}

function whyNot({ status }: Response, answer: Json | undefined): string {
  const { detail } = answer ?? {};
  if (status === 401) return "The login isn't valid. Run svc login.";
  return typeof detail === "string"
    ? detail
    : `The service answered with status ${status}.`;
}
