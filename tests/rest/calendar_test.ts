import { expect, test } from "bun:test";
import ICAL from "ical.js";
import { redact } from "../../src/core/base/redact.ts";
import { json } from "../harness.ts";
import { startPair } from "./pair.ts";

const FEED = "/v1/calendar-feed";
const TITLE = `A logo; with "commas", back\\slashes — ${"für die Bäckerei ".repeat(6)}`;

async function startSubscribed() {
  const pair = await startPair();
  const { service, alice, bob } = pair;
  const call = async (
    token: string,
    method: string,
    path: string,
    body?: object,
  ) => {
    const request = { method, token, ...(body && { json: body }) };
    const response = await service.fetch(path, request);
    return response.status === 204 ? undefined : await json(response);
  };
  const request = async (fields: object) => {
    const sent = { to: bob.address, title: TITLE, text: "Please", ...fields };
    const { conversationId } = await call(
      alice.token,
      "POST",
      "/v1/conversations",
      { ...sent, submit: true },
    );
    return conversationId as string;
  };
  /** A new address of the account's calendar, and what a program reads there. */
  const subscribed = async (who: { accountId: string }) => {
    const { token } = await service.addSession(who);
    const { url } = await call(token, "POST", FEED);
    const path = new URL(url).pathname;
    return { token, path, read: () => service.fetch(path) };
  };
  return { ...pair, call, request, subscribed };
}

function eventsOf(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents("vevent").map((it) => {
    const event = new ICAL.Event(it);
    const { uid, summary, sequence, startDate } = event;
    const alarms = it.getAllSubcomponents("valarm").length;
    const at = startDate.toJSDate().toISOString();
    return { uid, summary, sequence, at, alarms };
  });
}

test("both sides' calendars show what is due, as RFC 5545 has it, and nothing once it is over", async () => {
  await using core = await startSubscribed();
  const { alice, bob, request, subscribed, call } = core;
  const work = await request({ price: "5.00", deliverWithin: "P2D" });
  const offer = await request({ title: "A menu", acceptWithin: "PT4H" });
  await request({ title: "Without a deadline" });
  await call(bob.token, "POST", `/v1/conversations/${work}/messages`, {
    text: "On it",
  });
  const bobs = await subscribed(bob);
  const response = await bobs.read();
  expect(response.headers.get("content-type")).toBe(
    "text/calendar; charset=utf-8",
  );
  const text = await response.text();
  for (const line of text.split("\r\n")) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  }
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  const owed = eventsOf(text);
  expect(owed).toMatchObject([
    {
      uid: `${offer}@inbox.localhost`,
      summary: "To accept: A menu",
      alarms: 2,
    },
    { uid: `${work}@inbox.localhost`, summary: `Due: ${TITLE.trim()}` },
  ]);
  const alices = await subscribed(alice);
  const awaited = eventsOf(await (await alices.read()).text());
  expect(awaited.map(({ summary, alarms }) => [summary, alarms])).toEqual([
    ["To be accepted by Bob: A menu", 0],
    [`Due from Bob: ${TITLE.trim()}`, 0],
  ]);
  const later = "2026-01-20T12:00:00.000Z";
  const moved = { dueAt: later };
  await call(alice.token, "POST", `/v1/conversations/${work}/deadline`, moved);
  const now = eventsOf(await (await bobs.read()).text())[1];
  expect([now?.uid, now?.at]).toEqual([owed[1]?.uid, later]);
  expect(now?.sequence).toBeGreaterThan(owed[1]?.sequence ?? 0);
  await call(alice.token, "POST", `/v1/conversations/${offer}/cancel`, {
    reason: "Found one",
  });
  expect(eventsOf(await (await bobs.read()).text())).toHaveLength(1);
  await call(alices.token, "POST", `/v1/conversations/${work}/dispute`, {
    ...{ reason: "not_as_agreed", text: "Half is missing", return: "2.00" },
  });
  for (const { read } of [alices, bobs]) {
    const [disputed] = eventsOf(await (await read()).text());
    expect(disputed?.summary).toBe(`In dispute: ${TITLE.trim()}`);
    expect(disputed?.at).not.toBe(later);
  }
});

test("its address is shown once, ends with the next one, is redacted in logs, and tells 304 until something changes", async () => {
  await using core = await startSubscribed();
  const { service, bob, call, request, subscribed } = core;
  const first = await subscribed(bob);
  expect(await call(first.token, "GET", FEED)).toEqual({
    madeAt: expect.any(String),
  });
  const etag = (await first.read()).headers.get("etag") ?? "";
  const again = (headers: Record<string, string>) =>
    service.fetch(first.path, { headers });
  expect((await again({ "if-none-match": etag })).status).toBe(304);
  await request({ title: "A menu", acceptWithin: "PT4H" });
  expect((await again({ "if-none-match": etag })).status).toBe(200);
  expect(redact(`GET ${first.path}`)).toBe("GET /calendar/cal_….ics");
  const second = await subscribed(bob);
  expect((await first.read()).status).toBe(404);
  expect((await second.read()).status).toBe(200);
  const bearer = second.path.replace(/^.*\/|\.ics$/g, "");
  const asToken = await service.fetch("/v1/account", { token: bearer });
  expect(asToken.status).toBe(401);
  // Only a person makes one.
  expect((await call(bob.token, "POST", FEED)).status).toBe(403);
  expect(await call(second.token, "DELETE", FEED)).toEqual({ madeAt: null });
  expect((await second.read()).status).toBe(404);
});
