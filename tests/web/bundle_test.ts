import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { verify } from "../../packages/web/src/audit/verify.ts";
import { APP_PATHS } from "../../packages/web/src/paths.ts";
import { webBundle } from "../../src/web/bundle.ts";
import type { TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const FIRST_VIEW_MAX = 150_000;

describe("the app as it is served", () => {
  test("its first view is less than 150 kB of gzipped script, and all comes from here", async () => {
    const html = await (await service.fetch("/inbox")).text();
    const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(
      ([, path = ""]) => path,
    );
    expect(loaded.every((path) => path.startsWith("/"))).toBe(true);
    const { script, files } = await webBundle();
    expect(loaded).toContain(script);
    // The script, and what it imports at once: the other files come when asked for.
    const text = new TextDecoder().decode(files.get(script)?.body);
    const atOnce = [
      ...text.matchAll(/(?:^|[;}])import(?:[^(;]*?from)?"\.\/([^"]+)"/g),
    ].map(([, name]) => `/app/${name}`);
    const bytes = [script, ...atOnce].map(
      (path) => files.get(path)?.gzip.length ?? Number.NaN,
    );
    expect(bytes.reduce((sum, it) => sum + it)).toBeLessThan(FIRST_VIEW_MAX);
    expect(
      [...files.keys()].filter((path) => path.endsWith(".js")).length,
    ).toBeGreaterThan(2);
  });

  test("holds nothing of the server", async () => {
    const { files } = await webBundle();
    for (const { body } of files.values()) {
      const text = new TextDecoder().decode(body);
      expect(text).not.toMatch(
        /["'`](?:bun|node):|better-auth|drizzle|svc\.session_token/,
      );
    }
  });

  test("a page runs nothing that is not a file of ours, and is never framed", async () => {
    for (const path of ["/inbox", "/c/cnv_1", "/settings/access"]) {
      const response = await service.fetch(path);
      expect(response.status).toBe(200);
      const policy = response.headers.get("content-security-policy") ?? "";
      expect(policy).toStartWith(
        "default-src 'none'; script-src 'self'; style-src 'self';",
      );
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain("unsafe");
      expect(policy).not.toContain("http");
      const html = await response.text();
      expect(html).not.toMatch(/<style|style=|<script(?! type="module" src=)/);
    }
  });

  test("files are kept for good and compressed; a page is asked for again", async () => {
    const { script } = await webBundle();
    const file = await service.fetch(script, {
      headers: { "accept-encoding": "gzip" },
    });
    expect(file.headers.get("cache-control")).toContain("immutable");
    expect(file.headers.get("content-type")).toStartWith("text/javascript");
    const plain = await service.fetch(script, {
      headers: { "accept-encoding": "identity" },
    });
    expect(plain.headers.get("content-encoding")).toBeNull();
    const page = await service.fetch("/inbox");
    const etag = page.headers.get("etag") ?? "";
    const again = await service.fetch("/inbox", {
      headers: { "if-none-match": etag },
    });
    expect(again.status).toBe(304);
    expect((await service.fetch("/app/main-old.js")).status).toBe(404);
    expect((await service.fetch("/app/..%2f..%2fpackage.json")).status).toBe(
      404,
    );
  });

  test("every path of the app leads to it, any other path is not found", async () => {
    for (const path of APP_PATHS) {
      const response = await service.fetch(path.replace(/:\w+/g, "x"));
      expect(response.headers.get("content-type")).toStartWith("text/html");
    }
    const unknown = await service.fetch("/inbox/x");
    expect(unknown.status).toBe(404);
    expect((await json(unknown)).code).toBe("not_found");
    const page = await service.fetch("/imbox", {
      headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" },
    });
    expect([page.status, page.headers.get("vary")]).toEqual([
      404,
      "accept, accept-language",
    ]);
    expect(page.headers.get("content-security-policy")).toStartWith(
      "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri",
    );
    expect(await page.text()).toContain('href="/">Go to your inbox');
    const icon = await service.fetch("/favicon.ico", { redirect: "follow" });
    expect(icon.headers.get("content-type")).toStartWith("image/svg+xml");
    const home = await service.fetch("/");
    expect([home.status, await home.text()]).toEqual([
      200,
      expect.stringContaining('href="/sign-in"'),
    ]);
  });
});

describe("the check of a chain in the browser", () => {
  async function chain() {
    const alice = await service.addAccount("alice", { credit: "9.00" });
    const bob = await service.addAccount("bob");
    const created = await service.fetch("/v1/conversations", {
      method: "POST",
      token: alice.token,
      json: {
        title: "Hi",
        to: [bob.address],
        text: "x",
        price: "5.00",
        submit: true,
      },
    });
    const { conversationId } = await json(created);
    const read = async (token: string) =>
      await json(
        await service.fetch(`/v1/conversations/${conversationId}/audit`, {
          token,
        }),
      );
    return { own: await read(alice.token), other: await read(bob.token) };
  }

  test("accepts what the service wrote, for every viewer, and nothing that was changed", async () => {
    const { own, other } = await chain();
    const count = own.records.length;
    expect(count).toBeGreaterThan(3);
    expect(await verify(own.records, own.head)).toMatchObject({ count });
    const seen = await verify(other.records, other.head);
    expect(seen).toMatchObject({ count });
    expect(seen.fault).toBeUndefined();
    const at = (index: number, change: object) =>
      own.records.map((it: object, i: number) =>
        i === index ? { ...it, ...change } : it,
      );
    const faults = [
      at(1, { type: "payment.released" }),
      at(1, { hash: "0".repeat(64) }),
      at(1, { bodyHash: "0".repeat(64) }),
      at(2, { prevHash: "0".repeat(64) }),
      own.records.toSpliced(1, 1),
      own.records.slice(0, -1),
      own.records.toReversed(),
    ];
    for (const records of faults) {
      expect((await verify(records, own.head)).fault).toBeDefined();
    }
    // A hidden body is hidden whole; a value that is no hash is a fault of its record.
    for (const change of [
      { type: "redacted" },
      { type: "redacted", actor: undefined },
      { bodyHash: "not a hash" },
      { bodyHash: 7, type: "redacted" },
      { detail: "half a character: \ud800" },
    ]) {
      const { fault } = await verify(at(1, change), own.head);
      expect(fault?.seq).toBe(2);
    }
  });
});
