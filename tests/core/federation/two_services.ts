import { KEY_DIRECTORY_PATH } from "../../../src/core/federation/signatures/peer_keys.ts";
import { signRequest } from "../../../src/core/federation/signatures/sign_request.ts";
import { verifyRequest } from "../../../src/core/federation/verify_request.ts";
import { serve } from "../agents/hostile_server.ts";
import { startCore } from "../core_harness.ts";

/** A request as it comes to b. */
export interface Came {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export const TARGET = "/a2a/v1/message:send?x=1";
export const URL_OF_B = `https://b.example${TARGET}`;
export const BODY = Buffer.from('{"message":{}}');
const TYPE = "application/a2a+json";

/** Two services on this machine: a signs, b verifies and asks for a's keys. */
export async function startTwoServices() {
  const server = serve((request) =>
    new URL(request.url).pathname === KEY_DIRECTORY_PATH
      ? new Response(JSON.stringify({ keys: a.services.signer.requestKeys }), {
          headers: {
            "content-type":
              "application/http-message-signatures-directory+json",
          },
        })
      : new Response("", { status: 404 }),
  );
  const origin = `http://localhost:${server.port}`;
  const a = await startCore({ BASE_URL: origin });
  const b = await startCore({
    BASE_URL: "https://b.example",
    ALLOW_LOOPBACK_FETCH: "true",
  });
  return {
    ...{ a, b, origin },
    /** How often b asked a for its keys. */
    asked: () => server.paths.length,
    /** A request that a signs now, as it comes to b. */
    signed(more: Partial<Parameters<typeof signRequest>[1]> = {}): Came {
      const request = {
        ...{ method: "POST", url: URL_OF_B, body: BODY, contentType: TYPE },
        ...more,
      };
      const headers = {
        "content-type": TYPE,
        ...signRequest(a.services, request),
      };
      const { method, body } = request;
      return { method, target: TARGET, headers, body: Buffer.from(body) };
    },
    taken: (came: Came) => verifyRequest(b.services, came),
    async [Symbol.asyncDispose]() {
      await a[Symbol.asyncDispose]();
      await b[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
