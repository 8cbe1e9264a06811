import type { Principal } from "../core/access/principal.ts";
import { READER } from "../core/federation/foreign_caller.ts";
import { isSigned } from "../core/federation/verify_request.ts";
import { signedSender } from "../core/loops/remote/signed_sender.ts";
import type { Services } from "../core/pipeline/call.ts";
import { urlOf } from "../http/request_info.ts";
import type { Incoming } from "./incoming.ts";

/**
 * The account that another service reads for (docs/federation.md); undefined for a request
 * that is not signed, or has a token.
 * @throws signature_invalid, domain_refused, rate_limited, unauthenticated
 */
export async function signedReader(
  services: Services,
  { request, params, query, headers, bearer }: Incoming,
): Promise<Principal | undefined> {
  if (bearer !== undefined || !isSigned(headers)) return undefined;
  const { pathname, search } = urlOf(request);
  const { principal } = await signedSender(services, {
    taskId: params.conversationId,
    from: query[READER],
    to: undefined,
    request: {
      method: request.method,
      target: pathname + search,
      headers: Object.fromEntries(request.headers),
      body: new Uint8Array(),
    },
  });
  return principal;
}
