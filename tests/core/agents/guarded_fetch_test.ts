import { describe, expect, test } from "bun:test";
import { networkInterfaces } from "node:os";
import { fetchRemoteCard } from "../../../src/core/agents/remote/remote_card.ts";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { CARD, serve, testWorld, withEnv } from "./hostile_server.ts";
import { refused, UNREACHABLE } from "./refused_card.ts";
import { TEST_CERTIFICATE } from "./test_certificate.ts";

const card = () => Response.json(CARD);

describe("what a URL may say", () => {
  const strict = () => testWorld({ isLoopbackAllowed: false });

  for (const [url, why] of [
    ["http://card.example/", "it is not https"],
    ["ftp://card.example/", "it is not https"],
    ["file:///etc/passwd", "it is not https"],
    ["data:application/json,{}", "it is not https"],
    ["card.example", "it is not a full URL"],
    ["https://", "it is not a full URL"],
    ["https://me@card.example/", "it contains a user name or password"],
    ["https://:pass@card.example/", "it contains a user name or password"],
    ["https://card.example:8443/", "it uses a port other than 443"],
    ["https://card.example:22/", "it uses a port other than 443"],
    ["https://127.0.0.1/", "its host is not public"],
    ["https://2130706433/", "its host is not public"],
    ["https://0x7f.1/", "its host is not public"],
    ["https://１２７.0.0.1/", "its host is not public"],
    ["https://[::1]/", "its host is not public"],
    ["https://[::ffff:10.0.0.1]/", "its host is not public"],
    ["https://169.254.169.254/", "its host is not public"],
    ["https://localhost/", "its host is not public"],
    ["https://card.localhost./", "its host is not public"],
    ["https://db.internal/", "its host is not public"],
    ["https://intranet/", "its host is not public"],
    [`https://card.example/${"a".repeat(2_048)}`, "it is too long"],
  ] as const) {
    test(`${url.slice(0, 60)} is refused: ${why}`, async () => {
      const world = strict();
      expect(await refused(world, url)).toMatchObject({
        code: "url_refused",
        message: `Cannot fetch from this URL: ${why}.`,
      });
      expect(world.looked).toEqual([]);
    });
  }
});

describe("where a name may lead", () => {
  const closed = (lookup: () => Promise<readonly string[]>) =>
    testWorld({ isLoopbackAllowed: false, lookup });

  test("a refused address reads like a name that does not exist", async () => {
    const inner = closed(async () => ["10.0.0.7"]);
    const none = closed(() => Promise.reject(new Error("ENOTFOUND")));
    const url = "https://card.example/";
    expect(await refused(inner, url)).toEqual({
      ...UNREACHABLE,
      cause: "Refused to connect to 10.0.0.7",
    });
    expect(await refused(none, url)).toMatchObject(UNREACHABLE);
  });

  test("one refused address among public ones refuses them all", async () => {
    const world = closed(async () => ["1.1.1.1", "127.0.0.1"]);
    expect(await refused(world, "https://card.example/")).toEqual({
      ...UNREACHABLE,
      cause: "Refused to connect to 127.0.0.1",
    });
  });

  test("a name without addresses is unreachable", async () => {
    const world = closed(async () => []);
    expect(await refused(world, "https://card.example/")).toMatchObject(
      UNREACHABLE,
    );
  });

  test("a name of this machine is refused without the development setting", async () => {
    const world = closed(async () => ["127.0.0.1"]);
    expect((await refused(world, "https://card.example/")).cause).toBe(
      "Refused to connect to 127.0.0.1",
    );
  });

  test("the development setting opens loopback and nothing else", async () => {
    await using server = serve(card, { hostname: "0.0.0.0" });
    const own = Object.values(networkInterfaces())
      .flatMap((it) => it ?? [])
      .filter(({ internal, family }) => !internal && family === "IPv4");
    const others = ["0.0.0.0", ...own.map(({ address }) => address)];
    for (const address of others) {
      const world = testWorld({ lookup: async () => [address] });
      const url = `http://card.example:${server.port}/`;
      expect(await refused(world, url)).toMatchObject(UNREACHABLE);
    }
    expect(server.paths).toEqual([]);
    const url = `http://card.example:${server.port}/`;
    expect((await fetchRemoteCard(testWorld(), url)).card.name).toBe("Scribe");
  });

  test("an answer that changes after the check changes nothing", async () => {
    await using good = serve(card);
    await using bad = serve(card, { hostname: "127.0.0.2", port: good.port });
    const answers = [["127.0.0.1"], ["127.0.0.2"], ["127.0.0.2"]];
    const world = testWorld({ lookup: async () => answers.shift() ?? [] });
    await fetchRemoteCard(world, `http://card.example:${good.port}/`);
    expect(world.looked).toEqual(["card.example"]);
    expect(good.paths).toEqual(["/"]);
    expect(bad.paths).toEqual([]);
  });

  test("a look-up that never ends is left when the time runs out", async () => {
    const asked = Promise.withResolvers<void>();
    const world = testWorld({
      lookup: () => {
        asked.resolve();
        return new Promise(() => {});
      },
    });
    const outcome = refused(world, "https://card.example/");
    await asked.promise;
    world.runOut();
    expect(await outcome).toMatchObject(UNREACHABLE);
  });

  test("a proxy of the environment is not asked", async () => {
    await using proxy = serve(card);
    await using server = serve(card);
    await withEnv("HTTP_PROXY", `http://127.0.0.1:${proxy.port}`, () =>
      fetchRemoteCard(testWorld(), `http://x.example:${server.port}/`),
    );
    expect([proxy.paths, server.paths]).toEqual([[], ["/"]]);
  });
});

describe("redirects", () => {
  const to = (location: string, status = 302) =>
    new Response(null, { status, headers: { location } });

  test("three are followed, and the last URL is told", async () => {
    await using server = serve((request) => {
      const step = Number(new URL(request.url).pathname.slice(1));
      return step < 3 ? to(`/${step + 1}`, 307) : card();
    });
    const base = `http://card.example:${server.port}`;
    const { url } = await fetchRemoteCard(testWorld(), `${base}/0`);
    expect(url).toBe(`${base}/3`);
  });

  test("a loop ends after three", async () => {
    await using server = serve(() => to("/again"));
    const url = `http://card.example:${server.port}/`;
    expect(await refused(testWorld(), url)).toEqual({
      ...UNREACHABLE,
      cause: "Too many redirects",
    });
    expect(server.paths.length).toBe(1 + LIMITS.remoteRedirectsMax);
  });

  test("each host is looked up and checked again", async () => {
    await using inner = serve(card, { hostname: "0.0.0.0" });
    await using server = serve(() => to(`http://inner.example:${inner.port}/`));
    const world = testWorld({
      lookup: async (name) =>
        name === "inner.example" ? ["0.0.0.0"] : ["127.0.0.1"],
    });
    const url = `http://card.example:${server.port}/`;
    expect(await refused(world, url)).toMatchObject(UNREACHABLE);
    expect(world.looked).toEqual(["card.example", "inner.example"]);
    expect(inner.paths).toEqual([]);
  });

  test("what a URL may not say, a redirect may not say either", async () => {
    for (const location of [
      "ftp://card.example/",
      "http://me:secret@card.example/",
      "http://[::ffff:127.0.0.1]/",
      "http://",
    ]) {
      await using server = serve(() => to(location));
      const url = `http://card.example:${server.port}/`;
      expect(await refused(testWorld(), url)).toMatchObject(UNREACHABLE);
      expect(server.paths.length).toBe(1);
    }
  });
});

describe("certificates", () => {
  const tls = TEST_CERTIFICATE;
  const ca = tls.cert;

  test("the name of the URL is asked for and proven", async () => {
    await using server = serve(card, { tls });
    const url = `https://card.example:${server.port}/card`;
    const { card: found } = await fetchRemoteCard(testWorld({ ca }), url);
    expect(found.name).toBe("Scribe");
    expect(server.headers[0]?.get("host")).toBe(`card.example:${server.port}`);
  });

  test("another name on the certificate is refused", async () => {
    await using server = serve(card, { tls });
    const url = `https://other.example:${server.port}/`;
    const { cause, ...shown } = await refused(testWorld({ ca }), url);
    expect(shown).toEqual(UNREACHABLE);
    expect(cause).toContain("does not match certificate");
    expect(server.paths).toEqual([]);
  });

  test("an unknown authority is refused, whatever the environment", async () => {
    await using server = serve(card, { tls });
    const url = `https://card.example:${server.port}/`;
    await withEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0", async () => {
      expect(await refused(testWorld(), url)).toMatchObject(UNREACHABLE);
    });
    expect(server.paths).toEqual([]);
  });
});
