import type { JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js";
import { refuseUnsound } from "../../core/access/read_json.ts";
import { isObject } from "../../core/base/json.ts";
import { INVALID_PARAMS } from "../../core/errors/error_row.ts";
import { ServiceError } from "../../core/errors/errors.ts";
import type { RpcId } from "../../http/json_rpc.ts";
import { INVALID_REQUEST, isRpcId, rpcFailure } from "../../http/json_rpc.ts";

/** The kinds of elements in a POST (MCP 2025-03-26, transports). */
export type IncomingMessage =
  | { readonly kind: "request"; readonly message: JSONRPCRequest }
  | { readonly kind: "cancel"; readonly requestId: unknown }
  | { readonly kind: "heard" }
  /** Not a request at all. */
  | { readonly kind: "refused"; readonly answer: string }
  /** A request that cannot be done. */
  | { readonly kind: "answered"; readonly answer: string };

const HEARD: IncomingMessage = { kind: "heard" };

/** Reads one JSON-RPC message; an invalid one comes with its answer. */
export function readMessage(value: unknown): IncomingMessage {
  if (!isObject(value)) return refused(null, "it is not an object");
  const { jsonrpc, id, method, params } = value;
  const known = isRpcId(id) ? id : null;
  if (jsonrpc !== "2.0") return refused(known, 'jsonrpc is not "2.0"');
  if (method === undefined && ("result" in value || "error" in value)) {
    return HEARD; // Nothing is ever asked of a client.
  }
  if (typeof method !== "string") return refused(known, "method is not a text");
  if (!("id" in value)) return notification(method, params);
  if (!isRpcId(id)) return refused(null, "id is neither a text nor an integer");
  if (params !== undefined && !isObject(params)) {
    const why = "Invalid params: params is not an object";
    return { kind: "answered", answer: errorText(id, INVALID_PARAMS, why) };
  }
  const unsound = unsoundIn(params);
  if (unsound) {
    const answer = errorText(id, INVALID_PARAMS, `Invalid params: ${unsound}`);
    return { kind: "answered", answer };
  }
  const named = params && method === "tools/call" ? untasked(params) : params;
  // Only these members: the server takes no others.
  return {
    kind: "request",
    message: named
      ? { jsonrpc, id, method, params: named }
      : { jsonrpc, id, method },
  };
}

/** The error text for invalid params. */
function unsoundIn(params: unknown): string | undefined {
  try {
    refuseUnsound(params);
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error.errors[0]?.detail ?? error.message;
  }
}

function notification(method: string, params: unknown): IncomingMessage {
  return method === "notifications/cancelled" && isObject(params)
    ? { kind: "cancel", requestId: params.requestId }
    : HEARD;
}

/** Removes a field that a server without the tasks capability ignores (MCP 2025-11-25, tasks). */
function untasked(
  params: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (!("task" in params)) return params;
  const { task: _ignored, ...others } = params;
  return others;
}

function refused(id: RpcId | null, why: string): IncomingMessage {
  const answer = errorText(id, INVALID_REQUEST, `Invalid request: ${why}`);
  return { kind: "refused", answer };
}

/** A JSON-RPC error as JSON text. */
export function errorText(
  id: RpcId | null,
  code: number,
  message: string,
  data?: object,
): string {
  return JSON.stringify(rpcFailure(id, { code, message, data }));
}

/** A failure of the protocol, which a result cannot express. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: number;
  /** The HTTP status of the answer. */
  readonly status: number;
  readonly data: object | undefined;

  constructor(
    code: number,
    message: string,
    { status = 200, data }: { status?: number; data?: object } = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
  }
}
