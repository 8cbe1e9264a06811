import { expect, test } from "bun:test";
import type { Part } from "../../../src/core/conversations/model/model.ts";
import { addArtifact } from "../../../src/core/operations/add_artifact.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { submitDraft } from "../../../src/core/operations/submit_draft.ts";
import type { Actor, Stage } from "../core_harness.ts";
import { send, startStage, view } from "../core_harness.ts";

const OUTSIDE = "eve@example.org";

/** Parts that are programs by their name or by their type. */
const PROGRAMS: readonly Part[] = [
  { raw: "TVo=", mediaType: "application/x-msdownload", filename: "run.exe" },
  { raw: "TVo=", filename: "RUN.EXE" },
  { raw: "TVo=", filename: "run.exe. " },
  { raw: "TVo=", filename: "run.exe\u200f" },
  { raw: "TVo=", mediaType: "Application/X-MSDownload; a=b" },
  { url: "https://example.org/x", filename: "invoice.pdf.scr" },
  { url: "https://example.org/x", mediaType: "application/java-archive" },
  { text: "del *", filename: "clean.bat" },
  { data: {}, filename: "clean.reg" },
  { raw: "f0VMRgIBAQA=", filename: "notes.txt", mediaType: "text/plain" },
  { raw: "f0VMRgIBAQA" },
];

const PAGE: Part = { raw: "PGI+", mediaType: "text/html", filename: "a.html" };

const HARMLESS: readonly Part[] = [
  { text: "see run.exe" },
  { url: "https://example.org/run.exe" },
  { raw: "YQ==", mediaType: "application/pdf", filename: "a.pdf" },
];

const submitted = (writer: Actor, to: string, parts: readonly Part[]) =>
  writer.run(createConversation, {
    to: [to],
    parts: [...parts],
    submit: true,
  });

/** A request from alice to bob that an ordinary address reads, too. */
const shared = ({ alice, bob }: Stage) =>
  send(alice.asPerson(), { to: bob.address, cc: OUTSIDE });

const append = (
  { bob }: Stage,
  conversationId: string,
  more: { readonly parts?: Part[]; readonly artifactIds?: string[] },
) => bob.run(sendMessage, { conversationId, mode: "reply-all", ...more });

/** An access that may see more by now has missed some of it. */
async function seenOutside({ services, carol }: Stage, conversationId: string) {
  const where = { args: [conversationId] };
  await services.db.commit([
    {
      args: [carol.accountId, OUTSIDE, conversationId],
      sql: "update participants set account_id = ?, reached = 1 where address = ? and conversation_id = ?",
    },
    {
      ...where,
      sql: "update participants set version = version + 1 where conversation_id = ?",
    },
    {
      ...where,
      sql: "update conversations set version = version + 1 where id = ?",
    },
  ]);
  return await view(carol, conversationId);
}

const audiences = (core: Stage) =>
  core.rows("select audience from artifacts order by seq");

test.each(PROGRAMS)("the part %j is no way past R-CONTENT", async (part) => {
  await using core = await startStage();
  const { alice, bob } = core;
  const parts = [{ text: "hi" }, part];
  const inside = await send(alice, { to: bob.address });
  const outside = await shared(core);
  for (const writer of [alice, alice.asPerson()]) {
    for (const to of [bob.address, OUTSIDE]) {
      const { conversation } = await submitted(writer, to, parts);
      expect(conversation).toMatchObject({
        state: "rejected",
        stateReason: "R-CONTENT",
      });
    }
  }
  for (const conversationId of [inside, outside]) {
    for (const writer of [bob, bob.asPerson()]) {
      const input = { conversationId, parts, mode: "reply-all" } as const;
      const { code } = await writer.refused(sendMessage, input);
      expect(code).toBe("review_denied");
    }
    expect(await view(bob, conversationId)).toMatchObject({
      state: "submitted",
      messageCount: 1,
    });
  }
});

test.each(HARMLESS)("the part %j needs nobody", async (part) => {
  await using core = await startStage();
  const { alice, bob } = core;
  const sent = await submitted(alice, bob.address, [part]);
  expect(sent.state).toBe("submitted");
  const replied = await append(core, await shared(core), { parts: [part] });
  expect(replied.state).toBe("working");
});

test("a question to one's own person carries no program either", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, { to: bob.address });
  const { code } = await bob.refused(sendMessage, {
    conversationId,
    parts: [{ raw: "TVo=", filename: "run.exe" }],
    needsInput: true,
  });
  expect(code).toBe("review_denied");
});

test("a part that can run scripts needs the agent's person where it leaves, and the card lists it", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const parts = [{ text: "hi" }, PAGE];
  const made = await submitted(alice, bob.address, parts);
  const replied = await append(core, await shared(core), { parts });
  for (const [writer, { state, conversation }] of [
    [alice, made],
    [bob, replied],
  ] as const) {
    expect(state).toBe("input-required");
    const seen = await view(writer, conversation.id);
    const card = seen.checkpoints.find(({ kind }) => kind === "review");
    expect(card).toMatchObject({
      rules: [{ id: "R-CONTENT", detail: expect.stringContaining("a.html") }],
      action: { files: [{ part: 1, name: "a.html", mimeType: "text/html" }] },
    });
  }
  const plain = await send(alice, { to: bob.address });
  expect((await append(core, plain, { parts })).state).toBe("working");
  const person = await submitted(alice.asPerson(), bob.address, parts);
  expect(person.state).toBe("submitted");
});

test("a program may lie in a draft, and is denied when the draft is sent", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const { conversationId } = await alice.run(createConversation, {
    to: [bob.address],
    text: "words",
  });
  const file = { name: "a.exe", mimeType: "text/plain", bytes: "YQ==" };
  await alice.run(addArtifact, { conversationId, ...file });
  const sent = await alice.run(submitDraft, { conversationId });
  expect(sent.state).toBe("rejected");
});

test("a file that is added by itself is for accounts, and an email address reads it with the message that is let out", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await shared(core);
  const page = { name: "a.html", mimeType: "text/html", bytes: "YQ==" };
  const add = (actor: Actor) =>
    actor.run(addArtifact, { conversationId, ...page });
  const { artifactId } = await add(bob);
  await add(alice.asPerson());
  expect(await audiences(core)).toEqual([["[0,1]"], ["[0,1]"]]);
  for (const viewer of [alice, bob]) {
    expect((await view(viewer, conversationId)).artifacts).toHaveLength(2);
  }
  const asked = await append(core, conversationId, {
    artifactIds: [artifactId],
  });
  expect(asked.state).toBe("input-required");
  const decision = { conversationId, decision: "approve" as const };
  const { checkpointId = "" } = asked;
  await bob.asPerson().run(recordHilDecision, { ...decision, checkpointId });
  const { artifacts, messages } = await seenOutside(core, conversationId);
  expect(artifacts.map((it) => it.artifactId)).toEqual([artifactId]);
  expect(messages.at(-1)?.artifactIds).toEqual([artifactId]);
});

test("a file that is added among accounts is for all of them", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, { to: bob.address });
  const page = { name: "a.html", mimeType: "text/html", bytes: "YQ==" };
  await bob.run(addArtifact, { conversationId, ...page });
  expect(await audiences(core)).toEqual([[null]]);
});
