import { afterEach, expect, test } from "bun:test";
import type { TestService } from "../harness.ts";
import { startService } from "../harness.ts";
import { codeRows, SEND, SIGN_IN, sendCode, tryCode } from "./attack.ts";
import { ADDRESS_HEADER, Browser, signUp } from "./browser.ts";
import { later, nextMinute, ownTime } from "./clock.ts";

const MAILBOX = "ada@mail.example";
const LINK = "/api/auth/sign-in/magic-link";
const STRANGERS_MAILS_AN_HOUR = 5;

afterEach(ownTime);

async function service(): Promise<TestService> {
  return await startService({
    isRealTime: true,
    env: { CLIENT_IP_HEADER: ADDRESS_HEADER },
  });
}

function wrong(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, "0");
}

/** Asks for mails to a mailbox until no more leave; how many did. */
async function flood(
  s: TestService,
  mailbox: string,
  addressOf: (turn: number) => string,
): Promise<number> {
  for (let turn = 0; turn < 12; turn++) {
    const path = turn % 2 === 0 ? SEND : LINK;
    const stranger = new Browser(s, addressOf(turn));
    const answer = await stranger.call(path, {
      email: mailbox,
      type: "sign-in",
    });
    if (answer.status === 429) return turn;
    nextMinute();
  }
  return 12;
}

test("requesting codes for another's mailbox and typing wrong ones costs the owner neither code nor tries", async () => {
  await using s = await service();
  const owner = new Browser(s, "192.0.2.1");
  const code = await sendCode(s, MAILBOX, owner);
  for (const address of ["198.51.100.1", "198.51.100.2"]) {
    const stranger = new Browser(s, address);
    // Before it asks for a code of its own, and after.
    expect((await tryCode(stranger, MAILBOX, wrong(code))).status).toBe(400);
    const theirs = await sendCode(s, MAILBOX, stranger);
    for (let turn = 0; turn < 2; turn++) {
      const tried = await tryCode(stranger, MAILBOX, wrong(theirs));
      expect(tried.status).toBe(400);
    }
  }
  expect((await tryCode(owner, MAILBOX, wrong(code))).status).toBe(400);
  expect((await tryCode(owner, MAILBOX, code)).status).toBe(200);
});

test("a code is no good in a browser that did not ask for it", async () => {
  await using s = await service();
  const code = await sendCode(s, MAILBOX, new Browser(s));
  const stranger = new Browser(s);
  await sendCode(s, "eve@mail.example", stranger);
  const tried = await tryCode(stranger, MAILBOX, code);
  expect([tried.status, tried.headers.getSetCookie()]).toEqual([400, []]);
  const without = await s.fetch(SIGN_IN, {
    method: "POST",
    headers: { origin: s.baseUrl },
    json: { email: MAILBOX, otp: code },
  });
  expect(without.status).toBe(400);
});

test("a browser that asks again has one code, the newest", async () => {
  await using s = await service();
  const owner = new Browser(s);
  const first = await sendCode(s, MAILBOX, owner);
  const second = await sendCode(s, MAILBOX, owner);
  expect(await codeRows(s)).toHaveLength(1);
  if (first !== second) {
    expect((await tryCode(owner, MAILBOX, first)).status).toBe(400);
  }
  expect((await tryCode(owner, MAILBOX, second)).status).toBe(200);
});

test("a stranger with one network has three mails an hour sent to a mailbox; its owner still gets one elsewhere", async () => {
  await using s = await service();
  const sent = await flood(s, MAILBOX, (turn) => `2001:db8:0:1::${turn + 1}`);
  expect(sent).toBe(3);
  const owner = new Browser(s, "192.0.2.1");
  const code = await sendCode(s, MAILBOX, owner);
  expect((await tryCode(owner, MAILBOX, code)).status).toBe(200);
});

test("strangers with many networks have five mails an hour sent; a browser that the owner signed in with is not among them", async () => {
  await using s = await service();
  const owner = await signUp(s, "ada", "192.0.2.1");
  later(3_600_000);
  const before = s.mails.length;
  const sent = await flood(s, MAILBOX, (turn) => `198.51.100.${turn + 1}`);
  expect(sent).toBe(STRANGERS_MAILS_AN_HOUR);
  expect(s.mails.length - before).toBe(STRANGERS_MAILS_AN_HOUR);
  const code = await sendCode(s, MAILBOX, owner);
  expect((await tryCode(owner, MAILBOX, code)).status).toBe(200);
});

test("what a browser is known for is one mailbox, and cannot be made up", async () => {
  await using s = await service();
  const eve = await signUp(s, "eve", "198.51.100.9");
  const forged = new Browser(s, "198.51.100.10");
  await sendCode(s, MAILBOX, forged);
  nextMinute();
  await flood(s, MAILBOX, (turn) => `198.51.100.${turn + 20}`);
  const [, known = ""] = /svc\.browser=([^;]+)/.exec(eve.cookies) ?? [];
  const value = decodeURIComponent(known);
  const body = { email: MAILBOX, type: "sign-in" };
  expect((await eve.call(SEND, body)).status).toBe(429);
  for (const cookie of [value, `${value.split(".")[0]}~${"0".repeat(32)}`]) {
    const answer = await s.fetch(SEND, {
      method: "POST",
      headers: {
        origin: s.baseUrl,
        cookie: `svc.browser=${encodeURIComponent(cookie)}`,
        [ADDRESS_HEADER]: "198.51.100.11",
      },
      json: body,
    });
    expect(answer.status).toBe(429);
  }
});

test("a tag after a plus does not make one mailbox many", async () => {
  await using s = await service();
  const statuses: number[] = [];
  for (let turn = 0; turn <= STRANGERS_MAILS_AN_HOUR; turn++) {
    const stranger = new Browser(s, `198.51.100.${turn + 1}`);
    const email = `ada+${turn}@mail.example`;
    const answer = await stranger.call(SEND, { email, type: "sign-in" });
    statuses.push(answer.status);
    nextMinute();
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

test("a mailbox that has had its mails says when there is room, and has it then", async () => {
  await using s = await service();
  await flood(s, MAILBOX, (turn) => `198.51.100.${turn + 1}`);
  const ask = (email: string) =>
    new Browser(s, "192.0.2.7").call(LINK, { email });
  const full = await ask(" ADA@mail.example");
  expect(full.status).toBe(429);
  expect(Number(full.headers.get("retry-after"))).toBeGreaterThan(60);
  expect((await ask("bob@mail.example")).status).toBe(200);
  later(3_600_000);
  expect((await ask(MAILBOX)).status).toBe(200);
});
