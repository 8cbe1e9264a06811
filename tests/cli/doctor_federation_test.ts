import { afterAll, beforeAll, expect, test } from "bun:test";
import { FEDERATION } from "../../src/cli/doctor/federation.ts";
import { readConfig } from "../../src/config/config.ts";
import { WEBFINGER_PATH } from "../../src/core/federation/find_card.ts";
import { KEY_DIRECTORY_PATH } from "../../src/core/federation/signatures/peer_keys.ts";
import { inspectService } from "../../src/core/operations/inspect_service.ts";
import type { TestService } from "../harness.ts";
import { startService } from "../harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
}, 20_000);
afterAll(() => service[Symbol.asyncDispose]());

/** A proxy that answers some paths itself and passes the others on. */
function startFront(own: Readonly<Record<string, () => Response>> = {}) {
  const server = Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const answer = own[pathname]?.();
      return answer ?? (await fetch(`${service.baseUrl}${pathname}${search}`));
    },
  });
  return {
    url: `http://localhost:${server.port}`,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

/** The finding about a service whose names others ask for at `home`. */
async function finding(
  home: string,
  { baseUrl = service.baseUrl, now = Date.now() } = {},
) {
  const config = readConfig({
    BASE_URL: baseUrl,
    FEDERATION: "open",
    FEDERATION_HOSTS: `inbox.localhost=${home}`,
  });
  const asked = await service.operate(inspectService, {});
  return await FEDERATION.look({ config, service: asked, now });
}

test("names, keys and clock are looked at as other services see them", async () => {
  const { port } = service;
  expect(await finding(`http://localhost:${port}`)).toMatchObject({
    is: "ok",
    found: "open: inbox.localhost leads to its cards and keys",
  });
  await using moved = startFront({
    [WEBFINGER_PATH]: () =>
      Response.redirect(
        `${service.baseUrl}${WEBFINGER_PATH}?resource=acct:hello@inbox.localhost`,
      ),
  });
  expect((await finding(moved.url)).is).toBe("ok");
});

test("a domain whose names lead nowhere, or elsewhere, is bad", async () => {
  await using wiki = startFront({
    [WEBFINGER_PATH]: () => new Response("a wiki", { status: 404 }),
  });
  expect(await finding(wiki.url)).toMatchObject({
    is: "bad",
    found: expect.stringContaining("answers 404 without the card of hello@"),
  });
  const { url } = wiki;
  const elsewhere = await finding(service.baseUrl, { baseUrl: url });
  expect(elsewhere.is).toBe("bad");
  const silent = await finding("http://127.0.0.1:1");
  expect(silent.fix).toContain("point inbox.localhost to the service by https");
});

test("keys that don't reach others, and a clock that is apart, are bad", async () => {
  const card = () =>
    Response.json({
      links: [
        {
          rel: "describedby",
          type: "application/a2a-agent-card+json",
          href: `${keyless.url}/@hello/agent-card.full.json`,
        },
      ],
    });
  await using keyless = startFront({
    [WEBFINGER_PATH]: card,
    [KEY_DIRECTORY_PATH]: () => new Response("", { status: 404 }),
  });
  expect(await finding(keyless.url, { baseUrl: keyless.url })).toMatchObject({
    is: "bad",
    found: `${keyless.url}${KEY_DIRECTORY_PATH} answers 404 without keys`,
  });
  // A server writes its Date header once a second, and later when it is busy.
  const now = Date.now() - 300_000;
  expect(await finding(service.baseUrl, { now })).toMatchObject({
    is: "bad",
    found: expect.stringMatching(/ is (?:29\d|30\d) s ahead of this one$/),
  });
});
