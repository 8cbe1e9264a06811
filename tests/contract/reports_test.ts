import { describe, expect, test } from "bun:test";
import { reportStore } from "../../src/core/addresses/reports_store.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { DAY_MS } from "../../src/core/base/time.ts";
import { verifyAudit } from "../../src/core/operations/verify_audit.ts";
import type { TestAccount } from "../harness.ts";
import { json } from "../harness.ts";
import type { Pair } from "../tools/calls.ts";
import { attempt, create, startPair } from "../tools/calls.ts";
import { unfenced } from "../unfenced.ts";

/** A report of somebody, as each wire has words for it. */
interface Words {
  readonly reason: string;
  readonly note?: string;
  readonly conversationId?: string;
  readonly blocked?: true;
}

interface Said {
  readonly isDone: boolean;
  readonly code?: string;
  readonly scope?: string;
  readonly retryAfter?: number;
  readonly created?: boolean;
  readonly reportId?: string;
  readonly state?: string;
  readonly text: string;
}

type Report = (
  pair: Pair,
  by: Pick<TestAccount, "token">,
  address: string,
  words: Words,
) => Promise<Said>;

const overRest: Report = async ({ service }, { token }, address, words) => {
  const path = `/v1/contacts/${encodeURIComponent(address)}/report`;
  const method = "POST";
  const response = await service.fetch(path, { method, token, json: words });
  const body = await json(response);
  expect(response.ok && response.status).toBe(
    response.ok && (body.created ? 201 : 200),
  );
  const { reportId, state } = body.report ?? body;
  const text = JSON.stringify(body);
  return { ...body, isDone: response.ok, reportId, state, text };
};

const overMcp: Report = async (pair, by, address, { reason, ...words }) => {
  const { isError, content, structuredContent } = await attempt(pair, {
    by: { ...pair.alice, ...by },
    tool: "svc.save_contact",
    args: { address, report: reason, ...words },
  });
  const text = content[0]?.text ?? "";
  const told = isError ? JSON.parse(text) : structuredContent;
  return { ...told, isDone: isError !== true, text };
};

/** Every trace that is kept of reports. */
function kept({ service }: Pair) {
  const page = { all: true, before: "~", limit: 100 };
  return reportStore(service.services.db).page(page);
}

/** All that bob can see: his thread, his lists, his contacts, his own chain's events. */
async function seenByBob({ service, bob }: Pair, conversationId: string) {
  const get = async (path: string) =>
    await json(await service.fetch(path, { token: bob.token }));
  return JSON.stringify([
    await get(`/v1/conversations/${conversationId}`),
    await get(`/v1/conversations/${conversationId}/audit`),
    await get("/v1/conversations"),
    await get("/v1/digest"),
    await get("/v1/contacts"),
  ]);
}

describe.each([
  ["rest", overRest],
  ["mcp", overMcp],
] as const)("over %s", (_name, report) => {
  test("a report is kept once, audited, and shows the reported nothing", async () => {
    await using pair = await startPair();
    const { service, alice, bob } = pair;
    const made = await create(pair);
    const { conversationId } = made.structuredContent;
    const before = await seenByBob(pair, conversationId);
    const words = { reason: "scam", note: "Wants money", conversationId };
    const first = await report(pair, alice, bob.address, words);
    expect(first).toMatchObject({ isDone: true, created: true, state: "open" });
    const again = await report(pair, alice, bob.address, words);
    expect(again).toMatchObject({ isDone: true, created: false });
    expect(again.reportId).toBe(first.reportId ?? "none");
    const other = await report(pair, alice, bob.address, { reason: "spam" });
    expect(other.created).toBe(true);
    expect(await seenByBob(pair, conversationId)).toBe(before);
    const rows = await kept(pair);
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatchObject({
      reporterId: alice.accountId,
      reported: bob.accountId,
      conversationId,
      reason: "scam",
      note: "Wants money",
      closedAt: null,
    });
    const verified = await service.operate(verifyAudit, { conversationId });
    expect(verified.ok).toBe(true);
  });

  test("blocked blocks them in the same call", async () => {
    await using pair = await startPair();
    const { service, alice, bob } = pair;
    const words = { reason: "spam", blocked: true } as const;
    const said = await report(pair, alice, bob.address, words);
    expect(said.isDone).toBe(true);
    const path = `/v1/contacts/${bob.address}`;
    const contact = await service.fetch(path, { token: alice.token });
    expect(await json(contact)).toMatchObject({ blocked: true });
    const repeated = await report(pair, alice, bob.address, words);
    expect(repeated).toMatchObject({ isDone: true, created: false });
  });

  test("an ordinary address is reported, too; one's own, a foreign conversation and an unknown reason are refused", async () => {
    await using pair = await startPair();
    const { service, alice, bob } = pair;
    const carol = await service.addAccount("carol");
    const made = await create(pair);
    const { conversationId } = made.structuredContent;
    const spam = { reason: "spam" };
    const outside = await report(pair, alice, "Eve@Example.org", spam);
    expect(outside.isDone).toBe(true);
    const own = await report(pair, alice, alice.address, spam);
    expect(own.code).toBe("invalid_address");
    const foreign = { ...spam, conversationId };
    const said = await report(pair, carol, bob.address, foreign);
    expect(said.code).toBe("conversation_not_found");
    const odd = await report(pair, alice, bob.address, { reason: "ugly" });
    expect(odd.code).toBe("invalid_input");
    expect(odd.text).toContain("harassment");
    const long = "x".repeat(LIMITS.reportNoteCharsMax + 1);
    const wordy = { ...spam, note: long };
    const much = await report(pair, alice, bob.address, wordy);
    expect(much.code).toBe("invalid_input");
    expect((await kept(pair)).map((it) => it.address)).toEqual([
      "eve@example.org",
    ]);
  });

  test("it needs contacts:write, and an account reports so often a day", async () => {
    await using pair = await startPair();
    const { service, alice, bob } = pair;
    const spam = { reason: "spam" };
    const token = await service.addCredential(alice, ["contacts:read"]);
    const refused = await report(pair, { token }, bob.address, spam);
    expect([refused.code, refused.scope]).toEqual([
      "insufficient_scope",
      "contacts:write",
    ]);
    for (let count = 0; count < LIMITS.reportsPerDayMax; count++) {
      const said = await report(pair, alice, `eve${count}@example.org`, spam);
      expect(said.isDone).toBe(true);
    }
    const over = await report(pair, alice, bob.address, spam);
    expect([over.code, over.retryAfter]).toEqual([
      "rate_limited",
      DAY_MS / 1_000,
    ]);
    const known = await report(pair, alice, "eve0@example.org", spam);
    expect(known).toMatchObject({ isDone: true, created: false });
    service.clock.advance(DAY_MS);
    const next = await report(pair, alice, bob.address, spam);
    expect(next.isDone).toBe(true);
  });
});

test("a tool that is told an unknown member beside report says so, and reports nobody", async () => {
  await using pair = await startPair();
  const { isError, content } = await attempt(pair, {
    by: pair.alice,
    tool: "svc.save_contact",
    args: { address: pair.bob.address, report: "spam", comment: "x" },
  });
  expect(isError).toBe(true);
  expect(unfenced(JSON.parse(content[0]?.text ?? ""))).toMatchObject({
    code: "unknown_field",
  });
  expect(await kept(pair)).toEqual([]);
});
