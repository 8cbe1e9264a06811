import { afterEach, describe, expect, test } from "bun:test";
import { endReusedFamily } from "../../src/core/identity/oauth/oauth_access.ts";
import { disableAccount } from "../../src/core/operations/disable_account.ts";
import type { TestService } from "../harness.ts";
import { startService } from "../harness.ts";
import { auditOf, personOf, rowsOf } from "./attack.ts";
import type { Browser } from "./browser.ts";
import { signUp } from "./browser.ts";
import { later, ownTime } from "./clock.ts";
import { consent } from "./oauth_client.ts";
import {
  authorizeUrl,
  callTool,
  connected,
  exchange,
  newClient,
  newCode,
  post,
  refresh,
} from "./oauth_tools.ts";

const MAILBOX = "ada@mail.example";

afterEach(ownTime);

async function start(): Promise<{ s: TestService; browser: Browser }> {
  const s = await startService({ isRealTime: true });
  return { s, browser: await signUp(s, "ada") };
}

async function answered(response: Response): Promise<unknown[]> {
  const { error } = await response.json();
  return [response.status, error];
}

describe("a code", () => {
  test("is burnt by a wrong verifier", async () => {
    const { s, browser } = await start();
    await using _ = s;
    const clientId = await newClient(s);
    const code = await newCode(s, browser, clientId);
    const code_verifier = "another-verifier-of-forty-three-characters-00";
    const wrong = await exchange(s, clientId, code, { code_verifier });
    expect(await answered(wrong)).toEqual([400, "invalid_grant"]);
    expect((await exchange(s, clientId, code)).status).toBe(400);
  });

  test("works once; shown again it ends the refresh tokens it gave, and is audited", async () => {
    const { s, browser } = await start();
    await using _ = s;
    const { clientId, code, refreshToken } = await connected(s, browser);
    const again = await exchange(s, clientId, code);
    expect(await answered(again)).toEqual([400, "invalid_grant"]);
    expect((await refresh(s, clientId, refreshToken)).status).toBe(400);
    const refused = await auditOf(s, MAILBOX, "oauth.token_refused");
    expect(refused[0]?.refs?.clientId).toBe(clientId);
  });

  test("that twenty show at once gives tokens to one", async () => {
    const { s, browser } = await start();
    await using _ = s;
    const clientId = await newClient(s);
    const code = await newCode(s, browser, clientId);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => exchange(s, clientId, code)),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test.each([
    ["another redirect_uri", { redirect_uri: "http://localhost:7777/other" }],
    ["a foreign redirect_uri", { redirect_uri: "https://evil.example/" }],
    ["no verifier", { code_verifier: "" }],
    ["another resource", { resource: "https://evil.example/api/mcp" }],
  ])("is refused with %s", async (_name, over) => {
    const { s, browser } = await start();
    await using _ = s;
    const clientId = await newClient(s);
    const code = await newCode(s, browser, clientId);
    const answer = await exchange(s, clientId, code, over);
    expect(answer.status).toBe(400);
    expect(await answer.text()).not.toContain("access_token");
  });

  test("is refused without the redirect_uri that it was asked with", async () => {
    const { s, browser } = await start();
    await using _ = s;
    const clientId = await newClient(s);
    const code = await newCode(s, browser, clientId);
    const answer = await exchange(s, clientId, code, { redirect_uri: "" });
    expect(answer.status).toBe(400);
  });

  test("of another client is refused", async () => {
    const { s, browser } = await start();
    await using _ = s;
    const code = await newCode(s, browser, await newClient(s));
    const answer = await exchange(s, await newClient(s), code);
    expect(answer.status).toBe(400);
  });

  test("is too old after a minute", async () => {
    const { s, browser } = await start();
    await using _ = s;
    const clientId = await newClient(s);
    const code = await newCode(s, browser, clientId);
    later(61_000);
    expect((await exchange(s, clientId, code)).status).toBe(400);
  });
});

test("a person may take ten minutes over the consent page, and the code is new then", async () => {
  const { s, browser } = await start();
  await using _ = s;
  const clientId = await newClient(s);
  const asked = await browser.get(authorizeUrl(s, clientId).href);
  const page = asked.headers.get("location") ?? "";
  later(10 * 60_000);
  const answered = await browser.post("/oauth/consent", {
    query: page.slice(page.indexOf("?") + 1),
    preset: "reader",
    decision: "allow",
  });
  const callback = new URL(answered.headers.get("location") ?? "about:blank");
  const code = callback.searchParams.get("code") ?? "";
  expect((await exchange(s, clientId, code)).status).toBe(200);
});

describe("a refresh token", () => {
  test("of an account that the operator has closed is refused", async () => {
    const { s, browser } = await start();
    await using _ = s;
    const { clientId, refreshToken } = await connected(s, browser);
    const accountId = await personOf(s, MAILBOX);
    await s.operate(disableAccount, { accountId });
    const answer = await refresh(s, clientId, refreshToken);
    expect(await answered(answer)).toEqual([400, "invalid_grant"]);
  });

  test("works once; shown again its whole family dies, and it is audited", async () => {
    const { s, browser } = await start();
    await using _ = s;
    const { clientId, refreshToken } = await connected(s, browser);
    const first = await (await refresh(s, clientId, refreshToken)).json();
    expect((await callTool(s, first.access_token)).status).toBe(200);
    const again = await refresh(s, clientId, refreshToken);
    expect(await answered(again)).toEqual([400, "invalid_grant"]);
    const newest = await refresh(s, clientId, first.refresh_token);
    expect(newest.status).toBe(400);
    expect(await auditOf(s, MAILBOX, "oauth.token_refused")).not.toHaveLength(
      0,
    );
  });

  test("that many show at once gives new ones to at most one", async () => {
    const { s, browser } = await start();
    await using _ = s;
    const { clientId, refreshToken } = await connected(s, browser);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => refresh(s, clientId, refreshToken)),
    );
    const winners = answers.filter(({ ok }) => ok);
    expect(winners.length).toBeLessThanOrEqual(1);
    // Two hold the same token, and one of them is a thief: neither goes on.
    expect(await rowsOf(s, "oauth_refresh_tokens")).toEqual([]);
    for (const winner of winners) {
      const { refresh_token } = await winner.json();
      expect((await refresh(s, clientId, refresh_token)).status).toBe(400);
    }
    expect(await auditOf(s, MAILBOX, "oauth.token_refused")).not.toEqual([]);
  });

  test("that two show at once ends its family whichever of them is answered last", async () => {
    for (const isLoserLast of [true, false]) {
      const { s, browser } = await start();
      await using _ = s;
      const { clientId, refreshToken } = await connected(s, browser);
      const won = await (await refresh(s, clientId, refreshToken)).json();
      const owner = { accountId: await personOf(s, MAILBOX), clientId };
      const end = (hasWon: boolean) =>
        endReusedFamily(s.services, refreshToken, { hasWon, owner });
      // This one lost against the exchange above, which has not been answered yet.
      if (isLoserLast) expect(await end(true)).toBe(false);
      expect(await end(false)).toBe(true);
      if (!isLoserLast) expect(await end(true)).toBe(true);
      expect((await refresh(s, clientId, won.refresh_token)).status).toBe(400);
    }
  });

  test("that was used once goes on, and so does the family of another client", async () => {
    const { s, browser } = await start();
    await using _ = s;
    const other = await connected(s, browser);
    const { clientId, refreshToken } = await connected(s, browser);
    const { refresh_token } = await (
      await refresh(s, clientId, refreshToken)
    ).json();
    expect((await refresh(s, clientId, refresh_token)).status).toBe(200);
    await refresh(s, clientId, refreshToken);
    const next = await refresh(s, other.clientId, other.refreshToken);
    expect(next.status).toBe(200);
  });

  test("of another client, or for more than was granted, is refused and stays good for its own", async () => {
    const { s, browser } = await start();
    await using _ = s;
    const { clientId, refreshToken } = await connected(s, browser);
    const foreign = await refresh(s, await newClient(s), refreshToken);
    expect(foreign.status).toBe(400);
    const wider = await refresh(s, clientId, refreshToken, { scope: "admin" });
    expect(await answered(wider)).toEqual([400, "invalid_scope"]);
    const elsewhere = await refresh(s, clientId, refreshToken, {
      resource: "https://evil.example/",
    });
    expect(await answered(elsewhere)).toEqual([400, "invalid_target"]);
    expect((await refresh(s, clientId, refreshToken)).status).toBe(200);
  });

  test("gives tokens for the same resource when none is named", async () => {
    const { s, browser } = await start();
    await using _ = s;
    const { clientId, refreshToken } = await connected(s, browser);
    const { access_token } = await (
      await refresh(s, clientId, refreshToken)
    ).json();
    expect((await callTool(s, access_token)).status).toBe(200);
  });

  test("that is revoked is dead; one that is not known is as good as revoked", async () => {
    const { s, browser } = await start();
    await using _ = s;
    const { clientId: client_id, ...tokens } = await connected(s, browser);
    const revoke = (token: string, client = client_id) =>
      post(s, "/oauth/revoke", { token, client_id: client });
    expect((await revoke("never-was")).status).toBe(200);
    await revoke(tokens.refreshToken, await newClient(s));
    const mine = await refresh(s, client_id, tokens.refreshToken);
    const { refresh_token } = await mine.json();
    expect(mine.status).toBe(200);
    expect((await revoke(refresh_token)).status).toBe(200);
    expect((await refresh(s, client_id, refresh_token)).status).toBe(400);
    expect(await answered(await revoke(tokens.access))).toEqual([
      400,
      "unsupported_token_type",
    ]);
    expect((await revoke("")).status).toBe(400);
  });
});

describe("the token endpoint", () => {
  test("knows no other grant", async () => {
    const { s } = await start();
    await using _ = s;
    const client_id = await newClient(s);
    for (const grant_type of [
      "client_credentials",
      "password",
      "implicit",
      "urn:ietf:params:oauth:grant-type:jwt-bearer",
      "",
    ]) {
      const answer = await post(s, "/oauth/token", { grant_type, client_id });
      expect([grant_type, answer.ok]).toEqual([grant_type, false]);
      expect(await answer.text()).not.toContain("access_token");
    }
  });

  test("tells a caller that asks too often when to retry", async () => {
    const { s } = await start();
    await using _ = s;
    const clientId = await newClient(s);
    let last = await exchange(s, clientId, "wrong");
    for (let turn = 0; turn < 30 && last.status !== 429; turn++) {
      last = await exchange(s, clientId, "wrong");
    }
    expect(last.status).toBe(429);
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("takes no resource in the request for the one there is", async () => {
    const { s, browser } = await start();
    await using _ = s;
    const clientId = await newClient(s);
    const url = authorizeUrl(s, clientId, { resource: "" });
    const code = (await consent(browser, url)).searchParams.get("code") ?? "";
    const form = await exchange(s, clientId, code);
    const { access_token } = await form.json();
    expect((await callTool(s, access_token)).status).toBe(200);
  });
});
