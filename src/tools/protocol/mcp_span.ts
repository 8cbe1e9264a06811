import type { JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js";
import { Family } from "../../../packages/telemetry/src/metrics.ts";
import type { TraceContext } from "../../../packages/telemetry/src/trace_context.ts";
import { readTraceparent } from "../../../packages/telemetry/src/trace_context.ts";
import type {
  Span,
  SpanShape,
  Tracer,
} from "../../../packages/telemetry/src/tracer.ts";
import { isObject } from "../../core/base/json.ts";
import { LIMITS } from "../../core/base/limits.ts";
import { traceOf } from "../../http/request_spans.ts";
import type { Result, Server } from "./method.ts";
import { WrittenResult } from "./method.ts";

/** The name of a tool's own failure in the semantic conventions for MCP. */
const TOOL_ERROR = "tool_error";

/** An MCP request that is observed until it is answered. */
export interface ObservedMessage {
  /** Its place in its trace; undefined if traces are off. */
  readonly trace: TraceContext | undefined;
  end(errorType: string | undefined): void;
}

/** Counts and traces an MCP request. Names method and tool only if they are ours. */
export function observeMessage(
  { services: { tracer, measures }, registry }: Server,
  { method, params }: JSONRPCRequest,
  {
    request,
    isKnown,
  }: { readonly request: Request; readonly isKnown: boolean },
): ObservedMessage {
  const startedAt = performance.now();
  const name = isKnown ? method : "_OTHER";
  const given = params?.name;
  const tool =
    method === "tools/call" && typeof given === "string"
      ? (registry.find(given)?.name ?? "")
      : "";
  const parents = { http: traceOf(request), meta: params?._meta };
  const span = tracer && messageSpan(tracer, { name, tool }, parents);
  return {
    trace: span?.context,
    end(errorType) {
      span?.end({ errorType });
      measures.messages
        .of(name, tool, errorType ?? "")
        .observe((performance.now() - startedAt) / 1_000);
    },
  };
}

/** No tool is "". */
const SHAPES = new Family<SpanShape>(
  ([method = "", tool = ""]) => ({
    name: tool === "" ? method : `${method} ${tool}`,
    kind: "server",
    attributes: {
      "mcp.method.name": method,
      ...(tool !== "" && {
        "gen_ai.tool.name": tool,
        "gen_ai.operation.name": "execute_tool",
      }),
    },
  }),
  LIMITS.metricSeriesMax,
);

/** Continues the trace that the request names in `_meta`, otherwise HTTP's. */
function messageSpan(
  tracer: Tracer,
  { name, tool }: { readonly name: string; readonly tool: string },
  {
    http,
    meta,
  }: { readonly http: TraceContext | undefined; readonly meta: unknown },
): Span {
  const named = readTraceparent(isObject(meta) ? meta.traceparent : undefined);
  return tracer.start(SHAPES.of(name, tool), {
    parent: named ?? http,
    ...(named && { link: http }),
  });
}

/** Why a result reports that its tool failed. */
export function errorTypeOf(result: Result): string | undefined {
  return result instanceof WrittenResult &&
    result.json.endsWith(',"isError":true}')
    ? TOOL_ERROR
    : undefined;
}
