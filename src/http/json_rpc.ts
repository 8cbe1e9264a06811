import { isObject } from "../core/base/json.ts";

/** Codes of JSON-RPC 2.0, section 5.1; the core has that of wrong params. */
export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INTERNAL_ERROR = -32603;

/** Identifies a request; null answers one whose id cannot be read. */
export type RpcId = string | number;

/** True for a usable id: a number beyond 2^53 would come back changed. */
export function isRpcId(id: unknown): id is RpcId {
  return typeof id === "string" || Number.isSafeInteger(id);
}

/** The id for the answer to an unreadable request; a batch has none. */
export function rpcIdIn(value: unknown): RpcId | null {
  return isObject(value) && isRpcId(value.id) ? value.id : null;
}

/** The answer to a successful request. */
export function rpcResult<R>(id: RpcId | null, result: R) {
  return { jsonrpc: "2.0", id, result } as const;
}

/** The answer to a failed request. */
export function rpcFailure<E>(id: RpcId | null, error: E) {
  return { jsonrpc: "2.0", id, error } as const;
}
