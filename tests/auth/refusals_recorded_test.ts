import { expect, test } from "bun:test";
import { startService } from "../harness.ts";
import { auditOf } from "./attack.ts";
import { signUp } from "./browser.ts";
import { authorizeUrl, newClient } from "./oauth_tools.ts";

const MAILBOX = "ada@mail.example";
const TOKEN = "/api/auth/session-token";

test("a forged Origin is refused, and recorded in the chain of the cookie's owner", async () => {
  await using s = await startService({ isRealTime: true });
  const browser = await signUp(s, "ada");
  const origin = "https://evil.example";
  expect((await browser.call(TOKEN, {}, { origin })).status).toBe(403);
  const form = await s.fetch("/sign-out", {
    method: "POST",
    headers: {
      cookie: browser.cookies,
      origin,
      "content-type": "application/x-www-form-urlencoded",
    },
  });
  expect(form.status).toBe(403);
  expect(await auditOf(s, MAILBOX, "origin.refused")).toHaveLength(2);
});

test("a foreign redirect URI is refused, and told in the person's chain", async () => {
  await using s = await startService({ isRealTime: true });
  const browser = await signUp(s, "ada");
  const clientId = await newClient(s);
  const redirect_uri = "https://evil.example/";
  const url = authorizeUrl(s, clientId, { redirect_uri });
  expect((await browser.get(url.href)).status).toBe(400);
  expect(await auditOf(s, MAILBOX, "oauth.request_refused")).toHaveLength(1);
});

test("a bad Authorization header does not fall back to the cookie beside it", async () => {
  await using s = await startService({ isRealTime: true });
  const browser = await signUp(s, "ada");
  const authorization = "Bearer ses_nobody";
  expect((await browser.call(TOKEN, {}, { authorization })).status).toBe(401);
  expect((await browser.call(TOKEN)).status).toBe(200);
});
