import { expect, test } from "bun:test";
import { addArtifact } from "../../../src/core/operations/add_artifact.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { getArtifact } from "../../../src/core/operations/get_artifact.ts";
import { removeArtifact } from "../../../src/core/operations/remove_artifact.ts";
import { submitDraft } from "../../../src/core/operations/submit_draft.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import type { Actor } from "../core_harness.ts";
import { startStage, view } from "../core_harness.ts";

async function draftWithFiles(alice: Actor, to: string) {
  const { conversationId } = await alice.run(createConversation, {
    to: [to],
    text: "words",
    artifacts: ["a", "b", "c"].map((name) => file(name)),
  });
  const { artifacts } = await view(alice, conversationId);
  const ids = artifacts.map(({ artifactId }) => artifactId);
  return { conversationId, ids };
}

const file = (name: string) => ({
  name,
  mimeType: "text/plain",
  bytes: "AAAA",
});

const namesOf = async (viewer: Actor, id: string) =>
  (await view(viewer, id)).artifacts.map(({ name }) => name);

test("a file is taken out of a draft with its bytes, and others may follow", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const { conversationId, ids } = await draftWithFiles(alice, bob.address);
  const [, artifactId = ""] = ids;
  const removed = await alice.run(removeArtifact, {
    conversationId,
    artifactId,
  });
  expect(removed.conversation.messages[0]?.artifactIds).not.toContain(
    artifactId,
  );
  expect(await namesOf(alice, conversationId)).toEqual(["a", "c"]);
  const held = `select count(*) from artifact_bytes where artifact_id = '${artifactId}'`;
  expect(await core.rows(held)).toEqual([[0]]);
  await alice.run(addArtifact, { conversationId, ...file("d") });
  await alice.run(submitDraft, { conversationId });
  expect(await namesOf(bob, conversationId)).toEqual(["a", "c", "d"]);
  const { messages } = await view(bob, conversationId);
  expect(messages[0]?.artifactIds).toHaveLength(3);
  const gone = await bob.refused(getArtifact, { conversationId, artifactId });
  expect(gone.code).toBe("artifact_not_found");
  expect((await core.run(verifyAudit, {})).ok).toBe(true);
});

test("what was sent keeps its files, and nobody reaches into another's draft", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const { conversationId, ids } = await draftWithFiles(alice, bob.address);
  const [artifactId = ""] = ids;
  const names = { conversationId, artifactId };
  const foreign = await bob.refused(removeArtifact, names);
  expect(foreign.code).toBe("conversation_not_found");
  const unknown = { conversationId, artifactId: "art_0" };
  const absent = await alice.refused(removeArtifact, unknown);
  expect(absent.code).toBe("artifact_not_found");
  await alice.run(submitDraft, { conversationId });
  const late = await alice.refused(removeArtifact, names);
  expect(late.code).toBe("not_a_draft");
  expect(await namesOf(bob, conversationId)).toEqual(["a", "b", "c"]);
});
