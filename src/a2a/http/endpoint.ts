import type { Caller } from "../../core/access/context.ts";
import { counterOf } from "../../core/access/rate.ts";
import { readJson, refuseUnsound } from "../../core/access/read_json.ts";
import { isObject } from "../../core/base/json.ts";
import { LIMITS } from "../../core/base/limits.ts";
import { toldAsIs } from "../../core/base/words/sentence.ts";
import { ServiceError } from "../../core/errors/errors.ts";
import { isSigned } from "../../core/federation/verify_request.ts";
import { signedSender } from "../../core/loops/remote/signed_sender.ts";
import type { Services } from "../../core/pipeline/call.ts";
import type { ClientAddress } from "../../http/client_address.ts";
import type {
  EventFrame,
  EventStreams,
  StreamWire,
} from "../../http/event_streams.ts";
import { eventStream, STREAM_HEADERS } from "../../http/event_streams.ts";
import { JsonText, jsonText } from "../../http/json_text.ts";
import { errorHeaders } from "../../http/problem.ts";
import { readBody } from "../../http/read_text.ts";
import type { RequestInfo } from "../../http/request_info.ts";
import { requestInfoOf, urlOf } from "../../http/request_info.ts";
import { traceOf } from "../../http/request_spans.ts";
import {
  a2aHeaders,
  faultOf,
  requireType,
  signedInCaller,
} from "../answering.ts";
import { checkVersion } from "../envelope.ts";
import { activatePayments } from "../payment.ts";
import { openParams } from "../proto_wire.ts";
import type { RpcCall } from "../rpc_call.ts";
import { sentFilesIn } from "./sent_files.ts";
import { namedIn, withoutSender } from "./signed_fields.ts";
import { statusBodyOf } from "./status.ts";
import type { HttpMatch } from "./table.ts";
import { rowsAt } from "./table.ts";

const TYPES = /^application\/(a2a\+)?json *(;|$)/i;
const TYPE = "application/a2a+json";

/** Where the requests come in, and how their streams leave. */
interface World {
  readonly services: Services;
  readonly addressOf: ClientAddress;
  readonly wire: StreamWire;
}

/**
 * Serves the HTTP+JSON binding below `/a2a/v1` (A2A 1.0.1, section 11). The order of checks is
 * that of JSON-RPC: caller, path, version, content type, rate of refused bodies, size, parse,
 * params.
 */
export function httpJsonHandler(
  services: Services,
  streams: EventStreams,
  addressOf: ClientAddress,
): (request: Request) => Promise<Response> {
  const { log } = services;
  const wire: StreamWire = {
    streams,
    log: (error) => log.error("a2a.stream", error),
    first: FIRST,
    write: written,
  };
  return (request) => serveHttpJson({ services, addressOf, wire }, request);
}

async function serveHttpJson(
  world: World,
  request: Request,
): Promise<Response> {
  const { services, addressOf } = world;
  const info = requestInfoOf(request);
  try {
    const isOfService = isSigned(Object.fromEntries(request.headers));
    if (isOfService && info.bearer === undefined) {
      return await serveSigned(world, info);
    }
    const caller = await signedInCaller(services, info, addressOf);
    const match = matchOf(request);
    checkVersion(request);
    const keyHeader = request.headers.get("idempotency-key");
    const call: RpcCall = { services, caller, keyHeader };
    if (match.row.verb !== "POST") {
      return await answerWith(world, call, { match, info, body: {} });
    }
    const isTyped = request.headers.has("content-type");
    if (isTyped || request.body) requireType(request, TYPES, TYPE);
    const key = counterOf(caller.principal) ?? addressOf(request) ?? "";
    return await services.bodies.run(key, async (pass) => {
      const bytesMax = LIMITS.fileRequestBytesMax;
      const bytes = await readBody(request, { bytesMax, pass });
      const body = bytes.length === 0 ? {} : await readJson(bytes);
      const withBody = { ...call, caller: { ...caller, body: pass } };
      return await answerWith(world, withBody, { match, info, body });
    });
  } catch (error) {
    return refused(services, info, error);
  }
}

/** Serves a request of another service: its body is read first, since it is signed. */
async function serveSigned(world: World, info: RequestInfo): Promise<Response> {
  const { services, addressOf } = world;
  const { request } = info;
  const match = matchOf(request);
  checkVersion(request);
  return await services.bodies.run(addressOf(request) ?? "", async (pass) => {
    const bytesMax = LIMITS.fileRequestBytesMax;
    const bytes = await readBody(request, { bytesMax, pass });
    const said = bytes.length === 0 ? {} : await readJson(bytes);
    const { pathname, search } = urlOf(request);
    const sender = await signedSender(services, {
      ...namedIn(paramsOf(match, request, said)),
      request: {
        method: request.method,
        target: pathname + search,
        headers: Object.fromEntries(request.headers),
        body: bytes,
      },
    });
    const { requestId } = info;
    const trace = traceOf(request);
    const { origin } = sender.evidence;
    const { body, files } = sentFilesIn(withoutSender(said), origin);
    const caller: Caller = {
      ...sender,
      ...{ via: "a2a", requestId, trace, body: pass },
      ...(files.length > 0 && { namedFiles: files }),
    };
    const call: RpcCall = { services, caller, keyHeader: null };
    return await answerWith(world, call, { match, info, body });
  });
}

/** @throws not_found, method_not_allowed */
function matchOf(request: Request): HttpMatch {
  const matches = rowsAt(request);
  if (matches.length === 0) {
    throw new ServiceError("not_found", {
      detail: toldAsIs("Cannot find this path: A2A has no method there."),
    });
  }
  const found = matches.find(({ row }) => row.verb === request.method);
  if (found) return found;
  const allow = matches.map(({ row }) => row.verb).join(", ");
  throw new ServiceError("method_not_allowed", {
    detail: toldAsIs(`Cannot use this HTTP method here: use ${allow}.`),
    extra: { allow },
  });
}

interface Asked {
  readonly match: HttpMatch;
  readonly info: RequestInfo;
  readonly body: unknown;
}

async function answerWith(
  { services, wire }: World,
  call: RpcCall,
  { match, info, body }: Asked,
): Promise<Response> {
  const { row } = match;
  const { request } = info;
  const params = openParams(paramsOf(match, request, body));
  const headers = a2aHeaders(info);
  if ("stream" in row) {
    const subscription = await row.stream(params, call);
    const response = new Response(eventStream(subscription, wire), {
      headers: { ...headers, ...STREAM_HEADERS },
    });
    return activatePayments(services, request, response);
  }
  const result = await row.call(params, call);
  const text = result instanceof JsonText ? result.text : jsonText(result);
  const response = new Response(text, {
    headers: { ...headers, "content-type": TYPE },
  });
  return activatePayments(services, request, response);
}

/** The body or the query, with the params in the path, which count more. */
function paramsOf(
  { row, params }: HttpMatch,
  request: Request,
  body: unknown,
): unknown {
  const inPath: Readonly<Record<string, unknown>> = params;
  if (row.verb === "POST")
    return isObject(body) ? { ...body, ...inPath } : body;
  const asked = { ...queryOf(request), ...inPath };
  refuseUnsound(asked);
  return asked;
}

/** The query parameters (A2A 11.5); a flag is a lower-case word there. */
function queryOf(request: Request): Record<string, unknown> {
  const asked: Record<string, unknown> = {};
  for (const [name, text] of urlOf(request).searchParams) {
    const flag = FLAGS.has(name) ? WORDS[text] : undefined;
    asked[name] = flag ?? text;
  }
  return asked;
}

const FLAGS: ReadonlySet<string> = new Set([
  "includeArtifacts",
  "include_artifacts",
]);
const WORDS: Readonly<Record<string, boolean>> = { true: true, false: false };

function refused(
  services: Services,
  info: RequestInfo,
  error: unknown,
): Response {
  const { requestId } = info;
  const fault = faultOf(services, error, requestId);
  const body = statusBodyOf(fault, { requestId });
  const isOwn = fault instanceof ServiceError;
  const { allow } = isOwn ? fault.extra : {};
  return new Response(JSON.stringify(body), {
    status: body.error.code,
    headers: {
      ...a2aHeaders(info),
      "content-type": TYPE,
      "cache-control": "no-store",
      ...(isOwn && errorHeaders(fault, info, "svc")),
      ...(typeof allow === "string" && { allow }),
    },
  });
}

const UTF8 = new TextEncoder();
const FIRST = UTF8.encode(`retry: ${LIMITS.streamRetryMs}\n\n`);

/** A2A 11.7: only `data` lines. */
function written({ data }: EventFrame): Uint8Array {
  return UTF8.encode(`data: ${JSON.stringify(data)}\n\n`);
}
