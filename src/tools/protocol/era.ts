import type {
  ClientCapabilities,
  JSONRPCRequest,
} from "@modelcontextprotocol/sdk/types.js";
import { ClientCapabilitiesSchema } from "@modelcontextprotocol/sdk/types.js";
import type { JsonObject } from "../../core/base/json.ts";
import { isObject } from "../../core/base/json.ts";
import { INVALID_PARAMS } from "../../core/errors/error_row.ts";
import { METHOD_NOT_FOUND } from "../../http/json_rpc.ts";
import { RpcError } from "./json_rpc.ts";
import type { Era, Method } from "./method.ts";

/** The oldest supported revision, and the only one with batches. */
export const OLDEST_VERSION = "2025-03-26";
/** The revision for clients whose own is not supported (MCP 2025-11-25, lifecycle). */
export const NEWEST_LEGACY_VERSION = "2025-11-25";
/** Revisions that begin with `initialize`. */
export const LEGACY_VERSIONS: readonly string[] = [
  OLDEST_VERSION,
  "2025-06-18",
  NEWEST_LEGACY_VERSION,
];
/** The first revision with self-contained requests. */
const FIRST_MODERN_VERSION = "2026-07-28";
export const MODERN_VERSIONS: readonly string[] = [FIRST_MODERN_VERSION];

/** Codes of MCP 2026-07-28, basic/transports. */
const HEADER_MISMATCH = -32020;
const UNSUPPORTED_VERSION = -32022;

const META = "io.modelcontextprotocol/";
export const SERVER_INFO = `${META}serverInfo`;
export const SUBSCRIPTION_ID = `${META}subscriptionId`;
const VERSION = `${META}protocolVersion`;
const CAPABILITIES = `${META}clientCapabilities`;
const CLIENT_INFO = `${META}clientInfo`;

/** The era of a message; its own version takes precedence over its header. */
export function eraOf(message: unknown, headers: Headers): Era {
  if (!isObject(message)) return "legacy";
  const { method, params } = message;
  if (VERSION in metaOf(params)) return "modern";
  if (method === "initialize") return "legacy";
  const version = headers.get("mcp-protocol-version") ?? "";
  const isModern = version >= FIRST_MODERN_VERSION && /^\d{4}-/.test(version);
  return isModern ? "modern" : "legacy";
}

/**
 * Checks a modern request in the order that MCP 2026-07-28 prescribes: differences, missing
 * members, the version, the headers.
 * @returns The client's capabilities
 * @throws RpcError with the status of its row
 */
export function checkModern(
  { method, params }: JSONRPCRequest,
  served: Method | undefined,
  headers: Headers,
): ClientCapabilities {
  const meta = metaOf(params);
  const { [VERSION]: version, [CAPABILITIES]: declared } = meta;
  const said = headers.get("mcp-protocol-version");
  const saidMethod = headers.get("mcp-method");
  if (said !== null && version !== undefined && said !== version) {
    throw mismatch(`MCP-Protocol-Version is not _meta["${VERSION}"]`);
  }
  if (saidMethod !== null && saidMethod !== method) {
    throw mismatch("Mcp-Method is not the method");
  }
  if (typeof version !== "string") throw missing(VERSION);
  const capabilities = ClientCapabilitiesSchema.safeParse(declared);
  if (!capabilities.success) throw missing(CAPABILITIES);
  if (!MODERN_VERSIONS.includes(version)) {
    throw new RpcError(UNSUPPORTED_VERSION, "Unsupported protocol version", {
      status: 400,
      data: { supported: MODERN_VERSIONS, requested: version },
    });
  }
  if (said === null) throw mismatch("MCP-Protocol-Version is missing");
  if (saidMethod === null) throw mismatch("Mcp-Method is missing");
  checkName(params, headers, served?.subject);
  if (!served?.eras.includes("modern")) {
    throw new RpcError(METHOD_NOT_FOUND, "Method not found", { status: 404 });
  }
  return capabilities.data;
}

/** Checks that `Mcp-Name` names the subject of the request, if it has one. */
function checkName(
  params: JsonObject | undefined,
  headers: Headers,
  subject: Method["subject"],
): void {
  if (subject === undefined) return;
  const said = headers.get("mcp-name");
  if (said === null) throw mismatch("Mcp-Name is missing");
  if (decoded(said) !== params?.[subject]) {
    throw mismatch(`Mcp-Name is not params.${subject}`);
  }
}

const ENCODED = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/;

/** Decodes Base64, in which a header carries text that it cannot contain directly. */
function decoded(header: string): string {
  const [, base64] = ENCODED.exec(header) ?? [];
  return base64 === undefined
    ? header
    : Buffer.from(base64, "base64").toString("utf8");
}

function metaOf(params: unknown): JsonObject {
  const meta = isObject(params) ? params._meta : undefined;
  return isObject(meta) ? meta : {};
}

/** The name in a client's own description of itself. */
export function clientNameIn(
  params: JsonObject | undefined,
): string | undefined {
  const clientInfo = params?.clientInfo ?? metaOf(params)[CLIENT_INFO];
  const name = isObject(clientInfo) ? clientInfo.name : undefined;
  return typeof name === "string" ? name : undefined;
}

function mismatch(why: string): RpcError {
  return new RpcError(HEADER_MISMATCH, `Header mismatch: ${why}`, {
    status: 400,
  });
}

function missing(key: string): RpcError {
  const why = `Invalid params: _meta["${key}"] is missing or malformed`;
  return new RpcError(INVALID_PARAMS, why, { status: 400 });
}
