import { requireMember } from "../core/access/access.ts";
import type { Caller } from "../core/access/context.ts";
import { MEMBER } from "../core/access/operation.ts";
import { breathe } from "../core/base/breathe.ts";
import { readCalls, refuseUnsound } from "../core/base/json.ts";
import { LIMITS } from "../core/base/limits.ts";
import { ServiceError } from "../core/errors/errors.ts";
import { authenticate } from "../core/identity/authenticate.ts";
import type { Services } from "../core/pipeline/call.ts";
import { bearerOf } from "../http/bearer.ts";
import type { ClientAddress } from "../http/client_address.ts";
import { jsonText } from "../http/json_text.ts";
import { readBody } from "../http/read_text.ts";
import { requestIdOf } from "../http/request_id.ts";
import type { RpcId } from "./envelope.ts";
import { checkBatch, checkVersion, idIn, readRequest } from "./envelope.ts";
import { ProtocolError, rpcErrorOf } from "./errors.ts";
import { METHODS } from "./methods.ts";
import { openParams } from "./proto_json.ts";
import type { RpcCall } from "./rpc_call.ts";

const REALM = 'Bearer realm="svc"';
const JSON_TYPE = /^application\/json *(;|$)/i;

type Fault = ServiceError | ProtocolError;

/** One answer, and the error in it that HTTP has to hear of, too. */
interface Answer {
  readonly body: object | undefined;
  readonly fault?: Fault;
}

/**
 * Serves `POST /a2a` (A2A 1.0 section 9). The order of checks is fixed: who,
 * content type, size, parse, and for each call envelope, version, method, params.
 */
export async function serveRpc(
  services: Services,
  request: Request,
  addressOf: ClientAddress,
): Promise<Response> {
  const requestId = requestIdOf(request.headers.get("x-request-id"));
  try {
    const caller = await identify(services, { request, addressOf }, requestId);
    checkContentType(request);
    const bytes = await readBody(request, LIMITS.fileRequestBytesMax);
    const body = await readCalls(bytes);
    const keyHeader = request.headers.get("idempotency-key");
    const call: RpcCall = { services, caller, keyHeader };
    if (!Array.isArray(body)) {
      return respond(await answer(call, request, body), requestId);
    }
    checkBatch(body);
    return await answerBatch(call, request, body);
  } catch (error) {
    const fault = faultOf(services, error, requestId);
    const response = respond(failed(fault, null, requestId), requestId);
    if (
      response.status === 401 &&
      bearerOf(request.headers.get("authorization")) !== undefined
    ) {
      const challenge = `${REALM}, error="invalid_token"`;
      response.headers.set("www-authenticate", challenge);
    }
    return response;
  }
}

/**
 * Answers one call after the other, within the time and the bytes of a batch: what is
 * beyond them was not done, and says so.
 */
async function answerBatch(
  call: RpcCall,
  request: Request,
  calls: readonly unknown[],
): Promise<Response> {
  const { clock } = call.services;
  const { requestId } = call.caller;
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
  if (texts.length === 0) return respond({ body: undefined }, requestId);
  return respondText(`[${texts.join(",")}]`, 200, headersOf(requestId));
}

/** The id to answer a call with that was not looked at; a notification has none. */
function asksAs(one: unknown): RpcId | undefined {
  const isNotification =
    typeof one === "object" && one !== null && !("id" in one);
  return isNotification ? undefined : idIn(one);
}

function batchOver(): ServiceError {
  return new ServiceError("unavailable", {
    detail:
      "Cannot answer this call: the batch is over its bound of bytes or time. Send the call again by itself.",
  });
}

/** Answers a verb that is not served at `/a2a`. */
export function refuseVerb(request: Request): Response {
  const requestId = requestIdOf(request.headers.get("x-request-id"));
  const fault = new ServiceError("method_not_allowed", {
    detail: "Cannot serve this HTTP method: send JSON-RPC with POST.",
  });
  const response = respond(failed(fault, null, requestId), requestId);
  response.headers.set("allow", "POST");
  return response;
}

interface Whence {
  readonly request: Request;
  readonly addressOf: ClientAddress;
}

/** What every call of this wire asks for, whatever its method. */
const CALL = { access: MEMBER, title: "Call a method" };

async function identify(
  services: Services,
  { request, addressOf }: Whence,
  requestId: string,
): Promise<Caller> {
  const principal = requireMember(
    CALL,
    await authenticate(
      services,
      bearerOf(request.headers.get("authorization")),
      { from: () => addressOf(request) },
    ),
  );
  return { principal, via: "a2a", requestId };
}

function checkContentType(request: Request): void {
  if (JSON_TYPE.test(request.headers.get("content-type") ?? "")) return;
  throw new ServiceError("unsupported_media_type", {
    detail: "Content type not supported: send application/json.",
  });
}

async function answer(
  call: RpcCall,
  request: Request,
  value: unknown,
): Promise<Answer> {
  const { requestId } = call.caller;
  let id: RpcId | undefined = idIn(value);
  try {
    const rpc = readRequest(value);
    id = rpc.id;
    checkVersion(request);
    const method = METHODS.get(rpc.method);
    if (!method) throw unknownMethod(rpc.method);
    refuseUnsound(rpc.params);
    const result = await method(openParams(rpc.params), call);
    return { body: id === undefined ? id : { jsonrpc: "2.0", id, result } };
  } catch (error) {
    return failed(faultOf(call.services, error, requestId), id, requestId);
  }
}

function unknownMethod(name: string): ProtocolError {
  const quoted = JSON.stringify(name.slice(0, 100));
  return new ProtocolError("unknown_method", `Method not found: ${quoted}`);
}

/** What the caller may be told; anything unforeseen is logged, not shown. */
function faultOf(services: Services, error: unknown, requestId: string): Fault {
  if (error instanceof ProtocolError) return error;
  if (error instanceof ServiceError) {
    if (error.code === "internal" || error.code === "unavailable") {
      services.log.error("a2a.failed", error, requestId);
    }
    return error;
  }
  services.log.error("a2a.failed", error, requestId);
  return new ServiceError("internal", { cause: error });
}

/** A notification (no id) is not answered, whatever became of it. */
function failed(
  fault: Fault,
  id: RpcId | undefined,
  requestId: string,
): Answer {
  if (id === undefined) return { body: undefined };
  const error = rpcErrorOf(fault, { requestId });
  return { body: { jsonrpc: "2.0", id, error }, fault };
}

/** A2A answers errors with 200, but for what HTTP itself has a word for. */
const HTTP_STATUS: Readonly<Partial<Record<Fault["code"], number>>> = {
  unauthenticated: 401,
  session_expired: 401,
  signup_required: 403,
  insufficient_scope: 403,
  method_not_allowed: 405,
  payload_too_large: 413,
  rate_limited: 429,
};

function headersOf(requestId: string): Record<string, string> {
  return { "a2a-version": "1.0", "x-request-id": requestId };
}

function respondText(
  text: string,
  status: number,
  headers: Record<string, string>,
): Response {
  headers["content-type"] = "application/json";
  return new Response(text, { status, headers });
}

function respond({ body, fault }: Answer, requestId: string): Response {
  const headers = headersOf(requestId);
  if (!body) return new Response(null, { status: 204, headers });
  if (fault?.code === "insufficient_scope") {
    headers["www-authenticate"] = scopeChallenge(fault);
  }
  if (fault instanceof ServiceError && fault.code === "rate_limited") {
    headers["retry-after"] = String(fault.extra.retryAfter);
  }
  const status = (fault && HTTP_STATUS[fault.code]) ?? 200;
  if (status === 401) headers["www-authenticate"] = REALM;
  return respondText(jsonText(body), status, headers);
}

function scopeChallenge(fault: Fault): string {
  const scope = fault instanceof ServiceError ? fault.extra.scope : undefined;
  return `${REALM}, error="insufficient_scope", scope="${scope ?? ""}"`;
}
