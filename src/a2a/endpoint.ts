import type { BodyPass } from "../core/access/bodies.ts";
import type { Caller } from "../core/access/context.ts";
import { counterOf } from "../core/access/rate.ts";
import { readCalls, refuseUnsound } from "../core/access/read_json.ts";
import { LIMITS } from "../core/base/limits.ts";
import { breathe } from "../core/base/pace.ts";
import { toldAsIs } from "../core/base/words/sentence.ts";
import { rowOf, ServiceError } from "../core/errors/errors.ts";
import type { Services } from "../core/pipeline/call.ts";
import type { ClientAddress } from "../http/client_address.ts";
import type { RpcId } from "../http/json_rpc.ts";
import { rpcFailure, rpcIdIn, rpcResult } from "../http/json_rpc.ts";
import { jsonText } from "../http/json_text.ts";
import { errorHeaders } from "../http/problem.ts";
import { readBody } from "../http/read_text.ts";
import type { RequestInfo } from "../http/request_info.ts";
import { requestInfoOf } from "../http/request_info.ts";
import type { A2aFault } from "./answering.ts";
import {
  a2aHeaders,
  faultOf,
  requireType,
  signedInCaller,
} from "./answering.ts";
import { checkBatch, checkVersion, readRequest } from "./envelope.ts";
import { ProtocolError, rpcErrorOf } from "./errors.ts";
import { A2A_METHODS } from "./methods.ts";
import { activatePayments } from "./payment.ts";
import { openParams } from "./proto_wire.ts";
import type { RpcCall } from "./rpc_call.ts";

const JSON_TYPE = /^application\/json *(;|$)/i;

/** One answer, and an error in it that also sets the HTTP status. */
interface Answer {
  readonly body: object | undefined;
  readonly fault?: A2aFault;
}

/**
 * Serves `POST /a2a` (A2A 1.0 section 9). The order of checks is fixed: caller, content type,
 * rate of refused bodies, size, parse, and for each call envelope, version, method, params.
 */
export async function serveRpc(
  services: Services,
  request: Request,
  addressOf: ClientAddress,
): Promise<Response> {
  const info = requestInfoOf(request);
  try {
    const caller = await signedInCaller(services, info, addressOf);
    requireType(request, JSON_TYPE, "application/json");
    const key = counterOf(caller.principal) ?? addressOf(request) ?? "";
    return await services.bodies.run(key, (body) =>
      answerBody(services, info, { ...caller, body }),
    );
  } catch (error) {
    return refused(services, info, error);
  }
}

async function answerBody(
  services: Services,
  info: RequestInfo,
  caller: Caller & { readonly body: BodyPass },
): Promise<Response> {
  const { request } = info;
  const bytes = await readBody(request, {
    bytesMax: LIMITS.fileRequestBytesMax,
    pass: caller.body,
  });
  const body = await readCalls(bytes);
  const keyHeader = request.headers.get("idempotency-key");
  const call: RpcCall = { services, caller, keyHeader };
  if (!Array.isArray(body)) {
    const response = respond(await answer(call, request, body), info);
    return activatePayments(services, request, response);
  }
  checkBatch(body);
  return await answerBatch(call, info, body);
}

/** Answers a request that is refused before any of its calls is read. */
function refused(
  services: Services,
  info: RequestInfo,
  error: unknown,
): Response {
  const { requestId } = info;
  const fault = faultOf(services, error, requestId);
  return respond(failed(fault, null, requestId), info);
}

/**
 * Answers one call after the other, within the time and size limits of a batch;
 * calls beyond them fail with a note that they were not executed.
 */
async function answerBatch(
  call: RpcCall,
  info: RequestInfo,
  calls: readonly unknown[],
): Promise<Response> {
  const { clock } = call.services;
  const { request, requestId } = info;
  const endsAt = clock() + LIMITS.batchMs;
  const texts: string[] = [];
  let bytes = 0;
  for (const one of calls) {
    const isOver = bytes > LIMITS.answerBytesMax || clock() > endsAt;
    const { body } = isOver
      ? failed(batchOver(), asksAs(one), requestId)
      : await answer(call, request, one);
    if (!body) continue;
    const text = jsonText(body);
    bytes += text.length;
    texts.push(text);
    await breathe();
  }
  if (texts.length === 0) return respond({ body: undefined }, info);
  return respondText(`[${texts.join(",")}]`, 200, a2aHeaders(info));
}

/** The id of a call that was not executed; a notification has none. */
function asksAs(one: unknown): RpcId | null | undefined {
  const isNotification =
    typeof one === "object" && one !== null && !("id" in one);
  return isNotification ? undefined : rpcIdIn(one);
}

function batchOver(): ServiceError {
  return new ServiceError("unavailable", {
    detail: toldAsIs(
      "Cannot answer this call: the batch is over its bound of bytes or time. Send the call again by itself.",
    ),
  });
}

/** Answers an unsupported HTTP method at `/a2a`. */
export function refuseVerb(services: Services, request: Request): Response {
  const fault = new ServiceError("method_not_allowed", {
    detail: toldAsIs("Cannot serve this HTTP method: send JSON-RPC with POST."),
  });
  const response = refused(services, requestInfoOf(request), fault);
  response.headers.set("allow", "POST");
  return response;
}

async function answer(
  call: RpcCall,
  request: Request,
  value: unknown,
): Promise<Answer> {
  const { requestId } = call.caller;
  let id: RpcId | null | undefined = rpcIdIn(value);
  try {
    const rpc = readRequest(value);
    id = rpc.id;
    checkVersion(request);
    const method = A2A_METHODS.get(rpc.method);
    if (!method) throw unknownMethod(rpc.method);
    refuseUnsound(rpc.params);
    const result = await method(openParams(rpc.params), call);
    return { body: id === undefined ? id : rpcResult(id, result) };
  } catch (error) {
    return failed(faultOf(call.services, error, requestId), id, requestId);
  }
}

function unknownMethod(name: string): ProtocolError {
  const quoted = JSON.stringify(name.slice(0, 100));
  return new ProtocolError("unknown_method", `Method not found: ${quoted}`);
}

/** A notification (no id) gets no answer, whatever its outcome. */
function failed(
  fault: A2aFault,
  id: RpcId | null | undefined,
  requestId: string,
): Answer {
  if (id === undefined) return { body: undefined };
  const error = rpcErrorOf(fault, { requestId });
  return { body: rpcFailure(id, error), fault };
}

function respondText(
  text: string,
  status: number,
  headers: Record<string, string>,
): Response {
  headers["content-type"] = "application/json";
  return new Response(text, { status, headers });
}

/** Errors are answered with 200, except those with an HTTP status (`isOfHttp`). */
function respond({ body, fault }: Answer, info: RequestInfo): Response {
  const headers = a2aHeaders(info);
  if (!body) return new Response(null, { status: 204, headers });
  if (!(fault instanceof ServiceError) || !rowOf(fault).isOfHttp) {
    return respondText(jsonText(body), 200, headers);
  }
  Object.assign(headers, errorHeaders(fault, info, "svc"));
  return respondText(jsonText(body), rowOf(fault).status, headers);
}
