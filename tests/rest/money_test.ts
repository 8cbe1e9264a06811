import { expect, setDefaultTimeout, test } from "bun:test";
import type { TestAccount, TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";

setDefaultTimeout(30_000);

/** A paid and released conversation from alice to bob. */
async function stage(service: TestService, title = "A title") {
  const alice = await service.addAccount("alice", { credit: "100.00" });
  const bob = await service.addAccount("bob", { credit: "0" });
  const post = async (who: TestAccount, path: string, body: object) =>
    await service.fetch(`/v1/conversations${path}`, {
      method: "POST",
      token: who.token,
      json: body,
    });
  const made = await json(
    await post(alice, "", {
      to: [bob.address],
      title,
      text: "words",
      price: "5",
      submit: true,
    }),
  );
  const id: string = made.conversationId;
  await post(bob, `/${id}/messages`, { text: "done" });
  const release = () => post(bob, `/${id}/receipt`, { confirm: true });
  return { alice, bob, post, id, release };
}

test("GET /v1/balance and GET /v1/payments answer the caller's own money, labelled TEST", async () => {
  await using service = await startService();
  const { alice, bob, id, release } = await stage(service);
  await release();
  const balance = await service.fetch("/v1/balance", { token: bob.token });
  expect(balance.status).toBe(200);
  expect(await json(balance)).toEqual({
    available: {
      amount: "5.00",
      amountAtomic: "5000000",
      currency: "USDC",
      decimals: 6,
    },
    held: expect.objectContaining({ amount: "0.00" }),
    incoming: expect.objectContaining({ amount: "0.00" }),
    currency: "USDC",
    label: "TEST",
  });
  const page = await service.fetch("/v1/payments?limit=1", {
    token: alice.token,
  });
  const { entries, label, nextCursor } = await json(page);
  expect({ label, count: entries.length }).toEqual({ label: "TEST", count: 1 });
  expect(entries[0]).toMatchObject({
    kind: "release",
    amount: { amount: "0.00", amountAtomic: "0" },
    released: { amount: "5.00" },
    conversationId: id,
    title: "A title",
    counterparty: bob.address,
  });
  const link = page.headers.get("link") ?? "";
  expect(link).toBe(`</v1/payments?limit=1&cursor=${nextCursor}>; rel="next"`);
});

test("a statement is a table for who asks for one, by Accept or by format", async () => {
  await using service = await startService();
  const { alice } = await stage(service);
  const asked = [
    service.fetch("/v1/payments?format=csv", { token: alice.token }),
    service.fetch("/v1/payments", {
      token: alice.token,
      headers: { accept: "text/csv" },
    }),
    service.fetch("/v1/payments?strict=1&format=csv", {
      token: alice.token,
      headers: { accept: "application/json" },
    }),
  ];
  const texts: string[] = [];
  for (const response of await Promise.all(asked)) {
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toStartWith("text/csv");
    expect(response.headers.get("vary")).toBe("Accept");
    expect(response.headers.get("svc-warning")).toBeNull();
    texts.push(await response.text());
  }
  const [text = ""] = texts;
  expect(new Set(texts).size).toBe(1);
  const [head, hold, fund, end] = text.split("\r\n");
  expect(head).toBe(
    "at,kind,amount,balanceAfter,currency,counterparty,title,conversationId,paymentId,transferId,released",
  );
  expect(hold).toStartWith(
    "2026-01-15T12:00:00.000Z,hold,-5.00,95.00,TEST,bob@",
  );
  expect(fund).toContain(",fund,100.00,100.00,TEST,,,,,trf_");
  expect(end).toBe("");
  const both = await service.fetch("/v1/payments", {
    token: alice.token,
    headers: { accept: "application/json, text/csv" },
  });
  expect(both.headers.get("content-type")).toBe("application/json");
  const wrong = await service.fetch("/v1/payments?format=xml", {
    token: alice.token,
  });
  expect(wrong.status).toBe(400);
  expect((await json(wrong)).errors[0].pointer).toBe("/format");
});

test("payments that are asked for are one table, whole, with a page for each step", async () => {
  await using service = await startService();
  const { alice, bob, post, id } = await stage(service);
  const asked = { to: [bob.address], text: "words", price: "1", submit: true };
  await post(alice, "", { ...asked, title: "second" });
  const read = (query: string, headers = {}) =>
    service.fetch(`/v1/payments/search${query}`, { token: bob.token, headers });
  const first = await read("?direction=in&limit=1");
  const { payments, nextCursor } = await json(first);
  expect(payments).toMatchObject([{ title: "second", status: "held" }]);
  expect(first.headers.get("link")).toBe(
    `</v1/payments/search?direction=in&limit=1&cursor=${nextCursor}>; rel="next"`,
  );
  const table = await read("?direction=in", { accept: "text/csv" });
  expect(table.headers.get("content-disposition")).toBe(
    'attachment; filename="payments.csv"',
  );
  const [head, ...rows] = (await table.text()).trimEnd().split("\r\n");
  expect(head).toStartWith("at,direction,amount,currency,status,");
  expect(head).toEndWith(",paymentId,onItsWay");
  expect(rows.map((row) => cellsOf(row)[7])).toEqual(["second", "A title"]);
  expect(rows.map((row) => cellsOf(row)[3])).toEqual(["TEST", "TEST"]);
  const page = await read("?direction=in&limit=1&format=csv");
  expect((await page.text()).trimEnd().split("\r\n")).toHaveLength(2);
  const one = await read("?amountMin=2&format=csv");
  expect((await one.text()).split("\r\n")[1]).toContain(id);
  const totals = await service.fetch("/v1/payments/totals?from=2026-01-01", {
    token: bob.token,
  });
  expect(await json(totals)).toMatchObject({
    label: "TEST",
    from: "2026-01-01",
    receipts: 0,
    received: { amount: "0.00" },
  });
  const wrong = await read("?from=monday");
  expect((await json(wrong)).errors[0].pointer).toBe("/from");
});

test("no title can run in a spreadsheet or break its row", async () => {
  const hostile = [
    '=HYPERLINK("http://evil.example","x")',
    "+1+1",
    "-2+3+cmd|' /C calc'!A0",
    "@SUM(1)",
    '"; =1+1, "x',
    "＝1+1",
    "a,b",
  ];
  for (const title of hostile) {
    await using service = await startService();
    const { bob, release } = await stage(service, title);
    await release();
    const response = await service.fetch("/v1/payments?format=csv", {
      token: bob.token,
    });
    const table = await service.fetch("/v1/payments/search?format=csv", {
      token: bob.token,
    });
    const [, row = ""] = (await response.text()).split("\r\n");
    const [, other = ""] = (await table.text()).split("\r\n");
    const [cells, others] = [cellsOf(row), cellsOf(other)];
    expect([cells.length, others.length]).toEqual([11, 19]);
    for (const shown of [cells[6] ?? "", others[7] ?? ""]) {
      expect(shown.replace(/^'/, "")).toBe(title);
      expect(shown).not.toMatch(/^[=+\-@＝]/);
    }
  }
});

/** One row of RFC 4180, read back. */
function cellsOf(row: string): string[] {
  return [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
    ([, quoted, plain = ""]) => quoted?.replaceAll('""', '"') ?? plain,
  );
}

test("price, fund and refund answer alike: state, payment and conversation", async () => {
  await using service = await startService();
  const { alice, bob, post, id, release } = await stage(service);
  const raised = await post(bob, `/${id}/price`, { price: 8 });
  const funded = await post(alice, `/${id}/fund`, {});
  await release();
  const part = await post(bob, `/${id}/refund`, { amount: "3" });
  const rest = await post(bob, `/${id}/refund`, {});
  const said: unknown[] = [];
  for (const response of [raised, funded, part, rest]) {
    expect(response.status).toBe(200);
    const { conversationId, state, payment, conversation } =
      await json(response);
    expect(conversationId).toBe(id);
    expect(conversation.payment).toEqual(payment);
    expect(conversation.state).toBe(state);
    said.push([state, payment.status, payment.refunded?.amount]);
  }
  expect(said).toEqual([
    ["auth-required", "held", undefined],
    ["working", "held", undefined],
    ["completed", "released", "3.00"],
    ["completed", "refunded", "8.00"],
  ]);
});

test("a body that is no body, and fields that are not there, are refused clearly", async () => {
  await using service = await startService();
  const { bob, post, id } = await stage(service);
  const none = await post(bob, `/${id}/price`, {});
  expect(none.status).toBe(400);
  expect((await json(none)).errors[0].pointer).toBe("/price");
  const early = await post(bob, `/${id}/refund`, {});
  expect(early.status).toBe(409);
  expect(await json(early)).toMatchObject({ code: "not_refundable" });
  const text = await service.fetch(`/v1/conversations/${id}/refund`, {
    method: "POST",
    token: bob.token,
    headers: { "content-type": "application/json" },
    body: "{",
  });
  expect((await json(text)).code).toBe("invalid_json");
});
