import { describe, expect, test } from "bun:test";
import { networkInterfaces } from "node:os";
import { gzipSync } from "node:zlib";
import { fetchRemoteCard } from "../../../src/core/agents/remote/remote_card.ts";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { failure, refusal } from "../core_harness.ts";
import type { TestWorld } from "./hostile_server.ts";
import {
  CARD,
  serve,
  serveRaw,
  testWorld,
  withEnv,
  writeForever,
} from "./hostile_server.ts";
import { TEST_CERTIFICATE } from "./test_certificate.ts";

const card = () => Response.json(CARD);

/** Code and sentence of the refusal, and the cause that only the log sees. */
async function refused(world: TestWorld, url: string) {
  const { code, message, cause } = await refusal(fetchRemoteCard(world, url));
  return { code, message, cause: cause instanceof Error ? cause.message : "" };
}

const UNREACHABLE = {
  code: "card_unreachable" as const,
  message: "No public server with a valid certificate returned a card in time",
};

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

describe("what is answered", () => {
  const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

  /** The refusal of what a raw server says; it must have been left in time. */
  async function said(talk: Parameters<typeof serveRaw>[0]) {
    await using server = await serveRaw(talk);
    const world = testWorld();
    const url = `http://card.example:${server.port}/`;
    const { code, message } = await refused(world, url);
    await server.left;
    return { code, message };
  }

  const unusable = (why: string) => ({
    code: "card_invalid" as const,
    message: `Cannot use the agent card: ${why}.`,
  });

  test("an endless body is cut off", async () => {
    const outcome = said((socket) => {
      socket.write(`${HEAD}\r\n`);
      writeForever(socket, " ".repeat(65_536));
    });
    expect(await outcome).toEqual(unusable("it is larger than 262144 bytes"));
  });

  test("a body that says it is too large is not read", async () => {
    const outcome = said((socket) =>
      socket.write(`${HEAD}Content-Length: 999999999\r\n\r\n`),
    );
    expect(await outcome).toEqual(unusable("it is larger than 262144 bytes"));
  });

  test("endless headers are cut off", async () => {
    const outcome = said((socket) => {
      socket.write(HEAD);
      writeForever(socket, `X-More: ${"a".repeat(1_000)}\r\n`);
    });
    expect(await outcome).toEqual(UNREACHABLE);
  });

  test("a compressed body is not unpacked", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, " "));
    await using server = serve(
      () =>
        new Response(bomb, {
          headers: {
            "content-type": "application/json",
            "content-encoding": "gzip",
          },
        }),
    );
    const url = `http://card.example:${server.port}/`;
    expect(await refused(testWorld(), url)).toMatchObject(
      unusable("it is compressed"),
    );
    expect(server.headers[0]?.get("accept-encoding")).toBe("identity");
  });

  for (const [name, start] of [
    ["body", `${HEAD}\r\n{`],
    ["header", "HTTP/1.1 200 OK\r\nX-Slow: "],
    ["nothing", ""],
  ] as const) {
    test(`a slow drip is left when the time runs out: ${name}`, async () => {
      await using server = await serveRaw((socket) => {
        if (start) socket.write(start);
      });
      const world = testWorld();
      const url = `http://card.example:${server.port}/`;
      const outcome = refused(world, url);
      await server.asked;
      world.runOut();
      expect(await outcome).toMatchObject(UNREACHABLE);
      await server.left;
    });
  }

  test("the time that a fetch has is five seconds", async () => {
    const given: number[] = [];
    const deadline = (ms: number) => {
      given.push(ms);
      return AbortSignal.abort(new Error("Over"));
    };
    await refused(testWorld({ deadline }), "https://card.example/");
    expect(given).toEqual([5_000]);
  });

  for (const [name, talk] of [
    ["a body cut short", `${HEAD}Content-Length: 100\r\n\r\n{}`],
    ["no answer", ""],
    ["another protocol", "220 mail.example ESMTP\r\n"],
  ] as const) {
    test(`${name} is unreachable`, async () => {
      expect(await said((socket) => void socket.end(talk))).toEqual(
        UNREACHABLE,
      );
    });
  }

  test("a switch of protocols is unreachable at once", async () => {
    const head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n";
    const outcome = said((socket) =>
      socket.write(`${head}Connection: Upgrade\r\n\r\nhello`),
    );
    expect(await outcome).toEqual(UNREACHABLE);
  });

  test.each([429, 500, 502, 503])(
    "an outage or an overload is no answer: %i",
    async (status) => {
      await using server = serve(() => new Response("{}", { status }));
      const url = `http://c.example:${server.port}/`;
      expect(await refused(testWorld(), url)).toMatchObject(UNREACHABLE);
    },
  );

  const answers: readonly (readonly [Response, string])[] = [
    [
      new Response("{}", { status: 404 }),
      "the server answered with status 404",
    ],
    [
      new Response(null, { status: 304 }),
      "the server answered with status 304",
    ],
    [
      new Response("<html>", { headers: { "content-type": "text/html" } }),
      "it is not application/json",
    ],
    [
      new Response("{}", { headers: { "content-type": "application/jsonx" } }),
      "it is not application/json",
    ],
    [
      new Response(Uint8Array.of(0x22, 0xff, 0x22), {
        headers: { "content-type": "application/json" },
      }),
      "it is not UTF-8",
    ],
    [
      new Response("{", { headers: { "content-type": "application/json" } }),
      "it is not valid JSON, or is nested too deeply",
    ],
    [
      new Response("[".repeat(50_000) + "]".repeat(50_000), {
        headers: { "content-type": "application/a2a+json; charset=utf-8" },
      }),
      "it is not valid JSON, or is nested too deeply",
    ],
    [Response.json([CARD]), "it is not a JSON object"],
  ];
  for (const [response, why] of answers) {
    test(`it is refused because ${why}`, async () => {
      await using server = serve(() => response.clone());
      const url = `http://card.example:${server.port}/`;
      expect(await refused(testWorld(), url)).toMatchObject(unusable(why));
    });
  }

  test("nothing that was sent is told again", async () => {
    await using server = serve(() => Response.json({ name: "s3cret-inside" }));
    const url = `http://card.example:${server.port}/?key=s3cret-query`;
    const error = await failure(fetchRemoteCard(testWorld(), url));
    expect(error.message).not.toContain("s3cret");
  });
});
