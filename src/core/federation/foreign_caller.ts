import type { Core } from "../access/context.ts";
import type { ForeignRow } from "../addresses/foreign/foreign_store.ts";
import { PAYMENTS_EXTENSION } from "../agents/card.ts";
import type { RemoteCaller } from "../agents/remote/calls/a2a_client.ts";
import { signRequest } from "./signatures/sign_request.ts";

/** The query parameter of a file's address that says for whom another service reads it. */
export const READER = "reader";

/**
 * How the service of an account is called: signed if it takes signed requests. An agent that
 * requires the extension for payments serves only callers that name it.
 * @param signed Told the body of each request that was signed.
 */
export function foreignCaller(
  core: Pick<Core, "outside" | "settings" | "signer" | "clock" | "randomBytes">,
  {
    url,
    binding,
    tenant,
    isFederated,
  }: Pick<ForeignRow, "url" | "binding" | "tenant" | "isFederated">,
  signed: (body: string) => void = () => {},
): RemoteCaller {
  return {
    outside: core.outside,
    agent: { url, binding, tenant },
    extensions: [PAYMENTS_EXTENSION],
    ...(isFederated && {
      sign(request) {
        signed(request.body);
        return signRequest(core, request);
      },
    }),
  };
}
