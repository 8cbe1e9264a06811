import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DOCS_HEADERS } from "../../packages/docs-site/src/layout.ts";
import { llmsText } from "../../packages/docs-site/src/llms_text.ts";
import {
  accountExtensionPage,
  problemPage,
} from "../../packages/docs-site/src/other_pages.ts";
import { docsGroups } from "../../packages/docs-site/src/site.ts";
import { ACCOUNT_EXTENSION_PATH } from "../core/agents/card.ts";
import { didOf } from "../core/agents/offers/order_payment.ts";
import { LIMITS } from "../core/base/limits.ts";
import type { ErrorCode } from "../core/errors/error_table.ts";
import { ERRORS } from "../core/errors/error_table.ts";
import { ServiceError } from "../core/errors/errors.ts";
import { KEY_DIRECTORY_PATH } from "../core/federation/signatures/peer_keys.ts";
import { meaningOf, PRESETS, SCOPES } from "../core/identity/scopes.ts";
import { SIGN_IN_RATES } from "../core/identity/sign_in/sign_in_rates.ts";
import type { Services } from "../core/pipeline/call.ts";
import { takesGzip, wantsPage } from "../http/accepts.ts";
import { builtFile } from "../http/built_file.ts";
import { problemResponse } from "../http/problem.ts";
import { tagged, tagOf } from "../http/tagged.ts";
import { docsContent, docsErrorOf } from "./docs/content.ts";
import type { Incoming } from "./incoming.ts";
import { openApiDocument } from "./openapi.ts";
import { publicHeaders } from "./public_headers.ts";

/** A document that anybody may read. */
export interface PublicDocument {
  readonly path: string;
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
  text(services: Services): string;
}

/** The public documents, with open CORS: a page of any origin may read them. */
export const DOCUMENTS: readonly PublicDocument[] = [
  {
    path: "/openapi.json",
    type: "application/json",
    text: ({ settings }) => JSON.stringify(openApiDocument(settings.baseUrl)),
  },
  {
    path: ACCOUNT_EXTENSION_PATH,
    type: "text/html; charset=utf-8",
    headers: DOCS_HEADERS,
    text: () => accountExtensionPage(docsGroups(docsContent())),
  },
  {
    path: "/llms.txt",
    type: "text/plain; charset=utf-8",
    text: ({ settings }) => llmsText(docsContent(), settings.baseUrl),
  },
  {
    path: "/v1/limits",
    type: "application/json",
    text: ({ settings, rates }) =>
      JSON.stringify({
        limits: {
          ...LIMITS,
          artifactBytesPerAccountMax: settings.accountFileBytesMax,
          idempotencyKeptMs: settings.retention.idempotencyKeptMs,
          conversationsPerAccountMax: settings.quotas.conversations,
          credentialsPerAccountMax: settings.quotas.credentials,
          webhooksMax: settings.quotas.webhooks,
          streamsPerCallerMax: settings.quotas.streams,
        },
        rates: [...rates.published(), ...SIGN_IN_RATES],
      }),
  },
  {
    path: "/v1/scopes",
    type: "application/json",
    text: () => JSON.stringify(scopesDocument()),
  },
  {
    path: "/verify.mjs",
    type: "text/javascript; charset=utf-8",
    text: verifyScriptText,
  },
  {
    path: "/.well-known/jwks.json",
    type: "application/jwk-set+json",
    text: ({ signer }) => JSON.stringify(signer.jwks),
  },
  {
    path: "/.well-known/did.json",
    type: "application/did+json",
    text: didDocument,
  },
  {
    path: KEY_DIRECTORY_PATH,
    type: "application/http-message-signatures-directory+json",
    text: ({ signer }) => JSON.stringify({ keys: signer.requestKeys }),
  },
];

/** The public keys under the service's name as a DID (did:web), for what x402 clients verify. */
function didDocument({ settings, signer }: Services): string {
  const id = didOf(settings);
  const verificationMethod = signer.jwks.keys.map((publicKeyJwk) => ({
    ...{ id: `${id}#${publicKeyJwk.kid}`, type: "JsonWebKey2020" },
    ...{ controller: id, publicKeyJwk },
  }));
  return JSON.stringify({
    "@context": ["https://www.w3.org/ns/did/v1"],
    ...{ id, verificationMethod },
    assertionMethod: verificationMethod.map((it) => it.id),
  });
}

/** The scopes that a credential can be limited to, and the usual choices. */
function scopesDocument(): object {
  return {
    scopes: SCOPES.map((scope) => ({ scope, means: meaningOf(scope) })),
    presets: PRESETS,
  };
}

/** Serves a document; its text is made and compressed on the first request, then cached. */
export function documentHandler(
  services: Services,
  document: PublicDocument,
): (incoming: Pick<Incoming, "request" | "requestId">) => Response {
  let text: string | undefined;
  let tag: string | undefined;
  let packed: Uint8Array<ArrayBuffer> | undefined;
  return ({ request, requestId }) => {
    text ??= document.text(services);
    tag ??= tagOf(text);
    const headers = {
      ...publicHeaders(document, requestId),
      // The same for the packed form: a weak one.
      etag: `W/${tag}`,
      "access-control-expose-headers": "ETag",
      vary: "accept-encoding",
    };
    if (!takesGzip(request)) return tagged(request, tag, text, headers);
    packed ??= Bun.gzipSync(text);
    const coded = { ...headers, "content-encoding": "gzip" };
    return tagged(request, tag, packed, coded);
  };
}

/** Serves `/problems/:code`, the target of a problem's `type`. */
export function problemTypeHandler(
  services: Services,
): (incoming: Incoming) => Response {
  return (incoming) => {
    const { params, request, requestId } = incoming;
    const code = params.code ?? "";
    if (!isCode(code)) {
      return problemResponse(services, new ServiceError("not_found"), incoming);
    }
    const isPage = wantsPage(request);
    const error = docsErrorOf([code, ERRORS[code]]);
    const { title, status, fix } = error;
    return isPage
      ? new Response(problemPage(error, docsGroups(docsContent())), {
          headers: publicHeaders(
            { type: "text/html; charset=utf-8", headers: DOCS_HEADERS },
            requestId,
          ),
        })
      : new Response(JSON.stringify({ code, title, status, fix }), {
          headers: publicHeaders({ type: "application/json" }, requestId),
        });
  };
}

function isCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERRORS, text);
}

const NAME = "verify.mjs";

/** The program that verifies archives without the service, as in the repository. */
function verifyScriptText(): string {
  return (
    builtFile(NAME) ??
    readFileSync(join(import.meta.dir, "../..", NAME), "utf8")
  );
}
