import type { JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js";
import type { TraceContext } from "../../packages/telemetry/src/trace_context.ts";
import type { BodyPass } from "../core/access/bodies.ts";
import type { Member } from "../core/access/principal.ts";
import { isMember } from "../core/access/principal.ts";
import type { JsonObject } from "../core/base/json.ts";
import { INVALID_PARAMS } from "../core/errors/error_row.ts";
import { problemOf, rowOf } from "../core/errors/errors.ts";
import { ACT_AS_META, actingAs } from "../core/identity/teams/acting_as.ts";
import type { Services } from "../core/pipeline/call.ts";
import {
  INTERNAL_ERROR,
  METHOD_NOT_FOUND,
  rpcResult,
} from "../http/json_rpc.ts";
import { JsonText, jsonText } from "../http/json_text.ts";
import { serviceErrorOf } from "../http/problem.ts";
import { KEY_HEADER } from "./idempotency_key.ts";
import { IMPLEMENTATION } from "./methods/handshake.ts";
import { METHODS } from "./methods/mod.ts";
import { inNames } from "./names.ts";
import {
  checkModern,
  clientNameIn,
  eraOf,
  SERVER_INFO,
} from "./protocol/era.ts";
import { errorText, RpcError } from "./protocol/json_rpc.ts";
import { errorTypeOf, observeMessage } from "./protocol/mcp_span.ts";
import type { Era, Method, MethodCall, Server } from "./protocol/method.ts";
import { Listening, WrittenResult } from "./protocol/method.ts";
import type { CallEnd } from "./protocol/pending.ts";
import type { ToolView } from "./tool_view.ts";
import { refusesDots, UNDERSCORE_SESSION, viewOf } from "./tool_view.ts";

/** One outgoing answer. */
export interface RpcAnswer {
  /** The message as JSON, or a stream of messages. */
  readonly said: string | Listening;
  readonly status: number;
  readonly session?: string | undefined;
}

/** The origin of a request. */
export interface Arrival {
  readonly request: Request;
  readonly member: Member;
  readonly requestId: string;
  readonly pass: BodyPass;
  /** Aborted once nobody waits for the answer. */
  readonly end: CallEnd;
  /** The request's place in a trace. */
  readonly trace?: TraceContext | undefined;
}

/** Answers one request; any failure is an answer, too. */
export async function dispatch(
  server: Server,
  message: JSONRPCRequest,
  from: Arrival,
): Promise<RpcAnswer> {
  const { id, method, params } = message;
  const served = METHODS.get(method);
  const { request } = from;
  const isKnown = served !== undefined;
  const observed = observeMessage(server, message, { request, isKnown });
  let errorType: string | undefined;
  try {
    const { trace } = observed;
    const member = await memberIn(server.services, message, from.member);
    const asked = readHead(message, served, { ...from, member, trace });
    if (!served?.eras.includes(asked.era)) {
      throw new RpcError(METHOD_NOT_FOUND, "Method not found");
    }
    const result = await served.answer(server, asked, params);
    if (result instanceof Listening) return { said: result, status: 200 };
    const text = resultText(asked.era, result, served);
    errorType = errorTypeOf(result);
    const said = jsonText(rpcResult(id, new JsonText(text)));
    return { said, status: 200, session: served.session?.(params) };
  } catch (error) {
    const {
      code,
      message: why,
      status,
      data,
    } = rpcErrorOf(server.services, error, {
      requestId: from.requestId,
      view: viewToRefuseIn(message, from),
    });
    errorType = String(code);
    return { said: errorText(id, code, why, data), status };
  } finally {
    observed.end(errorType);
  }
}

/** The member that a call is made as: `_meta` may name a team. @throws not_a_member */
async function memberIn(
  services: Services,
  { params }: JSONRPCRequest,
  member: Member,
): Promise<Member> {
  const acting = await actingAs(services, member, params?._meta?.[ACT_AS_META]);
  return isMember(acting) ? acting : member;
}

/** Reads the head of a request, in the way of its era. */
function readHead(
  message: JSONRPCRequest,
  served: Method | undefined,
  from: Arrival,
): MethodCall {
  const { request, member, requestId, pass, end, trace } = from;
  const { headers } = request;
  const era = eraOf(message, headers);
  const client = era === "modern" ? checkModern(message, served, headers) : {};
  return {
    id: message.id,
    era,
    caller: {
      principal: member,
      via: "mcp",
      requestId,
      signal: () => end.signal,
      trace,
      body: pass,
    },
    view: viewFor(message, from),
    client,
    idempotencyKey: headers.get(KEY_HEADER) ?? undefined,
  };
}

/** The request's own address overrides what is known about the client. */
function viewFor(
  { params }: JSONRPCRequest,
  { request: { headers, url } }: Arrival,
): ToolView {
  const isUnderscored =
    refusesDots(clientNameIn(params)) ||
    headers.get("mcp-session-id") === UNDERSCORE_SESSION;
  return viewOf(url, isUnderscored);
}

/** The usual names if the address itself is refused. */
function viewToRefuseIn(message: JSONRPCRequest, from: Arrival): ToolView {
  try {
    return viewFor(message, from);
  } catch {
    return viewOf("", false);
  }
}

/** A result in the form of its era: a modern one has its type and lifetime. */
function resultText(
  era: Era,
  result: JsonObject | WrittenResult,
  { freshMs }: Pick<Method, "freshMs">,
): string {
  const { json, meta } =
    result instanceof WrittenResult ? result : written(result);
  if (era === "legacy") return meta ? joined([json, { _meta: meta }]) : json;
  const head = {
    resultType: "complete",
    ...(freshMs !== undefined && { ttlMs: freshMs, cacheScope: "private" }),
  };
  return joined([
    "resultType" in result ? "" : head,
    json,
    { _meta: { ...meta, [SERVER_INFO]: IMPLEMENTATION } },
  ]);
}

function written({ _meta, ...members }: JsonObject): WrittenResult {
  const meta = _meta as JsonObject | undefined;
  return new WrittenResult(JSON.stringify(members), meta);
}

/** One JSON object with the members of several. */
function joined(parts: readonly (string | object | undefined)[]): string {
  const members = parts
    .map((it) => (typeof it === "object" ? JSON.stringify(it) : (it ?? "")))
    .map((json) => json.slice(1, -1))
    .filter((it) => it !== "");
  return `{${members.join(",")}}`;
}

/** A refusal by the core concerns the caller's params; any other failure is ours. */
function rpcErrorOf(
  services: Services,
  thrown: unknown,
  {
    requestId,
    view: { names },
  }: Pick<MethodCall, "view"> & Pick<Arrival, "requestId">,
): RpcError {
  if (thrown instanceof RpcError) return thrown;
  const error = serviceErrorOf(services, thrown, { requestId, wire: "mcp" });
  const isOurs = rowOf(error).status >= 500;
  const { baseUrl } = services.settings;
  const { detail, code, fix } = problemOf(error, {
    baseUrl,
    requestId,
    wire: "mcp",
  });
  const row = isOurs ? INTERNAL_ERROR : INVALID_PARAMS;
  return new RpcError(row, inNames(detail, names), {
    data: { code, fix: inNames(fix, names) },
  });
}
