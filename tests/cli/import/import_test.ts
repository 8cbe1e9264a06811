import { expect, setDefaultTimeout, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TSchema } from "typebox";
import { Value } from "typebox/value";
import { startOperatorChannel } from "../../../src/cli/operator_channel.ts";
import type { Principal } from "../../../src/core/access/principal.ts";
import { OPERATOR } from "../../../src/core/access/principal.ts";
import { ServiceError } from "../../../src/core/errors/errors.ts";
import { addArtifact } from "../../../src/core/operations/add_artifact.ts";
import { continueDeletion } from "../../../src/core/operations/continue_deletion.ts";
import { deleteAccount } from "../../../src/core/operations/delete_account.ts";
import { getArtifact } from "../../../src/core/operations/get_artifact.ts";
import { getAuditLog } from "../../../src/core/operations/get_audit_log.ts";
import { getConversation } from "../../../src/core/operations/get_conversation.ts";
import { listConversations } from "../../../src/core/operations/list_conversations.ts";
import { OPERATIONS } from "../../../src/core/operations/mod.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { updateConversations } from "../../../src/core/operations/update_conversations.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { callOperation } from "../../../src/core/pipeline/call.ts";
import { send, startStage } from "../../core/core_harness.ts";
import { tablesWith } from "../../core/deletion/tables_with.ts";
import { exported } from "../../core/exports/archive.ts";
import type { Opened } from "../../core/fixture.ts";
import { openCore } from "../../core/fixture.ts";
import { json, svc } from "../svc.ts";

setDefaultTimeout(30_000);

const FILE_WORDS = "plain words of a quokka";

/** Alice's archive of another instance: a conversation of three messages with a file. */
async function archiveOfAlice(): Promise<Uint8Array> {
  await using there = await startStage({ BASE_URL: "https://there.example" });
  const { alice, bob } = there;
  const id = await send(alice, { to: bob.address, title: "The quokka plan" });
  for (const text of ["first quokka answer", "second answer"]) {
    await bob.run(sendMessage, { conversationId: id, text, mode: "reply-all" });
  }
  await alice.run(addArtifact, {
    conversationId: id,
    name: "../../etc/passwd\r\nX: y",
    mimeType: "text/html",
    bytes: Buffer.from(FILE_WORDS).toString("base64"),
  });
  const archive = await exported(there.services, there, alice.accountId);
  return archive.bytes;
}

const ARCHIVE = archiveOfAlice();

/** An instance whose alice is to import, and bob, who is nobody of the archive. */
async function startHere() {
  const core = await openCore();
  const alice = await core.add("alice");
  const bob = await core.add("bob");
  const channel = await startOperatorChannel(core.services, {
    operations: OPERATIONS,
    path: core.config.operatorPath ?? "",
  });
  const file = join(core.directory, "there.zip");
  await writeFile(file, await ARCHIVE);
  return {
    ...{ core, alice, bob, file },
    async [Symbol.asyncDispose]() {
      await channel.stop();
      await core[Symbol.asyncDispose]();
    },
  };
}

const AS = ["--as", "alice@inbox.localhost"];

async function importedBy(core: Opened, member: Principal) {
  const view = "imported" as const;
  return (await core.run(listConversations, member, { view })).conversations;
}

test("an imported archive is read by its owner alone, is found, and changes nothing when it comes again", async () => {
  await using here = await startHere();
  const { core, alice, bob, file } = here;
  const out = await json(core, "import", file, ...AS);
  expect(out.import).toMatchObject({ keyKnown: false, itemsAll: 5, items: 5 });
  const [found, ...more] = await importedBy(core, alice.member);
  expect(more).toEqual([]);
  expect(found).toMatchObject({
    title: "The quokka plan",
    messageCount: 3,
    folders: [],
    imported: { service: "there.example", address: "alice@inbox.localhost" },
  });
  expect(await importedBy(core, bob.member)).toEqual([]);
  const conversationId = found?.id ?? "";
  const read = { conversationId };
  const { conversation, messages } = await core.run(
    getConversation,
    alice.member,
    read,
  );
  expect(messages.map(({ text }) => text)).toEqual([
    expect.any(String),
    "first quokka answer",
    "second answer",
  ]);
  // A participant with the name of somebody here is not taken for them.
  expect(JSON.stringify(conversation)).not.toContain('"accountId"');
  expect(messages.map(({ trust }) => trust.relation)).toEqual(
    Array(3).fill("stranger"),
  );
  const older = { ...read, before: messages[1]?.messageId ?? "", limit: 5 };
  const page = await core.run(getConversation, alice.member, older);
  expect(page.messages).toEqual(messages.slice(0, 1));
  await expect(core.run(getConversation, bob.member, read)).rejects.toThrow(
    "Cannot find this conversation.",
  );
  const [listed] = conversation.artifacts;
  const artifact = { ...read, artifactId: listed?.artifactId ?? "" };
  const { bytes } = await core.run(getArtifact, alice.member, artifact);
  expect(Buffer.from(bytes ?? []).toString()).toBe(FILE_WORDS);
  await expect(core.run(getArtifact, bob.member, artifact)).rejects.toThrow();
  for (const q of ["quokka", "first quok", "in:imported plan"]) {
    const asked = await core.run(listConversations, alice.member, { q });
    expect(asked.conversations.map(({ id }) => id)).toEqual([conversationId]);
    const others = await core.run(listConversations, bob.member, { q });
    expect(others.conversations).toEqual([]);
  }
  await json(core, "import", file, ...AS);
  expect(await importedBy(core, alice.member)).toMatchObject([
    { id: conversationId },
  ]);
  expect((await core.run(verifyAudit, OPERATOR, {})).faults).toEqual([]);
  const again = await exported(
    core.services,
    { run: (operation, input) => core.run(operation, OPERATOR, input) },
    alice.accountId,
  );
  const told = await again.lines("imported/messages");
  expect(told.map(({ text }) => text)).toEqual(messages.map((it) => it.text));
  const [name] = again.names.filter((it) => it.startsWith("files/"));
  expect(await again.text(name ?? "")).toBe(FILE_WORDS);
});

test("nothing can be done with what was imported: every act is refused with a sentence", async () => {
  await using here = await startHere();
  const { core, alice, file } = here;
  await json(core, "import", file, ...AS);
  const [found] = await importedBy(core, alice.member);
  const conversationId = found?.id ?? "";
  const tried: string[] = [];
  for (const operation of OPERATIONS) {
    const { input, access, name } = operation;
    if (!("properties" in input) || READS.includes(name)) continue;
    const names = Object.keys(input.properties ?? {});
    if (!names.includes("conversationId") || access.who !== "member") continue;
    const needed = Object.entries<TSchema>(Object(input.properties)).filter(
      ([field]) => isNeeded(input, field),
    );
    const given = needed.map(([field, schema]) => [field, made(schema)]);
    const whole = { ...Object.fromEntries(given), conversationId };
    const caller = { principal: alice.member, via: "rest", requestId: "t" };
    const code = await callOperation(
      core.services,
      operation,
      { ...caller, via: "rest" },
      { ...whole, ...FILLED[name] },
    ).then(
      () => "done",
      (error: unknown) =>
        error instanceof ServiceError ? `${error.code}` : String(error),
    );
    tried.push(`${name} ${code}`);
  }
  expect(tried.length).toBeGreaterThan(15);
  expect(tried.filter((it) => !it.endsWith(" imported_read_only"))).toEqual([]);
  const flagged = { conversationIds: [conversationId], archived: true };
  const { outcomes } = await core.run(
    updateConversations,
    alice.member,
    flagged,
  );
  expect(outcomes).toEqual([{ conversationId, outcome: "not_found" }]);
});

/** Operations that read it, or a file of it. */
const READS = ["get_conversation", "get_artifact", "read_artifact"];
const FILLED: Readonly<Record<string, object>> = {
  add_artifact: { name: "a.txt", mimeType: "text/plain", bytes: "YQ==" },
  raise_price: { price: "5.00" },
  propose_terms: { price: "5.00", validUntil: "2026-01-20T12:00:00Z" },
  open_dispute: { reason: "other", text: "x" },
  rule_dispute: { return: "1", text: "x" },
  extend_deadline: { dueAt: "2026-01-20T12:00:00Z" },
  accept_proposal: { proposalId: "prp_1" },
  withdraw_proposal: { proposalId: "prp_1" },
  report_contact: { address: "bob@inbox.localhost" },
};

function made(schema: TSchema): unknown {
  try {
    return Value.Create(schema);
  } catch {
    return "0".repeat(64);
  }
}

function isNeeded(input: TSchema, field: string): boolean {
  return "required" in input && Array.isArray(input.required)
    ? input.required.includes(field)
    : false;
}

test("an archive in which one byte was changed is not imported", async () => {
  await using here = await startHere();
  const { core, alice, file } = here;
  const bytes = Buffer.from(await ARCHIVE);
  const at = bytes.indexOf(FILE_WORDS);
  bytes.write("Plain", at);
  await writeFile(file, bytes);
  const ran = await svc(core, "import", file, ...AS);
  expect(ran.code).toBe(1);
  expect(ran.err).toContain("Cannot import");
  expect(await importedBy(core, alice.member)).toEqual([]);
});

test("what was imported goes with the account, to the last word", async () => {
  await using here = await startHere();
  const { core, alice, file } = here;
  const { accountId } = alice;
  await json(core, "import", file, ...AS);
  expect(await tablesWith(core.services, "quokka")).toContain(
    "imported_messages",
  );
  await core.run(deleteAccount, OPERATOR, { accountId, confirm: accountId });
  for (let hasMore = true; hasMore; ) {
    ({ hasMore } = await core.run(continueDeletion, OPERATOR, { accountId }));
  }
  expect(await tablesWith(core.services, "quokka")).toEqual([]);
  expect(await tablesWith(core.services, FILE_WORDS)).toEqual([]);
});

test("an archive that claims to be of this service is taken in only under a key that is known", async () => {
  await using here = await startHere();
  await using forger = await startStage({ BASE_URL: here.core.config.baseUrl });
  const forged = await exported(
    forger.services,
    forger,
    forger.alice.accountId,
  );
  const file = join(here.core.directory, "forged.zip");
  await writeFile(file, forged.bytes);
  const { code, err } = await svc(here.core, "import", file, ...AS);
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringContaining("is signed with another key"),
  });
  const { key: logKey } = await forger.alice.run(getAuditLog, {});
  await json(here.core, "import", file, ...AS, "--key", logKey);
});
