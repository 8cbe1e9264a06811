import { describe, expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { ServiceError } from "../../../src/core/errors/errors.ts";
import { findCard } from "../../../src/core/federation/find_card.ts";
import { CARD, serve, testWorld } from "../agents/hostile_server.ts";

const BOB = "bob@b.example";

/** A domain that answers for its names, and has one card. */
function domain(named: (card: string) => Response) {
  const server = serve((request) => {
    const { pathname, origin } = new URL(request.url);
    return pathname === "/card" ? Response.json(CARD) : named(`${origin}/card`);
  });
  const world = testWorld();
  const asking = {
    ...world,
    settings: {
      federation: {
        mode: "open" as const,
        hosts: new Map([["b.example", `http://b.example:${server.port}`]]),
      },
    },
  };
  return {
    server,
    world,
    asked: () => server.paths.filter((it) => it !== "/card").length,
    find: () => findCard(asking, BOB),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function jrd(href: string, more: object = {}): Response {
  const link = {
    rel: "describedby",
    type: "application/a2a-agent-card+json",
    href,
    ...more,
  };
  return Response.json(
    { subject: `acct:${BOB}`, links: [{ rel: "self" }, link] },
    { headers: { "content-type": "application/jrd+json" } },
  );
}

/** The name of the card, nothing for a mailbox, or the code of the refusal. */
async function outcome(find: () => ReturnType<typeof findCard>) {
  try {
    return (await find())?.card.name;
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
}

describe("a name at another domain", () => {
  test("leads to its card, which is asked for once", async () => {
    await using b = domain((card) => jrd(card));
    const [first, second] = await Promise.all([b.find(), b.find()]);
    expect(first?.card.name).toBe("Scribe");
    expect(second?.url).toBe(first?.url);
    expect(b.asked()).toBe(1);
    await b.find();
    expect(b.asked()).toBe(1);
  });

  test("may be told at another address, one step away", async () => {
    let steps = 1;
    await using b = domain((card) =>
      steps-- > 0 ? Response.redirect("/elsewhere") : jrd(card),
    );
    expect(await outcome(b.find)).toBe("Scribe");
    await using far = domain(() => Response.redirect("/further"));
    expect(await outcome(far.find)).toBe("card_unreachable");
    expect(far.asked()).toBe(2);
  });

  test("is a mailbox if the domain knows no card, and that is known for a while", async () => {
    for (const answer of [
      () => new Response("", { status: 404 }),
      () =>
        new Response("<html>", { headers: { "content-type": "text/html" } }),
      () => Response.json([]),
      () => Response.json({ links: "none" }),
      () => jrd("https://b.example/card", { type: "application/json" }),
      () => jrd("https://b.example/card", { rel: "self" }),
      () => jrd("https://b.example/card", { href: 7 }),
      () => Response.json({ links: ["x".repeat(LIMITS.webFingerBytesMax)] }),
    ]) {
      await using b = domain(answer);
      expect(await outcome(b.find)).toBeUndefined();
      await b.find();
      expect(b.asked()).toBe(1);
      b.world.now += LIMITS.webFingerKeptMs;
      await b.find();
      expect(b.asked()).toBe(2);
    }
  });

  test("of a domain that is down is not taken for a mailbox", async () => {
    let isDown = true;
    await using b = domain((card) =>
      isDown ? new Response("", { status: 502 }) : jrd(card),
    );
    expect(await outcome(b.find)).toBe("card_unreachable");
    isDown = false;
    b.world.now += LIMITS.remoteFailureKeptMs;
    expect(await outcome(b.find)).toBe("Scribe");
  });

  test("cannot lead into the network of the service", async () => {
    await using b = domain(() => jrd("http://10.0.0.1/card"));
    expect(await outcome(b.find)).toBe("url_refused");
    await using moved = domain(() => Response.redirect("http://10.0.0.1/"));
    expect(await outcome(moved.find)).toBe("card_unreachable");
  });
});
