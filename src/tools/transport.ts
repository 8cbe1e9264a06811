import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type {
  JSONRPCMessage,
  JSONRPCRequest,
  MessageExtraInfo,
} from "@modelcontextprotocol/sdk/types.js";
import type { Caller } from "../core/access/context.ts";
import { isMember } from "../core/access/principal.ts";
import { errorText, INTERNAL_ERROR, INVALID_PARAMS } from "./json_rpc.ts";
import type { Names } from "./names.ts";

/** What a handler is told about a request beside its message. */
export interface CallContext {
  readonly caller: Caller;
  /** Which spelling of the tool names the client asked for. */
  readonly names: Names;
  /** The POST's `Idempotency-Key`: the same as `_meta` of its one call. */
  readonly idempotencyKey: string | undefined;
}

/** One request on its way through the server. */
export class Waiting {
  /**
   * The result's JSON text, where a handler has written it already: what the
   * handler returns then only tells the server that it is done.
   */
  resultText: string | undefined;
  readonly message: JSONRPCRequest;
  readonly context: CallContext;
  readonly #settle: (answer: string | undefined) => void;

  constructor(
    message: JSONRPCRequest,
    context: CallContext,
    settle: (answer: string | undefined) => void,
  ) {
    this.message = message;
    this.context = context;
    this.#settle = settle;
  }

  answer(text: string): void {
    this.#settle(text);
  }

  /** Nobody waits any longer. */
  abandon(): void {
    this.#settle(undefined);
  }
}

/**
 * Carries many stateless requests to one long-lived `Server`: each gets an id of
 * our own on the way in and its client's id back on the way out.
 */
export class Multiplexer implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <T extends JSONRPCMessage>(
    message: T,
    extra?: MessageExtraInfo,
  ) => void;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  /** The request that the server is looking at just now. */
  #entering: number | undefined;

  /** Requests that are not answered yet. */
  get size(): number {
    return this.#waiting.size;
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    for (const waiting of this.#waiting.values()) waiting.abandon();
    this.#waiting.clear();
    this.onclose?.();
    return Promise.resolve();
  }

  /** Takes the server's answer; drops responses whose request is gone. */
  send(message: JSONRPCMessage): Promise<void> {
    const id = "id" in message ? message.id : undefined;
    const waiting = typeof id === "number" && this.#take(id);
    if (waiting) waiting.answer(answerText(message, waiting));
    return Promise.resolve();
  }

  /**
   * Resolves with the answer's JSON text, or with nothing once the request was
   * aborted or cancelled.
   */
  request(
    message: JSONRPCRequest,
    context: CallContext,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    if (signal.aborted) return Promise.resolve(undefined);
    const internalId = ++this.#lastId;
    return new Promise((resolve) => {
      const waiting = new Waiting(message, context, resolve);
      this.#waiting.set(internalId, waiting);
      // Left in place: it goes with its request, and finds nothing by then.
      const drop = () => this.#take(internalId)?.abandon();
      signal.addEventListener("abort", drop, { once: true });
      this.#entering = internalId;
      this.onmessage?.({ ...message, id: internalId }, extraOf(waiting));
      this.#entering = undefined;
    });
  }

  /**
   * The server cannot make sense of a message, and says so while it is handed
   * over; it would never answer it.
   */
  answerUnreadable(): boolean {
    const id = this.#entering;
    const waiting = id !== undefined && this.#take(id);
    if (!waiting) return false;
    const why = "Invalid params: params and _meta are objects";
    waiting.answer(errorText(waiting.message.id, INVALID_PARAMS, why));
    return true;
  }

  /** `notifications/cancelled`: reaches its own caller's requests only. */
  cancel(clientId: unknown, { caller }: CallContext): void {
    const owner = ownerOf(caller);
    for (const [internalId, { message, context }] of this.#waiting) {
      if (message.id !== clientId) continue;
      if (ownerOf(context.caller) !== owner) continue;
      this.#take(internalId)?.abandon();
      this.onmessage?.({
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: internalId },
      });
    }
  }

  #take(internalId: number): Waiting | undefined {
    const waiting = this.#waiting.get(internalId);
    this.#waiting.delete(internalId);
    return waiting;
  }
}

/** What the params of a request have to be, by its method. */
const PARAMS: Readonly<Record<string, string>> = {
  initialize: "protocolVersion, capabilities and clientInfo { name, version }",
};

function answerText(answer: JSONRPCMessage, waiting: Waiting): string {
  const { id, method } = waiting.message;
  if ("result" in answer) {
    const result = waiting.resultText ?? JSON.stringify(answer.result);
    return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
  }
  if (!("error" in answer)) return errorText(id, INTERNAL_ERROR, "No answer");
  const { code, message: why } = answer.error;
  if (code !== INTERNAL_ERROR) return errorText(id, code, why);
  // The server's word for params of the wrong shape: no handler of ours throws.
  const needed = PARAMS[method] ?? "an object";
  return errorText(id, INVALID_PARAMS, `Invalid params: they are ${needed}`);
}

function ownerOf({ principal }: Caller): string {
  if (!isMember(principal)) return principal.kind;
  return `${principal.accountId} ${principal.credentialId ?? ""}`;
}

/** The SDK's place for who calls; the token itself never gets here. */
function extraOf(waiting: Waiting): MessageExtraInfo {
  const clientId = ownerOf(waiting.context.caller);
  return {
    authInfo: { token: "", clientId, scopes: [], extra: { waiting } },
  };
}

/** The request behind what the SDK hands a handler. */
export function waitingOf({ authInfo }: MessageExtraInfo): Waiting {
  const waiting = authInfo?.extra?.waiting;
  if (waiting instanceof Waiting) return waiting;
  throw new TypeError("A request came without its caller");
}
