import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Member } from "../../../src/core/access/principal.ts";
import { openDatabase } from "../../../src/core/db/database.ts";
import { getConversation } from "../../../src/core/operations/get_conversation.ts";
import { openCore } from "../fixture.ts";
import { STORED_ACTIONS } from "../stored_actions.ts";
import { earlier } from "./earlier_migrations.ts";

/** The baseline is the schema of version 0.1. */
const OLD = 1;

const row = (table: string, values: Record<string, unknown>) => {
  const names = Object.keys(values);
  return {
    sql: `insert into ${table} (${names}) values (${names.map(() => "?")})`,
    args: Object.values(values).map((it) =>
      typeof it === "object" && it !== null ? JSON.stringify(it) : it,
    ) as (string | number | null)[],
  };
};

const account = (id: string, name: string) =>
  row("accounts", { id, kind: "person", display_name: name, created_at: 1 });

const participant = (
  position: number,
  [accountId, name, role]: readonly [string, string, string],
) =>
  row("participants", {
    conversation_id: "cnv_old",
    position,
    account_id: accountId,
    address: `${name}@inbox.localhost`,
    display_name: name,
    role,
    kind: "person",
    delivery_state: "on_service",
    delivery_at: 1,
    knows: position === 0 ? [1] : [0],
    reached: 1,
    unread: 0,
    archived: 0,
    version: 3,
    updated_at: 1,
    state_at: 1,
  });

const message = (seq: number, author: number, kind: string) =>
  row("messages", {
    id: `msg_${seq}`,
    conversation_id: "cnv_old",
    seq,
    author,
    author_kind: kind,
    mode: "reply",
    parts: [{ text: "words" }],
    artifact_ids: [],
    salt: "00",
    created_at: seq,
  });

const receipt = {
  receiptId: "rcp_old",
  conversationId: "cnv_old",
  paymentId: "pay_old",
  condition: "replied",
  evidence: { messageIds: [], artifactIds: [] },
  signer: { accountId: "acc_b", address: "b@x", credentialId: "cred_old" },
  price: "1.00",
  label: "TEST",
  signedAt: "2026-01-01T00:00:00.000Z",
  auditHash: "",
  jws: "a.b.c",
};

const ROWS = [
  account("acc_a", "Ann"),
  account("acc_b", "Bo"),
  row("conversations", {
    id: "cnv_old",
    context_id: "ctx_old",
    owner_id: "acc_a",
    title: "Old",
    state: "canceled",
    state_reason: "changed my mind",
    state_at: 1,
    version: 3,
    from_address: "ann@inbox.localhost",
    from_name: "Ann",
    contact_type: "friends_family",
    release: "replied",
    price: 1_000_000,
    receipt,
    created_at: 1,
    updated_at: 1,
  }),
  participant(0, ["acc_a", "Ann", "sender"]),
  participant(1, ["acc_b", "Bo", "to"]),
  message(1, 0, "person"),
  message(2, 1, "agent"),
  row("artifacts", {
    id: "art_old",
    conversation_id: "cnv_old",
    seq: 1,
    name: "a.txt",
    mime_type: "text/plain",
    size: 1,
    sha256: "00",
    added_by: 1,
    added_by_id: "acc_b",
    created_at: 1,
  }),
  row("checkpoints", {
    id: "chk_old",
    conversation_id: "cnv_old",
    kind: "acceptance",
    title: "t",
    summary: "s",
    action: STORED_ACTIONS.accept,
    action_digest: "",
    rules: [],
    for_account_id: "acc_b",
    opened_at: 1,
    expires_at: 2,
    status: "approved",
    decided_by: "acc_b",
    decided_at: 1,
  }),
  row("payments", {
    id: "pay_old",
    conversation_id: "cnv_old",
    status: "released",
    price: 1_000_000,
    payer_id: "acc_a",
    payee_id: "acc_b",
    rail: "ledger",
    released_at: 1,
  }),
];

test("rows that kept no actor say what they kept, and make nothing up", async () => {
  const folder = await mkdtemp(join(tmpdir(), "inbox-old-"));
  const url = `file:${folder}/inbox.db`;
  const migrationsFolder = await earlier(folder, OLD);
  const old = await openDatabase({ url, migrationsFolder });
  await old.commit(ROWS);
  await old.close();
  {
    await using core = await openCore({ DATABASE_URL: url });
    const read = async (accountId: string) => {
      const who: Member = { kind: "person", accountId, scopes: null };
      const asked = { conversationId: "cnv_old" };
      return (await core.run(getConversation, who, asked)).conversation;
    };
    const bo = await read("acc_b");
    expect(bo.messages.map(({ actor }) => actor)).toEqual([
      { kind: "person", label: "Ann" },
      { kind: "agent", label: "an agent of Bo" },
    ]);
    expect(bo.messages[0]?.trust).toMatchObject({
      relation: "contact",
      claimedType: "friends_family",
      paid: { amount: "1.00" },
    });
    expect(bo.messages[0]?.trust).not.toHaveProperty("contactType");
    expect(bo.artifacts[0]).not.toHaveProperty("actor");
    expect(bo.checkpoints[0]).toMatchObject({ decidedBy: "acc_b" });
    expect(bo.checkpoints[0]).not.toHaveProperty("decidedActor");
    expect(bo.payment.signedBy).toEqual({
      kind: "agent",
      label: "an agent of Bo",
      credentialId: "cred_old",
    });
    expect([bo.stateReason, bo.stateCode]).toEqual(["changed my mind", null]);
    expect(bo).not.toHaveProperty("stateReasonBy");
    const ann = await read("acc_a");
    expect(ann.payment.signedBy).toEqual({
      kind: "agent",
      label: "an agent of Bo",
    });
    expect(ann.messages[1]?.trust).toMatchObject({ relation: "contact" });
  }
  await rm(folder, { recursive: true });
});
