import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { fetchRemoteCard } from "../../../src/core/agents/remote/remote_card.ts";
import { failure } from "../core_harness.ts";
import {
  CARD,
  serve,
  serveRaw,
  testWorld,
  writeForever,
} from "./hostile_server.ts";
import { refused, UNREACHABLE } from "./refused_card.ts";

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
