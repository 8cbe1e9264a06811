import { isObject } from "../core/base/json.ts";
import { LIMITS } from "../core/base/limits.ts";
import type { RpcId } from "../http/json_rpc.ts";
import { isRpcId } from "../http/json_rpc.ts";
import { ProtocolError } from "./errors.ts";

export interface RpcRequest {
  /** Absent in a notification. */
  readonly id: RpcId | null | undefined;
  readonly method: string;
  readonly params: unknown;
}

/**
 * Reads one request object.
 * @throws invalid_request
 */
export function readRequest(value: unknown): RpcRequest {
  if (!isObject(value)) {
    throw invalid("Invalid request: it must be a JSON-RPC 2.0 request object.");
  }
  const { jsonrpc, method, params, id } = value;
  if (jsonrpc !== "2.0") {
    throw invalid('Invalid request: jsonrpc must be exactly "2.0".');
  }
  if (id !== undefined && id !== null && !isRpcId(id)) {
    throw invalid("Invalid request: id must be a string, an integer or null.");
  }
  if (typeof method !== "string" || method === "") {
    throw invalid("Invalid request: method must be the name of a method.");
  }
  return { id, method, params };
}

/**
 * Checks the array of a batch (JSON-RPC 2.0 section 6).
 * @throws invalid_request if it is empty or too long.
 */
export function checkBatch(calls: readonly unknown[]): void {
  if (calls.length === 0) {
    throw invalid("Invalid request: the batch is empty.");
  }
  if (calls.length > LIMITS.batchCallsMax) {
    throw invalid(
      `Invalid request: a batch holds at most ${LIMITS.batchCallsMax} calls.`,
    );
  }
}

const VERSION_1 = /^1(\.\d{1,4}){0,2}$/;

/**
 * Checks `A2A-Version`, a header or a query parameter (A2A 3.6.1). Absent reads
 * as 1.0, empty as 0.3 (3.6.2); a patch number never matters.
 * @throws unsupported_version
 */
export function checkVersion(request: Request): void {
  const header = request.headers.get("a2a-version");
  const version = header || (queryVersion(request) ?? header);
  if (version === null || VERSION_1.test(version)) return;
  throw new ProtocolError(
    "unsupported_version",
    `Version not supported: A2A-Version is ${JSON.stringify(version.slice(0, 20))}; this service speaks 1.0.`,
  );
}

function queryVersion({ url }: Request): string | null {
  const query = url.indexOf("?");
  if (query < 0) return null;
  return new URLSearchParams(url.slice(query + 1)).get("A2A-Version");
}

function invalid(message: string): ProtocolError {
  return new ProtocolError("invalid_request", message);
}
