import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { JsonObject } from "../../core/base/json.ts";
import { isObject } from "../../core/base/json.ts";
import { LIMITS } from "../../core/base/limits.ts";
import { INVALID_PARAMS } from "../../core/errors/error_row.ts";
import { nearestName } from "../../core/errors/unknown_fields.ts";
import { runTool } from "../call_tool.ts";
import { plainCall } from "../grown.ts";
import { KEY_IN_META, oneKey } from "../idempotency_key.ts";
import { withPaymentSent } from "../payment_meta.ts";
import { RpcError } from "../protocol/json_rpc.ts";
import type { Method, MethodCall, Server } from "../protocol/method.ts";
import { readParams, WrittenResult } from "../protocol/method.ts";
import type { ToolView } from "../tool_view.ts";
import { isAtAddress, isShownTo, TOOLSETS } from "../toolsets.ts";

/** Refuses a cursor: everything is listed on one page. */
export function refuseCursor(params: { cursor?: string | undefined } = {}) {
  if (params.cursor === undefined) return;
  throw new RpcError(INVALID_PARAMS, "Unknown cursor: there is one page");
}

export const listTools: Method = {
  eras: ["legacy", "modern"],
  freshMs: LIMITS.toolListFreshMs,
  answer: async (server, asked, params) => {
    refuseCursor(readParams(ListToolsRequestSchema.shape.params, params));
    refuseUnknownSets(asked.view);
    return new WrittenResult(shownList(server, asked));
  },
};

/** Refuses unknown sets: an empty list would hide that the address is wrong. */
function refuseUnknownSets({ toolsets = [] }: ToolView): void {
  const isKnown = (name: string) => TOOLSETS.some((it) => it === name);
  if (toolsets.every(isKnown)) return;
  throw new RpcError(
    INVALID_PARAMS,
    `Unknown toolset in the address: there is ${TOOLSETS.join(", ")}`,
  );
}

/** The tools listed for this caller, without those that its access could never use. */
function shownList(
  { registry }: Server,
  { view, caller: { principal } }: MethodCall,
): string {
  const all = registry[view.names];
  const tools = all.filter(({ name }) => {
    const operation = registry.find(name);
    return operation && isShownTo(operation, view, principal);
  });
  return tools.length === all.length
    ? registry.lists[view.names]
    : JSON.stringify({ tools });
}

export const callTool: Method = {
  eras: ["legacy", "modern"],
  subject: "name",
  answer: (server, asked, params) => {
    const { name: called, _meta } = readParams(
      CallToolRequestSchema.shape.params,
      params,
    );
    refuseUnknownSets(asked.view);
    // Unchanged: the core reports itself what is wrong with them.
    const { name, given } = plainCall(called, argumentsIn(params));
    const operation = server.registry.find(name);
    if (!operation) throw unknownTool(server, asked, name);
    // By its own name, too: a tool may stand for others that change something.
    const listed = server.registry.find(called) ?? operation;
    if (!isAtAddress(listed, asked.view)) throw notHere(called);
    return runTool(server, asked, {
      operation,
      given: withPaymentSent(operation, given, _meta),
      key: oneKey(_meta?.[KEY_IN_META], asked.idempotencyKey),
      requestState: stateIn(asked, params),
    });
  },
};

/** The refusal of a tool that the address leaves out. */
function notHere(called: string): RpcError {
  const quoted = JSON.stringify(called.slice(0, LIMITS.toolNameCharsMax));
  const why = `Unknown tool ${quoted} at this address: it lists fewer tools (readonly, toolsets)`;
  return new RpcError(INVALID_PARAMS, why);
}

/** The refusal of an unknown tool name, with the one that may be meant. */
function unknownTool(
  { registry }: Server,
  { view }: MethodCall,
  called: string,
): RpcError {
  const short = called.slice(0, LIMITS.toolNameCharsMax);
  const known = new Map(
    registry[view.names].map(({ name }) => [bareName(name), name]),
  );
  const meant = nearestName(bareName(short), [...known.keys()]);
  const hint = meant === undefined ? "" : `: did you mean ${known.get(meant)}?`;
  const quoted = JSON.stringify(short);
  return new RpcError(INVALID_PARAMS, `Unknown tool ${quoted}${hint}`);
}

function bareName(name: string): string {
  return name.replace(/^svc[._]/i, "");
}

/** The state of a modern retry, which the SDK's schemas do not have. */
function stateIn(
  { era }: MethodCall,
  params: JsonObject | undefined,
): string | undefined {
  const state = params?.requestState;
  if (era === "legacy" || state === undefined) return undefined;
  if (typeof state === "string") return state;
  throw new RpcError(
    INVALID_PARAMS,
    "Invalid params: requestState is not a text",
  );
}

function argumentsIn(params: JsonObject | undefined): JsonObject {
  const given = params?.arguments;
  return isObject(given) ? given : {};
}
