import { ANONYMOUS } from "../../core/access/principal.ts";
import { toldAsIs } from "../../core/base/words/sentence.ts";
import { ServiceError } from "../../core/errors/errors.ts";
import { CARD_LINK } from "../../core/federation/find_card.ts";
import { findName } from "../../core/operations/find_name.ts";
import type { Services } from "../../core/pipeline/call.ts";
import { outputOf } from "../../core/pipeline/call.ts";
import { requestInfoOf, urlOf } from "../../http/request_info.ts";
import { cardProblem } from "../card_document.ts";

const CALLER = {
  principal: ANONYMOUS,
  via: "a2a",
  requestId: "webfinger",
} as const;

/** Serves WebFinger (RFC 7033): where the card of an address is. */
export function webFinger(services: Services) {
  return async (request: Request): Promise<Response> => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      const error = new ServiceError("method_not_allowed");
      return cardProblem(services, request, error, { allow: "GET, HEAD" });
    }
    try {
      const { searchParams } = urlOf(request);
      const address = addressIn(searchParams.getAll("resource"));
      const output = await outputOf(services, findName, CALLER, {
        address,
      });
      const rels = searchParams.getAll("rel");
      const isAsked = rels.length === 0 || rels.includes(CARD_LINK.rel);
      const links = isAsked ? [{ ...CARD_LINK, href: output.card }] : [];
      const body = { subject: `acct:${output.address}`, links };
      return new Response(JSON.stringify(body), {
        headers: {
          "content-type": "application/jrd+json",
          "cache-control": "public, max-age=300",
          "access-control-allow-origin": "*",
          "x-request-id": requestInfoOf(request).requestId,
        },
      });
    } catch (error) {
      return cardProblem(services, request, error);
    }
  };
}

/** The address in `acct:…`. @throws invalid_input */
function addressIn(resources: readonly string[]): string {
  const [resource = "", ...more] = resources;
  const [, address = ""] = /^acct:(.+)$/i.exec(resource) ?? [];
  if (address !== "" && more.length === 0) return address;
  const detail = toldAsIs("send one resource, such as acct:bob@example.org");
  throw new ServiceError("invalid_input", {
    detail: toldAsIs(
      "Cannot look this up: send one resource, such as acct:bob@example.org.",
    ),
    errors: [{ pointer: "/resource", code: "required", detail }],
  });
}
