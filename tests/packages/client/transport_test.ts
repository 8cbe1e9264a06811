import { expect, test } from "bun:test";
import { Inbox } from "../../../packages/client/src/inbox.ts";
import {
  isProblem,
  Problem,
  Unreached,
} from "../../../packages/client/src/problem.ts";
import type { TransportOptions } from "../../../packages/client/src/transport.ts";

/** The answers of a service, one after another; an error is a connection that broke. */
type Answer = Response | Error;

const problem = (status: number, code: string, headers = {}) =>
  Response.json({ code, detail: `It is ${code}` }, { status, headers });
const done = () => Response.json({ state: "working" });

/** A client of a service that answers so; `asked` is what it was sent. */
function answering(
  answers: readonly Answer[],
  options: Partial<TransportOptions> = {},
) {
  const asked: { url: string; headers: Headers; body: unknown }[] = [];
  const waited: number[] = [];
  const left = [...answers];
  const inbox = new Inbox({
    url: "http://inbox.test/",
    token: "svc_1",
    fetch: async (url, { headers, body }) => {
      asked.push({ url, headers: new Headers(headers), body });
      const answer = left.shift();
      if (answer instanceof Response) return answer;
      throw answer ?? new Error("Asked too often");
    },
    pause: async (ms) => void waited.push(ms),
    ...options,
  });
  return { inbox, asked, waited };
}

const receipt = { conversationId: "cnv_1", confirm: true } as const;
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

test("a write is sent again under its own key until it is answered", async () => {
  const { inbox, asked, waited } = answering([
    new TypeError("connection reset"),
    problem(503, "overloaded", { "retry-after": "3" }),
    problem(409, "idempotency_in_flight"),
    problem(429, "rate_limited", { "retry-after": "86400" }),
    done(),
  ]);
  expect((await inbox.signReceipt(receipt)).state).toBe("working");
  const keys = asked.map(({ headers }) => headers.get("idempotency-key"));
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(keys).size).toBe(1);
  // Longer each time, but for what Retry-After says: no more than a minute of it.
  expect(waited[0]).toBeWithin(500, 626);
  expect(waited[1]).toBe(3_000);
  expect(waited[2]).toBeWithin(2_000, 2_501);
  expect(waited[3]).toBe(60_000);
});

test("an answer that breaks off is asked for again", async () => {
  const half = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"state":'));
      controller.error(new TypeError("connection reset"));
    },
  });
  const { inbox, asked } = answering([new Response(half), done()]);
  expect((await inbox.signReceipt(receipt)).state).toBe("working");
  const keys = asked.map(({ headers }) => headers.get("idempotency-key"));
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(2);
});

test("each write has a key of its own, and takes that of the caller", async () => {
  const { inbox, asked } = answering([done(), done(), done()]);
  await inbox.signReceipt(receipt);
  await inbox.signReceipt(receipt);
  await inbox.signReceipt(receipt, { idempotencyKey: "mine" });
  const [one, other, third] = asked.map(({ headers }) =>
    headers.get("idempotency-key"),
  );
  expect(one).not.toBe(other);
  expect(third).toBe("mine");
});

test("what is refused for good is not sent again", async () => {
  for (const [status, code] of [
    [400, "invalid_input"],
    [404, "conversation_not_found"],
    [409, "conversation_closed"],
    [500, "internal"],
  ] as const) {
    const { inbox, asked } = answering([problem(status, code)]);
    const error = await refusal(inbox.signReceipt(receipt));
    expect(error).toMatchObject({ status, code, message: `It is ${code}` });
    expect(asked).toHaveLength(1);
  }
});

test("it gives up after its retries, with what came last", async () => {
  const broken = Array.from({ length: 3 }, () => new TypeError("reset"));
  const lost = answering(broken, { retries: 2 });
  expect(await refusal(lost.inbox.getBalance())).toBeInstanceOf(Unreached);
  expect(lost.asked).toHaveLength(3);
  const busy = answering([problem(503, "overloaded")], { retries: 0 });
  expect(await refusal(busy.inbox.getBalance())).toBeInstanceOf(Problem);
});

test("a call that its caller has ended is not sent again", async () => {
  const ending = new AbortController();
  const { inbox, asked } = answering([new TypeError("reset"), done()], {
    pause: async () => ending.abort(new Error("Enough")),
  });
  const call = inbox.getBalance({ signal: ending.signal });
  expect(await refusal(call)).toMatchObject({ message: "Enough" });
  expect(asked).toHaveLength(1);
});

test("a token is requested, and again after a refusal", async () => {
  const given: boolean[] = [];
  const token = (isRefused: boolean) => {
    given.push(isRefused);
    return isRefused ? "ses_2" : "ses_1";
  };
  const late = () => problem(401, "unauthorized");
  const { inbox, asked } = answering([late(), done()], { token });
  await inbox.getBalance();
  expect(asked.map(({ headers }) => headers.get("authorization"))).toEqual([
    "Bearer ses_1",
    "Bearer ses_2",
  ]);
  const refused = answering([late(), late()], { token });
  expect(await refusal(refused.inbox.getBalance())).toMatchObject({
    status: 401,
  });
  expect(given).toEqual([false, true, false, true]);
});

test("each field goes where it belongs, as text that cannot be taken for more", async () => {
  const { inbox, asked } = answering([done(), done(), done(), done()]);
  await inbox.getConversation({ conversationId: "../x?y", limit: 5 });
  await inbox.sendMessage({ conversationId: "cnv_1", text: "Hi" });
  await inbox.submitDraft({ conversationId: "cnv_1" });
  await inbox.listConversations({ q: "a&b", snippets: true });
  expect(asked.map(({ url, body }) => [url, body])).toEqual([
    ["http://inbox.test/v1/conversations/..%2Fx%3Fy?limit=5", undefined],
    ["http://inbox.test/v1/conversations/cnv_1/messages", '{"text":"Hi"}'],
    ["http://inbox.test/v1/conversations/cnv_1/submit", undefined],
    ["http://inbox.test/v1/conversations?q=a%26b&snippets=true", undefined],
  ]);
});

test("an id that a URL would take for a step is refused, since the call would be another one", async () => {
  const { inbox, asked } = answering([]);
  for (const sessionId of ["", ".", ".."]) {
    const error = await refusal(inbox.revokeSession({ sessionId }));
    expect(error).toBeInstanceOf(TypeError);
  }
  expect(asked).toEqual([]);
});

test("what is no problem of the service is a problem all the same", async () => {
  const page = new Response("<h1>Bad gateway</h1>", { status: 404 });
  const error = await refusal(answering([page]).inbox.getBalance());
  expect(error).toMatchObject({ status: 404, code: "unknown", errors: [] });
  expect(isProblem(error)).toBe(true);
  expect(isProblem(error, "conversation_not_found")).toBe(false);
  expect(isProblem(new Error("no"))).toBe(false);
});
