import { afterEach, expect, test } from "bun:test";
import { revokeCredential } from "../../src/core/operations/revoke_credential.ts";
import { verifyAudit } from "../../src/core/operations/verify_audit.ts";
import type { TestService } from "../harness.ts";
import { startService } from "../harness.ts";
import { auditOf, personOf } from "./attack.ts";
import {
  Browser,
  codeFor,
  mailed,
  signIn,
  signUp,
  tokenOf,
} from "./browser.ts";
import { later, nextMinute, ownTime } from "./clock.ts";
import { connect, consent, MemoryProvider } from "./oauth_client.ts";
import type { Connected } from "./oauth_tools.ts";
import {
  authorizeUrl,
  callTool,
  connected,
  exchange,
  newClient,
  newCode,
  refresh,
} from "./oauth_tools.ts";

const MAILBOX = "ada@mail.example";

afterEach(ownTime);

async function start(): Promise<{ s: TestService; browser: Browser }> {
  const s = await startService({ isRealTime: true });
  return { s, browser: await signUp(s, "ada") };
}

async function disconnect(s: TestService, mailbox = MAILBOX): Promise<void> {
  const accountId = await personOf(s, mailbox);
  const { credentials } = await s.credentialsOf({
    accountId,
    address: "",
    token: "",
  });
  for (const { id: credentialId, revokedAt } of credentials) {
    if (revokedAt !== null) continue;
    await s.operate(revokeCredential, { accountId, credentialId });
  }
}

test("the official client signs a person in, calls a tool, and stays signed in by refreshing", async () => {
  const { s, browser } = await start();
  await using _ = s;
  const provider = new MemoryProvider();
  const client = await connect(s, browser, provider);
  const call = { name: "svc.list_conversations", arguments: {} };
  expect((await client.callTool(call)).isError).toBeFalsy();
  const before = provider.saved;
  provider.saved = before && {
    ...before,
    access_token: `${before.access_token.slice(0, -4)}AAAA`,
  };
  expect((await client.callTool(call)).isError).toBeFalsy();
  expect(provider.saved?.access_token).not.toBe(before?.access_token);
  expect(provider.saved?.refresh_token).not.toBe(before?.refresh_token);
  later(11 * 60_000);
  expect((await client.callTool(call)).isError).toBeFalsy();
  await client.close();
});

test("the official client signs a person in by another name of the same machine, too, with underscored tools", async () => {
  const { s, browser } = await start();
  await using _ = s;
  const { port } = new URL(s.baseUrl);
  const url = `http://localhost:${port}/api/mcp?names=underscore`;
  const provider = new MemoryProvider();
  const client = await connect(s, browser, provider, {}, url);
  const { tools } = await client.listTools();
  expect(tools.map((it) => it.name)).toContain("svc_list_conversations");
  // A next refresh names the resource by the same name.
  const before = provider.saved;
  later(11 * 60_000);
  const call = { name: "svc_list_conversations", arguments: {} };
  expect((await client.callTool(call)).isError).toBeFalsy();
  expect(provider.saved?.access_token).not.toBe(before?.access_token);
  await client.close();
});

test("a client that knows no metadata of resources names the tools by the URL it was given", async () => {
  const { s, browser } = await start();
  await using _ = s;
  const clientId = await newClient(s);
  const resource = `${s.baseUrl}/api/mcp?names=underscore`;
  const url = authorizeUrl(s, clientId, { resource });
  const code = (await consent(browser, url)).searchParams.get("code") ?? "";
  const answer = await exchange(s, clientId, code, { resource });
  const { access_token } = await answer.json();
  expect((await callTool(s, access_token)).status).toBe(200);
  for (const other of ["https://evil.example/api/mcp", `${s.baseUrl}/a2a`]) {
    const asked = authorizeUrl(s, clientId, { resource: other });
    const location = (await browser.get(asked.href)).headers.get("location");
    expect(location).toContain("error=invalid_target");
  }
});

test("a newcomer comes back to the client by way of signing in and signing up", async () => {
  await using s = await startService({ isRealTime: true });
  const clientId = await newClient(s);
  const url = authorizeUrl(s, clientId);
  const browser = new Browser(s);
  const asked = await browser.get(url.href);
  const toSignIn = asked.headers.get("location") ?? "";
  expect(toSignIn).toContain("/sign-in?");
  expect((await browser.get(toSignIn)).status).toBe(200);
  const query = toSignIn.slice(toSignIn.indexOf("?") + 1);
  await browser.post("/sign-in", { email: MAILBOX, by: "code", query });
  await mailed(s, MAILBOX);
  const entered = await browser.post("/sign-in/code", {
    email: MAILBOX,
    code: codeFor(s, MAILBOX),
    query,
  });
  const toSignUp = entered.headers.get("location") ?? "";
  expect(toSignUp).toStartWith("/sign-up?");
  const named = await browser.post("/sign-up", {
    displayName: "Ada",
    query: toSignUp.slice(toSignUp.indexOf("?") + 1),
  });
  const back = named.headers.get("location") ?? "";
  expect(back).toStartWith("/oauth/authorize?");
  const callback = await consent(browser, new URL(s.baseUrl + back));
  const code = callback.searchParams.get("code") ?? "";
  expect((await exchange(s, clientId, code)).status).toBe(200);
});

test("a newcomer who goes to the consent page is sent to sign up first", async () => {
  await using s = await startService({ isRealTime: true });
  const browser = await signIn(s, MAILBOX);
  const url = authorizeUrl(s, await newClient(s));
  const asked = await browser.get(url.href);
  const page = await browser.get(asked.headers.get("location") ?? "");
  expect(page.headers.get("location")).toStartWith("/sign-up?");
});

test("a disconnect kills access and refresh at once, and the client has to ask again", async () => {
  const { s, browser } = await start();
  await using _ = s;
  const { clientId, access, refreshToken } = await connected(s, browser);
  expect((await callTool(s, access)).status).toBe(200);
  await disconnect(s);
  expect((await callTool(s, access)).status).toBe(401);
  expect((await refresh(s, clientId, refreshToken)).status).toBe(400);
  const asked = await browser.get(authorizeUrl(s, clientId).href);
  expect(asked.headers.get("location")).toContain("/oauth/consent?");
});

test("a token of a grant that was ended stays dead when the person grants again", async () => {
  const { s, browser } = await start();
  await using _ = s;
  const { clientId, access } = await connected(s, browser);
  await disconnect(s);
  later(2_000);
  const code = await newCode(s, browser, clientId);
  const { access_token: fresh } = await (
    await exchange(s, clientId, code)
  ).json();
  expect((await callTool(s, fresh)).status).toBe(200);
  expect((await callTool(s, access)).status).toBe(401);
});

test("a disconnect of one person leaves another's with the same client", async () => {
  const { s, browser } = await start();
  await using _ = s;
  const bob = await signUp(s, "bob");
  const clientId = await newClient(s);
  const tokens: string[] = [];
  for (const person of [browser, bob]) {
    const code = await newCode(s, person, clientId);
    const answer = await (await exchange(s, clientId, code)).json();
    tokens.push(answer.access_token);
  }
  await disconnect(s);
  const statuses = await Promise.all(
    tokens.map(async (it) => (await callTool(s, it)).status),
  );
  expect(statuses).toEqual([401, 200]);
});

test("an access token is good for /api/mcp and nothing else, in a header and nowhere else", async () => {
  const { s, browser } = await start();
  await using _ = s;
  const { access } = await connected(s, browser);
  const session = await tokenOf(browser);
  const agent = await s.addAccount("robot");
  const rpc = { jsonrpc: "2.0", id: 1, method: "ListTasks", params: {} };
  const answers = [
    await s.fetch("/v1/conversations", { token: access }),
    await s.fetch("/api/addresses/free", { token: access }),
    await s.fetch("/a2a", { method: "POST", token: access, json: rpc }),
    await s.fetch("/a2a/v1/tasks", { token: access }),
  ];
  for (const token of [access, session, agent.token]) {
    const query = `?access_token=${token}&token=${token}&bearer=${token}`;
    answers.push(
      await s.fetch(`/v1/conversations${query}`),
      await s.fetch(`/a2a${query}`, { method: "POST", json: rpc }),
      await s.fetch(`/a2a/v1/tasks${query}`),
      await s.fetch(`/api/mcp${query}`, {
        method: "POST",
        json: {
          ...rpc,
          method: "tools/call",
          params: { name: "svc.list_conversations", arguments: {} },
        },
      }),
    );
  }
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
});

test("what happens is in the person's chain, which verifies, and no secret is in the log", async () => {
  const { s, browser } = await start();
  await using _ = s;
  const secrets = [browser.cookies.split("=")[1] ?? "", await tokenOf(browser)];
  const client = await connected(s, browser);
  await exchange(s, client.clientId, client.code);
  const again = await newCode(s, browser, client.clientId);
  const { refresh_token: first } = await (
    await exchange(s, client.clientId, again)
  ).json();
  await refresh(s, client.clientId, first);
  await refresh(s, client.clientId, first);
  nextMinute();
  await callTool(s, `${client.access.slice(0, -3)}AAA`);
  await newCode(s, browser, await newClient(s), { decision: "deny" });
  await browser.call("/api/auth/sign-out");
  secrets.push(...secretsOf(client), again, first);
  secrets.push(...s.mails.map(({ text }) => text.slice(0, 6)));
  for (const [type, count] of [
    ["session.created", 1],
    ["session.ended", 1],
    ["credential.granted", 2],
    ["oauth.token_refused", 2],
    ["consent.declined", 1],
  ] as const) {
    const found = await auditOf(s, MAILBOX, type);
    expect([type, found.length]).toEqual([type, count]);
  }
  const conversationId = await personOf(s, MAILBOX);
  const { ok, records } = await s.operate(verifyAudit, { conversationId });
  expect([ok, records >= 6]).toEqual([true, true]);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(5);
    expect(s.logged.join("\n")).not.toContain(secret);
  }
});

function secretsOf({ code, access, refreshToken }: Connected): string[] {
  return [code, access, refreshToken];
}
