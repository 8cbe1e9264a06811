import { KEY_DIRECTORY_PATH } from "../../../src/core/federation/signatures/peer_keys.ts";
import { signRequest } from "../../../src/core/federation/signatures/sign_request.ts";
import type { TestAccount, TestService } from "../../harness.ts";
import { json, startService } from "../../harness.ts";
import { CARD, serve } from "../agents/hostile_server.ts";
import { startCore } from "../core_harness.ts";

/** An installation, and a service of somebody else that signs with keys of its own. */
export interface HostilePeer extends AsyncDisposable {
  readonly service: TestService;
  readonly bob: TestAccount;
  readonly origin: string;
  /** Changes the name on every card of the peer. */
  name: string;
  /** The names that it was asked for. */
  readonly asked: readonly string[];
  /** Answers what comes to the peer besides names, keys and cards. */
  answer: (request: Request) => Response | Promise<Response>;
  /** A signed request of the peer. */
  call(
    method: string,
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>;
  /** A signed message of one of its addresses. */
  say(
    from: string,
    svc: object,
    message?: object,
    more?: object,
  ): ReturnType<HostilePeer["call"]>;
  read(path: string): ReturnType<typeof json>;
}

/** Starts b.example with Bob, and a peer that answers for evil.example and every domain given. */
export async function startHostilePeer(
  env: Readonly<Record<string, string>> = {},
  domains: readonly string[] = [],
): Promise<HostilePeer> {
  let count = 0;
  const asked: string[] = [];
  const server = serve((request) => {
    const { pathname, searchParams, origin } = new URL(request.url);
    if (pathname === KEY_DIRECTORY_PATH) {
      return Response.json({ keys: evil.services.signer.requestKeys });
    }
    if (pathname === "/.well-known/webfinger") {
      const type = "application/a2a-agent-card+json";
      const resource = searchParams.get("resource") ?? "";
      asked.push(resource);
      const name = encodeURIComponent(resource);
      const href = `${origin}/cards/${name}`;
      return Response.json({ links: [{ rel: "describedby", type, href }] });
    }
    if (!pathname.startsWith("/cards/")) return peer.answer(request);
    const url = `${origin}/a2a/v1`;
    const spoken = { protocolBinding: "HTTP+JSON", protocolVersion: "1.0" };
    const uri = "urn:conversation-inbox:federation:v1";
    return Response.json({
      ...CARD,
      name: peer.name,
      supportedInterfaces: [{ url, ...spoken }],
      capabilities: { pushNotifications: true, extensions: [{ uri }] },
    });
  });
  const origin = `http://localhost:${server.port}`;
  const evil = await startCore({ BASE_URL: origin });
  const hosts = ["evil.example", ...domains].map((it) => `${it}=${origin}`);
  const service = await startService({
    hostname: "localhost",
    env: {
      ADDRESS_DOMAIN: "b.example",
      ALLOW_LOOPBACK_FETCH: "true",
      FEDERATION: "open",
      FEDERATION_HOSTS: hosts.join(","),
      ...env,
    },
  });
  const bob = await service.addAccount("bob", { credit: "10.00" });
  const contentType = "application/a2a+json";
  const peer: HostilePeer = {
    ...{ service, bob, origin, asked, name: "Eve" },
    answer: () => new Response(null, { status: 503 }),
    call(method, path, sent, more = {}) {
      const body = sent ? JSON.stringify(sent) : "";
      const url = service.baseUrl + path;
      const { clock } = service;
      const toSign = { method, url, body, contentType };
      const headers = signRequest({ ...evil.services, clock }, toSign);
      const typed = sent && { "content-type": contentType };
      return fetch(url, {
        method,
        headers: { ...headers, ...typed, ...more },
        ...(sent && { body }),
      });
    },
    say(from, svc, message = {}, more = {}) {
      count += 1;
      return peer.call("POST", "/a2a/v1/message:send", {
        message: {
          messageId: `evil-${count}`,
          role: "ROLE_USER",
          parts: [{ text: "Hello" }],
          metadata: { svc: { from, ...svc } },
          ...message,
        },
        ...more,
      });
    },
    read: async (path) =>
      await json(await service.fetch(path, { token: bob.token })),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await evil[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
  return peer;
}
