import { requireMember } from "../core/access/access.ts";
import type { Caller } from "../core/access/context.ts";
import { MEMBER } from "../core/access/operation.ts";
import { toldAsIs } from "../core/base/words/sentence.ts";
import { ServiceError } from "../core/errors/errors.ts";
import { authenticate } from "../core/identity/authenticate.ts";
import { ACT_AS_HEADER } from "../core/identity/teams/acting_as.ts";
import type { Services } from "../core/pipeline/call.ts";
import type { ClientAddress } from "../http/client_address.ts";
import { serviceErrorOf } from "../http/problem.ts";
import type { RequestInfo } from "../http/request_info.ts";
import { traceOf } from "../http/request_spans.ts";
import { ProtocolError } from "./errors.ts";

/** The acts that both bindings share, before and after a call. */

/** An error of a call: the core's, or the protocol's own. */
export type A2aFault = ServiceError | ProtocolError;

/** The access that every call of this wire requires, whatever its method. */
const CALL = { access: MEMBER, title: "Call a method" };

/** @throws unauthenticated */
export async function signedInCaller(
  services: Services,
  { request, requestId, bearer }: RequestInfo,
  addressOf: ClientAddress,
): Promise<Caller> {
  const from = () => addressOf(request);
  const as = request.headers.get(ACT_AS_HEADER);
  const who = await authenticate(services, bearer, { from, as });
  const trace = traceOf(request);
  return { principal: requireMember(CALL, who), via: "a2a", requestId, trace };
}

/** @throws unsupported_media_type */
export function requireType(
  { headers }: Request,
  accepted: RegExp,
  names: string,
): void {
  if (accepted.test(headers.get("content-type") ?? "")) return;
  throw new ServiceError("unsupported_media_type", {
    detail: toldAsIs(`Content type not supported: send ${names}.`),
  });
}

/** The error as the caller may see it; an unforeseen one is logged, not shown. */
export function faultOf(
  services: Services,
  error: unknown,
  requestId: string,
): A2aFault {
  return error instanceof ProtocolError
    ? error
    : serviceErrorOf(services, error, { requestId, wire: "a2a" });
}

/** The headers of every answer. */
export function a2aHeaders({ requestId }: RequestInfo): Record<string, string> {
  return { "a2a-version": "1.0", "x-request-id": requestId };
}
