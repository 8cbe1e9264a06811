import { afterAll, beforeAll, expect, test } from "bun:test";
import type { TestService } from "../harness.ts";
import { startService } from "../harness.ts";
import { Browser, signIn, signUp } from "./browser.ts";

let service: TestService;

beforeAll(async () => {
  service = await startService({ isRealTime: true });
});

afterAll(() => service[Symbol.asyncDispose]());

const linksIn = (html: string) =>
  [...html.matchAll(/ (?:href|src)="(\/[^"]+\?v=[^"]+)"/g)].map((it) =>
    String(it[1]),
  );

test("what a page loads is kept for good under its version, and its bytes are asked for once", async () => {
  const page = await (await service.fetch("/sign-in")).text();
  const links = new Set(linksIn(page));
  expect([...links].map((it) => it.split("?")[0]).toSorted()).toEqual([
    "/auth.css",
    "/auth.js",
    "/icon.svg",
  ]);
  for (const link of links) {
    const first = await service.fetch(link);
    expect(first.status).toBe(200);
    expect(first.headers.get("cache-control")).toContain("immutable");
    expect(first.headers.get("x-content-type-options")).toBe("nosniff");
    expect((await first.text()).length).toBeGreaterThan(100);
    const etag = String(first.headers.get("etag"));
    const again = await service.fetch(link, {
      headers: { "if-none-match": etag },
    });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
  }
});

test("without the version, or with another, nothing is kept unasked", async () => {
  for (const path of ["/auth.css", "/auth.css?v=0000000000000000"]) {
    const response = await service.fetch(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-cache");
  }
});

test("a page may run a script of ours only where it has a use for one, and nothing inline anywhere", async () => {
  const alice = await signUp(service, "alice");
  const nobody = new Browser(service);
  const newcomer = await signIn(service, "new@mail.example");
  const policies = {
    "/sign-up": await newcomer.get("/sign-up"),
    "/": await alice.get("/"),
    "/sign-in": await nobody.get("/sign-in"),
    "/?visitor": await nobody.get("/?visitor"),
    "/sign-in/link": await nobody.get("/sign-in/link"),
    "/oauth/consent": await alice.get("/oauth/consent"),
  };
  for (const [path, response] of Object.entries(policies)) {
    const policy = response.headers.get("content-security-policy") ?? "";
    const hasScript = ["/", "/?visitor", "/sign-in", "/sign-up"].includes(path);
    expect(policy).toStartWith("default-src 'none'; ");
    expect(policy).not.toContain("unsafe");
    expect(policy.includes("script-src 'self'")).toBe(hasScript);
    expect((await response.text()).includes("<script")).toBe(hasScript);
  }
});

test("the inbox is for who is signed in: everybody else sees what it is, and a newcomer goes on", async () => {
  const account = await service.addAccount("bot", { kind: "agent" });
  const newcomer = await signIn(service, "newer@mail.example");
  for (const visitor of [
    await new Browser(service).get("/"),
    await service.fetch("/", { token: account.token }),
  ]) {
    expect(await visitor.text()).toContain('href="/sign-in"');
  }
  for (const page of ["/", "/inbox", "/settings"]) {
    const sent = await newcomer.get(page);
    expect([sent.status, sent.headers.get("location")]).toEqual([
      303,
      "/sign-up",
    ]);
  }
});

test("nobody is signed out by a page of somebody else's", async () => {
  const bob = await signUp(service, "bob");
  for (const origin of ["https://evil.example", "null", undefined]) {
    const response = await service.fetch("/sign-out", {
      method: "POST",
      headers: {
        cookie: bob.cookies,
        "content-type": "application/x-www-form-urlencoded",
        ...(origin !== undefined && { origin }),
      },
      body: "",
    });
    expect(response.status).toBe(403);
  }
  expect((await bob.get("/")).status).toBe(200);
  const out = await bob.post("/sign-out", {});
  expect(out.headers.get("location")).toBe("/sign-in");
  expect(await (await bob.get("/")).text()).toContain('href="/sign-in"');
  // Again, with a cookie that is worth nothing any more.
  expect((await bob.post("/sign-out", {})).status).toBe(303);
});

test("a sign-in page lets its form end where the client is, and at no place that could write the policy", async () => {
  const policyFor = async (redirectUri: string) => {
    const query = new URLSearchParams({
      client_id: "x",
      redirect_uri: redirectUri,
    });
    const page = await new Browser(service).post("/sign-in/code", {
      email: "x@mail.example",
      code: "000000",
      query: query.toString(),
    });
    const policy = page.headers.get("content-security-policy") ?? "";
    return /form-action ([^;]*)/.exec(policy)?.[1];
  };
  for (const [uri, target] of [
    ["https://client.example/back?x=1", "'self' https://client.example"],
    ["http://127.0.0.1:7777/back", "'self' http://127.0.0.1:7777"],
    ["com.example.app:/back", "'self' com.example.app:"],
    ["http://client.example/back", "'self'"],
    ["javascript:alert(1)", "'self'"],
    ["data:text/html,x", "'self'"],
    ["https://a.example;script-src *", "'self'"],
    ["nonsense", "'self'"],
  ] as const) {
    expect([uri, await policyFor(uri)]).toEqual([uri, target]);
  }
});

test("only who is signed in asks whether an address is free, and is told why not", async () => {
  // With a budget of sign-ins of its own.
  await using own = await startService({ isRealTime: true });
  const ask = async (browser: Browser, localPart: string) => {
    const path = `/sign-up/available?localPart=${localPart}`;
    const response = await browser.get(path);
    return [response.status, response.ok ? await response.json() : {}] as const;
  };
  expect((await ask(new Browser(own), "zoe"))[0]).toBe(401);
  await signUp(own, "zack");
  const newcomer = await signIn(own, "newer@mail.example");
  const free = { isFree: true, says: "zoe@inbox.localhost is free." };
  expect(await ask(newcomer, "zoe")).toEqual([200, free]);
  const [, taken] = await ask(newcomer, "zack");
  expect(taken.isFree).toBe(false);
  expect(taken.says).toStartWith("This address is taken. Available:");
  const [, reserved] = await ask(newcomer, "doorman");
  expect(reserved.says).toStartWith("This address is reserved.");
  expect((await ask(newcomer, "A"))[1].isFree).toBe(false);
});
test("every page before the inbox has the typeface of the app, and may load it", async () => {
  for (const path of ["/", "/sign-in", "/docs"]) {
    const page = await service.fetch(path, {
      headers: { accept: "text/html" },
    });
    expect(page.headers.get("content-security-policy")).toContain(
      "font-src 'self'",
    );
    const [, style = ""] =
      (await page.text()).match(/rel="stylesheet" href="([^"]+)"/) ?? [];
    const css = await (await service.fetch(style)).text();
    const [, font = ""] = css.match(/url\("([^"]+\.woff2)"\)/) ?? [];
    const served = await service.fetch(font);
    expect([path, served.status]).toEqual([path, 200]);
    expect(css).toContain('--sans: "Inter"');
  }
});
