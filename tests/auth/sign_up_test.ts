import { afterEach, expect, test } from "bun:test";
import { OPERATOR } from "../../src/core/access/principal.ts";
import { auditStore } from "../../src/core/audit/store.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import type { RunOperation } from "../../src/core/loops/duty.ts";
import { verifyAll } from "../../src/core/loops/upkeep_tasks.ts";
import { callOperation } from "../../src/core/pipeline/call.ts";
import type { TestService } from "../harness.ts";
import { startService } from "../harness.ts";
import { auditOf, personOf, rowsOf, tablesOf } from "./attack.ts";
import { signIn, signUp, tokenOf } from "./browser.ts";
import { later, nextMinute, ownTime } from "./clock.ts";

const MAILBOX = "very-private-7@mail.example";

afterEach(ownTime);

async function service(): Promise<TestService> {
  return await startService({ isRealTime: true });
}

test("a person with a proved mailbox chooses a name and an address, and is welcomed", async () => {
  await using s = await service();
  const browser = await signIn(s, MAILBOX);
  const answer = await browser.post("/sign-up", {
    displayName: "Ada",
    localPart: "ada",
  });
  expect(answer.headers.get("location")).toBe("/");
  const token = await tokenOf(browser);
  const list = await s.fetch("/v1/conversations", { token });
  expect((await list.json()).conversations).toHaveLength(1);
});

test("a newcomer reads nothing before they have chosen a name", async () => {
  await using s = await service();
  const token = await tokenOf(await signIn(s, MAILBOX));
  const list = await s.fetch("/v1/conversations", { token });
  expect([list.status, (await list.json()).code]).toEqual([
    403,
    "signup_required",
  ]);
});

test("a name or local-part that breaks the rules is refused on the page, and nothing is made", async () => {
  await using s = await service();
  const browser = await signIn(s, MAILBOX);
  await s.addAccount("taken");
  for (const form of [
    { displayName: "", localPart: "ada" },
    { displayName: "   ", localPart: "ada" },
    { displayName: "\u200b\u200b", localPart: "ada" },
    { displayName: "x".repeat(101), localPart: "ada" },
    { displayName: "Ada", localPart: "Ada Lovelace" },
    { displayName: "Ada", localPart: "-ada" },
    { displayName: "Ada", localPart: "ada..l" },
    { displayName: "Ada", localPart: "ada@mail.example" },
    { displayName: "Ada", localPart: "a".repeat(65) },
    { displayName: "Ada", localPart: "admin" },
    { displayName: "Ada", localPart: "taken" },
    { displayName: "Ada", localPart: "TAKEN" },
    { displayName: "<script>1</script>", localPart: "<img src=x>" },
  ]) {
    const answer = await browser.post("/sign-up", form);
    const page = await answer.text();
    expect([form, answer.status]).toEqual([form, 400]);
    expect(page).toContain('role="alert"');
    expect(page).not.toContain("<script>");
    expect(page).not.toContain("<img src=x");
  }
  const id = await personOf(s, MAILBOX);
  expect(JSON.stringify(await rowsOf(s, "accounts"))).not.toContain(id);
});

test("of two newcomers who ask for one address at once, one gets it", async () => {
  await using s = await service();
  const browsers = [
    await signIn(s, "one@mail.example"),
    await signIn(s, "two@mail.example"),
  ];
  const answers = await Promise.all(
    browsers.map((it) =>
      it.post("/sign-up", { displayName: "Ada", localPart: "ada" }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 400]);
});

test("one newcomer who sends the form twice at once gets one account", async () => {
  await using s = await service();
  const browser = await signIn(s, MAILBOX);
  const form = { displayName: "Ada", localPart: "ada" };
  const answers = await Promise.all([
    browser.post("/sign-up", form),
    browser.post("/sign-up", form),
  ]);
  const id = await personOf(s, MAILBOX);
  const accounts = (await rowsOf(s, "accounts")).map((it) =>
    JSON.stringify(it),
  );
  expect(accounts.filter((it) => it.includes(id))).toHaveLength(1);
  expect(answers.every(({ status }) => status < 500)).toBe(true);
});

test("without a session nobody makes an account", async () => {
  await using s = await service();
  const answer = await fetch(`${s.baseUrl}/sign-up`, {
    method: "POST",
    redirect: "manual",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      origin: s.baseUrl,
    },
    body: "displayName=Eve&localPart=eve",
  });
  expect(answer.headers.get("location")).toBe("/sign-in");
});

test("the mailbox stays within the sign-in: no answer, address, event, audit record or log has it", async () => {
  await using s = await service();
  const browser = await signIn(s, MAILBOX);
  const seen: string[] = [];
  const made = await browser.post("/sign-up", { displayName: "Ada" });
  seen.push(await made.text(), JSON.stringify([...made.headers]));
  const token = await tokenOf(browser);
  for (const path of [
    "/v1/conversations",
    "/v1/conversations?view=all",
    "/api/auth/passkey/list-user-passkeys",
    "/sign-up",
    "/sign-in",
  ]) {
    const cookie = browser.cookies;
    const answer = await s.fetch(path, { token, headers: { cookie } });
    seen.push(await answer.text());
  }
  nextMinute();
  await signUp(s, "bob");
  for (const secret of [MAILBOX, "very-private-7"]) {
    expect(seen.join()).not.toContain(secret);
    expect(s.logged.join()).not.toContain(secret);
    const holding: string[] = [];
    for (const table of await tablesOf(s)) {
      const rows = JSON.stringify(await rowsOf(s, table));
      if (rows.includes(secret)) holding.push(table);
    }
    expect(holding).toEqual(["auth_users"]);
  }
});

test("a closed service takes no new account, and says so on the page and in the API", async () => {
  await using s = await startService({
    isRealTime: true,
    env: { SIGN_UP: "closed" },
  });
  const browser = await signIn(s, MAILBOX);
  for (const answer of [
    await browser.get("/sign-up"),
    await browser.post("/sign-up", { displayName: "Ada", localPart: "ada" }),
  ]) {
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("isn't open for new accounts");
  }
  const token = await tokenOf(browser);
  const made = await s.fetch("/v1/account", {
    token,
    method: "POST",
    body: JSON.stringify({ displayName: "Ada" }),
    headers: { "content-type": "application/json" },
  });
  expect([made.status, (await made.json()).code]).toEqual([
    403,
    "sign_up_closed",
  ]);
});

test("an abandoned sign-up leaves no account and no damage", async () => {
  await using s = await service();
  await signIn(s, MAILBOX);
  const id = await personOf(s, MAILBOX);
  const caller = { principal: OPERATOR, via: "cli", requestId: "t" } as const;
  const run: RunOperation = async (operation, input) =>
    (await callOperation(s.services, operation, caller, input)).output;
  expect(await verifyAll(run)).toMatchObject({ ok: true, problems: [] });
  for (const table of ["accounts", "audit_records"]) {
    expect(JSON.stringify(await rowsOf(s, table))).not.toContain(id);
  }
});

test("the chain of an account begins with the account and has the session that made it", async () => {
  await using s = await service();
  await signUp(s, "ada");
  const mailbox = "ada@mail.example";
  const [session] = await auditOf(s, mailbox, "session.created");
  expect(session?.refs?.sessionId).toBeString();
  const rows = await auditStore(s.services.db).page(
    await personOf(s, mailbox),
    0,
    10,
  );
  expect(rows[0]?.said).toMatchObject({
    type: "account.created",
  });
});

test("after more than a day at the name, the mailbox is proved again and the account is made", async () => {
  await using s = await service();
  const browser = await signIn(s, MAILBOX);
  const token = await tokenOf(browser);
  later(LIMITS.signUpMs);
  const late = await browser.post("/sign-up", { displayName: "Ada" });
  expect(late.headers.get("location")).toStartWith("/sign-in");
  const list = await s.fetch("/v1/conversations", { token });
  expect(list.status).toBe(401);
  const again = await signIn(s, MAILBOX);
  const made = await again.post("/sign-up", { displayName: "Ada" });
  expect(made.headers.get("location")).toBe("/");
});
