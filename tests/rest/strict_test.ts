import { describe, expect, test } from "bun:test";
import { creditAccount } from "../../src/core/operations/credit_account.ts";
import { json } from "../harness.ts";
import type { Pair } from "./pair.ts";
import { startPair } from "./pair.ts";

/** Little money, and an agent that may offer more. */
const ENV = { LEDGER_OPENING_CREDIT: "1", AGENT_AUTO_LIMIT: "100" };
const STRICT = { prefer: "handling=strict" };

type Headers = Readonly<Record<string, string>>;

function post(
  { service, alice }: Pair,
  path: string,
  body: object,
  headers: Headers = {},
) {
  return service.fetch(`/v1/conversations${path}`, {
    method: "POST",
    token: alice.token,
    headers,
    json: body,
  });
}

const offer = ({ bob }: Pair, price: string) => ({
  to: [bob.address],
  text: "Hello",
  price,
  submit: true,
});

describe("Prefer: handling=strict", () => {
  test("answers 402 with what has to be paid where a create waits for money, and keeps it", async () => {
    await using pair = await startPair(ENV);
    const { service, alice } = pair;
    const response = await post(pair, "", offer(pair, "5"), STRICT);
    expect(response.status).toBe(402);
    const { headers } = response;
    expect(headers.get("content-type")).toBe("application/problem+json");
    expect(headers.get("preference-applied")).toBe("handling=strict");
    const problem = await json(response);
    const { conversationId } = problem;
    expect(headers.get("location")).toBe(`/v1/conversations/${conversationId}`);
    expect(problem).toMatchObject({
      code: "payment_required",
      state: "auth-required",
      requirements: {
        reason: "insufficient_balance",
        missing: { amount: "4.00" },
      },
      conversation: { conversationId },
    });
    const header = headers.get("payment-required") ?? "";
    const required = JSON.parse(Buffer.from(header, "base64").toString());
    expect(required).toMatchObject({
      x402Version: 2,
      resource: {
        url: `${service.baseUrl}/v1/conversations/${conversationId}`,
      },
      accepts: problem.requirements.accepts,
    });
    const read = await service.fetch(`/v1/conversations/${conversationId}`, {
      token: alice.token,
    });
    expect((await json(read)).state).toBe("auth-required");
  });

  test.each([
    ["handling=strict, return=minimal"],
    ["return=minimal; x=1, wait=5,handling=strict"],
  ])("keeps the answer small where it is asked to: %s", async (prefer) => {
    await using pair = await startPair(ENV);
    const response = await post(pair, "", offer(pair, "5"), { prefer });
    expect(response.status).toBe(402);
    expect(response.headers.get("preference-applied")).toBe(
      "handling=strict, return=minimal",
    );
    const problem = await json(response);
    expect(problem).toMatchObject({
      code: "payment_required",
      requirements: { missing: { amount: "4.00" } },
    });
    const { conversationId, contextId, state } = problem;
    expect(problem.conversation).toEqual({
      ...{ id: conversationId, conversationId, contextId, state },
      version: expect.any(Number),
    });
  });

  test("answers a submit of a draft alike, and a repeat until nothing is missing", async () => {
    await using pair = await startPair(ENV);
    const { service, alice } = pair;
    const draft = { ...offer(pair, "5"), submit: false };
    const made = await post(pair, "", draft, STRICT);
    expect(made.status).toBe(201);
    const { conversationId } = await json(made);
    const keyed = { ...STRICT, "idempotency-key": "k-1" };
    const submit = () => post(pair, `/${conversationId}/submit`, {}, keyed);
    const first = await submit();
    expect(first.status).toBe(402);
    expect((await json(first)).conversationId).toBe(conversationId);
    const again = await submit();
    expect(again.status).toBe(402);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    const { accountId } = alice;
    await service.operate(creditAccount, { accountId, amount: "4" });
    const funded = await post(pair, `/${conversationId}/fund`, {});
    expect((await json(funded)).state).toBe("submitted");
    expect((await submit()).status).toBe(200);
  });

  test("changes nothing where the price is held or nobody asks for it", async () => {
    await using pair = await startPair(ENV);
    const held = await post(pair, "", offer(pair, "1"), STRICT);
    expect(held.status).toBe(201);
    const others: Headers[] = [
      {},
      { prefer: "handling=lenient" },
      { prefer: "handling=lenient, handling=strict" },
      { prefer: "wait=5; handling=strict" },
    ];
    for (const headers of others) {
      const response = await post(pair, "", offer(pair, "5"), headers);
      expect([headers, response.status]).toEqual([headers, 201]);
      expect(response.headers.has("payment-required")).toBe(false);
    }
  });

  test.each(["Handling = Strict", 'wait=5, handling="strict"; x=1'])(
    "is read as RFC 7240 writes it: %s",
    async (prefer) => {
      await using pair = await startPair(ENV);
      const response = await post(pair, "", offer(pair, "5"), { prefer });
      expect(response.status).toBe(402);
    },
  );
});
