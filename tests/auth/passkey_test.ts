import { afterEach, expect, test } from "bun:test";
import type { TestService } from "../harness.ts";
import { startService } from "../harness.ts";
import { auditOf, rowsOf } from "./attack.ts";
import { Authenticator } from "./authenticator.ts";
import { Browser, signUp, tokenOf } from "./browser.ts";
import { ownTime } from "./clock.ts";

const MAILBOX = "ada@mail.example";
const BASE = "/api/auth/passkey";

afterEach(ownTime);

interface World {
  readonly s: TestService;
  readonly key: Authenticator;
}

async function start(): Promise<AsyncDisposable & World> {
  const s = await startService({ isRealTime: true });
  return {
    s,
    key: new Authenticator(new URL(s.baseUrl).hostname),
    [Symbol.asyncDispose]: () => s[Symbol.asyncDispose](),
  };
}

async function optionsFor(browser: Browser, act: string) {
  const answer = await browser.get(`${BASE}/generate-${act}-options`);
  return await answer.json();
}

async function register(
  { s, key }: World,
  browser: Browser,
  origin = s.baseUrl,
): Promise<Response> {
  const options = await optionsFor(browser, "register");
  const response = key.register(options, origin);
  return await browser.call(`${BASE}/verify-registration`, {
    response,
    name: "Laptop",
  });
}

test("a person adds a passkey, signs in with it, and removes it; all three are audited", async () => {
  await using world = await start();
  const { s, key } = world;
  const browser = await signUp(s, "ada");
  expect((await register(world, browser)).status).toBe(200);
  const other = new Browser(s);
  const options = await optionsFor(other, "authenticate");
  const answer = await other.call(`${BASE}/verify-authentication`, {
    response: key.signIn(options, s.baseUrl),
  });
  expect(await answer.json()).toEqual({ signedIn: true });
  const token = await tokenOf(other);
  expect((await s.fetch("/v1/conversations", { token })).status).toBe(200);
  const kept = await other.get(`${BASE}/list-user-passkeys`);
  const [{ id }] = await kept.json();
  const removed = await other.call(`${BASE}/delete-passkey`, { id });
  expect(removed.status).toBe(200);
  expect(await auditOf(s, MAILBOX, "passkey.added")).toHaveLength(1);
  expect(await auditOf(s, MAILBOX, "passkey.removed")).toHaveLength(1);
  expect(await auditOf(s, MAILBOX, "session.created")).toHaveLength(2);
});

test("a passkey that has not verified its user is neither added nor let in, though both ask for it", async () => {
  await using world = await start();
  const { s, key } = world;
  const browser = await signUp(s, "ada");
  key.isVerifying = false;
  const options = await optionsFor(browser, "register");
  expect(options.authenticatorSelection.userVerification).toBe("required");
  expect((await register(world, browser)).status).toBe(400);
  expect(await rowsOf(s, "auth_passkeys")).toEqual([]);
  key.isVerifying = true;
  expect((await register(world, browser)).status).toBe(200);
  key.isVerifying = false;
  const thief = new Browser(s);
  const asked = await optionsFor(thief, "authenticate");
  expect(asked.userVerification).toBe("required");
  const answer = await thief.call(`${BASE}/verify-authentication`, {
    response: key.signIn(asked, s.baseUrl),
  });
  expect(answer.status).toBe(400);
  expect((await answer.json()).detail).toContain("PIN");
  expect(thief.cookies).not.toContain("session_token");
});

test("an answer to a challenge works once", async () => {
  await using world = await start();
  const { s, key } = world;
  await register(world, await signUp(s, "ada"));
  const browser = new Browser(s);
  const response = key.signIn(
    await optionsFor(browser, "authenticate"),
    s.baseUrl,
  );
  const path = `${BASE}/verify-authentication`;
  const thief = browser.copy();
  expect((await browser.call(path, { response })).status).toBe(200);
  for (const again of [thief, new Browser(s)]) {
    const answer = await again.call(path, { response });
    expect([answer.status, again.cookies.includes("session_token")]).toEqual([
      400,
      false,
    ]);
  }
});

test("an answer made for another origin or another challenge is refused", async () => {
  await using world = await start();
  const { s, key } = world;
  const person = await signUp(s, "ada");
  const foreign = await register(world, person, "https://evil.example");
  expect([foreign.status, await rowsOf(s, "auth_passkeys")]).toEqual([400, []]);
  await register(world, person);
  for (const [origin, challenge] of [
    ["https://evil.example", undefined],
    [s.baseUrl, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],
  ] as const) {
    const browser = new Browser(s);
    const options = await optionsFor(browser, "authenticate");
    const shown = challenge === undefined ? options : { challenge };
    const answer = await browser.call(`${BASE}/verify-authentication`, {
      response: key.signIn(shown, origin),
    });
    expect(answer.ok).toBe(false);
    expect(browser.cookies).not.toContain("session_token");
  }
});

test("a passkey of one site is no good for another's key", async () => {
  await using world = await start();
  const { s, key } = world;
  await register(world, await signUp(s, "ada"));
  const forged = new Authenticator(new URL(s.baseUrl).hostname);
  const browser = new Browser(s);
  const options = await optionsFor(browser, "authenticate");
  const { id, rawId } = key.signIn(options, s.baseUrl);
  const response = { ...forged.signIn(options, s.baseUrl), id, rawId };
  const answer = await browser.call(`${BASE}/verify-authentication`, {
    response,
  });
  expect(answer.ok).toBe(false);
  expect(browser.cookies).not.toContain("session_token");
});

test("nobody adds, lists or removes a passkey without a session, or another's", async () => {
  await using world = await start();
  const { s } = world;
  const ada = await signUp(s, "ada");
  await register(world, ada);
  const kept = await ada.get(`${BASE}/list-user-passkeys`);
  const [{ id }] = await kept.json();
  const bob = await signUp(s, "bob");
  for (const browser of [new Browser(s), bob]) {
    const answer = await browser.call(`${BASE}/delete-passkey`, { id });
    expect(answer.ok).toBe(false);
  }
  const nobody = new Browser(s);
  expect((await nobody.get(`${BASE}/list-user-passkeys`)).status).toBe(401);
  expect((await nobody.get(`${BASE}/generate-register-options`)).ok).toBe(
    false,
  );
  expect(await rowsOf(s, "auth_passkeys")).toHaveLength(1);
});
