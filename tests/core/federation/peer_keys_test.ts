import { describe, expect, test } from "bun:test";
import { generateKeyPairSync, KeyObject } from "node:crypto";
import type { JWK } from "jose";
import { calculateJwkThumbprint } from "jose";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { sayInEnglish } from "../../../src/core/base/words/say.ts";
import { peerKey } from "../../../src/core/federation/signatures/peer_keys.ts";
import type { TestWorld } from "../agents/hostile_server.ts";
import {
  serve,
  serveRaw,
  testWorld,
  writeForever,
} from "../agents/hostile_server.ts";
import { START } from "../core_harness.ts";

const TYPE = "application/http-message-signatures-directory+json";

interface Listed {
  readonly id: string;
  readonly jwk: JWK;
}

async function newKey(more: object = {}): Promise<Listed> {
  const { publicKey } = generateKeyPairSync("ed25519");
  const { x, kty, crv } = publicKey.export({ format: "jwk" });
  const jwk = { x: x ?? "", kty: kty ?? "", crv: crv ?? "" };
  return { id: await calculateJwkThumbprint(jwk), jwk: { ...jwk, ...more } };
}

/** A service whose directory a test changes. */
function service(first: readonly unknown[]) {
  const state = { keys: first, status: 200 };
  const server = serve(() =>
    Response.json(
      { keys: state.keys },
      { status: state.status, headers: { "content-type": TYPE } },
    ),
  );
  return {
    state,
    origin: `http://a.example:${server.port}`,
    asked: () => server.paths.length,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** "key", or why there is none. */
async function found(world: TestWorld, origin: string, id: string) {
  const key = await peerKey(world, origin, id);
  if (key instanceof KeyObject) return "key";
  return key.in(sayInEnglish);
}

const ABSENT = "its key is not in the directory of its service";
const ENDED = "its key does not count at this time";
const UNREADABLE = "the key directory of its service cannot be read now";

describe("a key of another service", () => {
  test("is asked for once, by its thumbprint, and known for an hour", async () => {
    const one = await newKey({ kid: "another name" });
    await using a = service([{ kty: "RSA" }, { kty: "OKP" }, 7, one.jwk]);
    const world = testWorld();
    const together = [1, 2, 3].map(() => found(world, a.origin, one.id));
    expect(await Promise.all(together)).toEqual(["key", "key", "key"]);
    expect(await found(world, a.origin, "another name")).toBe(ABSENT);
    expect(a.asked()).toBe(1);
    world.now = START + 3_599_000;
    expect(await found(world, a.origin, one.id)).toBe("key");
    expect(a.asked()).toBe(1);
    a.state.keys = [];
    world.now = START + 3_600_000;
    expect(await found(world, a.origin, one.id)).toBe(ABSENT);
  });

  test("that is new is known after a minute at most, and the old one goes with its entry", async () => {
    const [old, next] = [await newKey(), await newKey()];
    await using a = service([old.jwk]);
    const world = testWorld();
    expect(await found(world, a.origin, old.id)).toBe("key");
    a.state.keys = [next.jwk];
    world.now += 59_000;
    expect(await found(world, a.origin, next.id)).toBe(ABSENT);
    world.now += 1_000;
    expect(await found(world, a.origin, next.id)).toBe("key");
    expect(await found(world, a.origin, old.id)).toBe(ABSENT);
    expect(a.asked()).toBe(2);
  });

  test("counts from its nbf to its exp", async () => {
    const seconds = START / 1_000;
    const [early, ended, now] = [
      await newKey({ nbf: seconds + 60 }),
      await newKey({ exp: seconds }),
      await newKey({ nbf: seconds, exp: seconds + 1 }),
    ];
    await using a = service([early.jwk, ended.jwk, now.jwk]);
    const world = testWorld();
    expect(await found(world, a.origin, early.id)).toBe(ENDED);
    expect(await found(world, a.origin, ended.id)).toBe(ENDED);
    expect(await found(world, a.origin, now.id)).toBe("key");
    world.now += 1_000;
    expect(await found(world, a.origin, now.id)).toBe(ENDED);
  });

  test("stays known while its service cannot be read; it is asked again after ten seconds", async () => {
    const [old, next] = [await newKey(), await newKey()];
    await using a = service([old.jwk]);
    const world = testWorld();
    expect(await found(world, a.origin, old.id)).toBe("key");
    a.state.status = 503;
    world.now += 60_000;
    expect(await found(world, a.origin, next.id)).toBe(ABSENT);
    expect(await found(world, a.origin, old.id)).toBe("key");
    expect(a.asked()).toBe(2);
    a.state.status = 200;
    a.state.keys = [old.jwk, next.jwk];
    world.now += 10_000;
    expect(await found(world, a.origin, next.id)).toBe("key");
    a.state.status = 503;
    world.now += 3_600_000;
    expect(await found(world, a.origin, old.id)).toBe(UNREADABLE);
  });

  test("is one of the first twenty", async () => {
    const keys = await Promise.all(Array.from({ length: 21 }, () => newKey()));
    await using a = service(keys.map(({ jwk }) => jwk));
    const world = testWorld();
    expect(await found(world, a.origin, keys[19]?.id ?? "")).toBe("key");
    expect(await found(world, a.origin, keys[20]?.id ?? "")).toBe(ABSENT);
  });
});

describe("a directory", () => {
  test("without an end is read no further than 64 kB", async () => {
    await using a = await serveRaw((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-type: ${TYPE}\r\n\r\n`);
      writeForever(socket, " ".repeat(16_384));
    });
    const origin = `http://a.example:${a.port}`;
    expect(await found(testWorld(), origin, "any")).toBe(UNREADABLE);
    await a.left;
  });

  test("that says it is 100 MB is not read", async () => {
    await using a = await serveRaw((socket) => {
      socket.write(
        `HTTP/1.1 200 OK\r\ncontent-type: ${TYPE}\r\ncontent-length: 100000000\r\n\r\n{`,
      );
    });
    const origin = `http://a.example:${a.port}`;
    expect(await found(testWorld(), origin, "any")).toBe(UNREADABLE);
    await a.left;
  });

  test("that never comes is waited for no longer than a fetch may take", async () => {
    await using a = await serveRaw(() => {});
    const world = testWorld();
    const waiting = found(world, `http://a.example:${a.port}`, "any");
    await a.asked;
    world.runOut();
    expect(await waiting).toBe(UNREADABLE);
  });

  test("elsewhere, or on this machine, is not gone to", async () => {
    const one = await newKey();
    await using inner = service([one.jwk]);
    await using a = serve(() => Response.redirect(inner.origin, 302));
    const origin = `http://a.example:${a.port}`;
    expect(await found(testWorld(), origin, one.id)).toBe(UNREADABLE);
    const strict = testWorld({ isLoopbackAllowed: false });
    expect(await found(strict, "https://a.example", one.id)).toBe(UNREADABLE);
    expect(inner.asked()).toBe(0);
  });

  test("of many services at once is a bounded number of fetches", async () => {
    await using slow = await serveRaw(() => {});
    const world = testWorld();
    const waiting = Array.from({ length: LIMITS.remoteFetchesMax }, (_, at) =>
      found(world, `http://a${at}.example:${slow.port}`, "any"),
    );
    const more = `http://more.example:${slow.port}`;
    expect(await found(world, more, "any")).toBe(UNREADABLE);
    expect(world.looked).not.toContain("more.example");
    world.runOut();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([UNREADABLE]));
  });
});
