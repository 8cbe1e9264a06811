import { afterEach, expect, test } from "bun:test";
import type { TestService } from "../harness.ts";
import { startService } from "../harness.ts";
import { codeRows } from "./attack.ts";
import { Browser, mailed, tokenOf } from "./browser.ts";
import { later, nextMinute, ownTime } from "./clock.ts";

const MAILBOX = "ada@mail.example";

afterEach(ownTime);

async function askForLink(service: TestService): Promise<string> {
  await new Browser(service).post("/sign-in", { email: MAILBOX, by: "link" });
  await mailed(service, MAILBOX);
  return linkIn(service);
}

function linkIn({ mails }: TestService): string {
  const text = mails.at(-1)?.text ?? "";
  return /http\S+\/sign-in\/link\?token=\S+/.exec(text)?.[0] ?? "no link";
}

test("opening a link by GET signs nobody in and leaves it good, as a scanner of mail does", async () => {
  await using s = await startService({ isRealTime: true });
  const link = await askForLink(s);
  for (let turn = 0; turn < 3; turn++) {
    const scanner = new Browser(s);
    const opened = await scanner.get(link);
    expect([opened.status, opened.headers.get("location")]).toEqual([
      303,
      "/sign-in/link",
    ]);
    expect((await scanner.get("/sign-in/link")).status).toBe(200);
    expect(scanner.cookies).not.toContain("session_token");
  }
  const browser = new Browser(s);
  await browser.get(link);
  const followed = await browser.post("/sign-in/link", {});
  expect(followed.headers.get("location")).toBe("/sign-up");
  expect(await tokenOf(browser)).toStartWith("ses_");
  expect(browser.cookies).not.toContain("svc.link");
});

test("a link works once", async () => {
  await using s = await startService({ isRealTime: true });
  const link = await askForLink(s);
  const browsers = [new Browser(s), new Browser(s)];
  const statuses: number[] = [];
  for (const browser of browsers) {
    await browser.get(link);
    statuses.push((await browser.post("/sign-in/link", {})).status);
  }
  expect(statuses).toEqual([303, 400]);
  expect(browsers[1]?.cookies).not.toContain("session_token");
});

test("a link is too old after five minutes", async () => {
  await using s = await startService({ isRealTime: true });
  const link = await askForLink(s);
  later(5 * 60_000 + 1_000);
  const browser = new Browser(s);
  await browser.get(link);
  const followed = await browser.post("/sign-in/link", {});
  expect(followed.status).toBe(400);
  expect(browser.cookies).not.toContain("session_token");
});

test("a link leads to pages of ours alone, whatever callback is asked for", async () => {
  await using s = await startService({ isRealTime: true });
  for (const name of [
    "callbackURL",
    "newUserCallbackURL",
    "errorCallbackURL",
  ]) {
    const foreign = await new Browser(s).call("/api/auth/sign-in/magic-link", {
      email: MAILBOX,
      [name]: "https://evil.example/",
    });
    expect([name, foreign.status, s.mails]).toEqual([name, 403, []]);
  }
  nextMinute();
  const link = await askForLink(s);
  expect(link).toStartWith(`${s.baseUrl}/sign-in/link?token=`);
  const browser = new Browser(s);
  expect(link).not.toContain("evil");
  await browser.get(`${link}&callbackURL=https://evil.example/`);
  const followed = await browser.post("/sign-in/link", {
    callbackURL: "https://evil.example/",
  });
  expect(followed.headers.get("location")).toBe("/sign-up");
});

test("a link's token is kept as a hash", async () => {
  await using s = await startService({ isRealTime: true });
  const token = (await askForLink(s)).split("token=")[1] ?? "";
  expect(token.length).toBeGreaterThan(20);
  const rows = JSON.stringify(await codeRows(s));
  expect(rows).toContain(MAILBOX);
  expect(rows).not.toContain(token);
});

test("a form of another origin follows no link", async () => {
  await using s = await startService({ isRealTime: true });
  const browser = new Browser(s);
  await browser.get(await askForLink(s));
  for (const origin of ["https://evil.example", "null", undefined]) {
    const answer = await fetch(`${s.baseUrl}/sign-in/link`, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        cookie: browser.cookies,
        ...(origin !== undefined && { origin }),
      },
      body: "",
    });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
  }
});
