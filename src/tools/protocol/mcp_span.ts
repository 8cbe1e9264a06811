import type { JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js";
import { isObject } from "../../core/base/json.ts";
import { readTraceparent } from "../../core/insight/trace_context.ts";
import type { Span } from "../../core/insight/tracer.ts";
import { traceOf } from "../../http/request_spans.ts";
import type { Server } from "./method.ts";

/** A tool's own failure, as the semantic conventions for MCP call it. */
const TOOL_ERROR = "tool_error";

/**
 * Begins the span of a request of MCP. It goes on with the trace that the request names
 * in `_meta`, and else with the one of its HTTP request. Method and tool are named only
 * where they are of ours.
 */
export function startMcpSpan(
  { services, registry }: Server,
  { method, params }: JSONRPCRequest,
  {
    request,
    isKnown,
  }: { readonly request: Request; readonly isKnown: boolean },
): Span | undefined {
  const { tracer } = services;
  if (!tracer) return undefined;
  const http = traceOf(request);
  const meta: unknown = params?._meta;
  const named = readTraceparent(isObject(meta) ? meta.traceparent : undefined);
  const name = isKnown ? method : "_OTHER";
  const given = params?.name;
  const tool =
    method === "tools/call" && typeof given === "string"
      ? registry.find(given)?.operation.name
      : undefined;
  return tracer.start(tool === undefined ? name : `${name} ${tool}`, {
    kind: "server",
    parent: named ?? http,
    ...(named && { link: http }),
    attributes: {
      "mcp.method.name": name,
      "gen_ai.tool.name": tool,
      "gen_ai.operation.name": tool === undefined ? undefined : "execute_tool",
    },
  });
}

/** Why a result says that its tool failed. */
export function errorTypeOf(resultText: string): string | undefined {
  return resultText.includes('"isError":true') ? TOOL_ERROR : undefined;
}
