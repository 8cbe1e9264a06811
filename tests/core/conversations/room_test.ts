import { expect, test } from "bun:test";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { deleteDraft } from "../../../src/core/operations/delete_draft.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { updateConversation } from "../../../src/core/operations/update_conversation.ts";
import { send, startStage } from "../core_harness.ts";

const LONG = "x".repeat(90_000);

test("texts and files of an account have one bound, and the refusal says what is used", async () => {
  await using core = await startStage({ ACCOUNT_FILE_BYTES: "1 MiB" });
  const { alice, bob } = core;
  const bytes = new Uint8Array(700_000).toBase64();
  const artifacts = [{ name: "a", mimeType: "application/pdf", bytes }];
  const draft = await alice.run(createConversation, { artifacts });
  const id = await send(alice, { to: bob.address, text: "Hello" });
  const say = { conversationId: id, text: LONG };
  for (let times = 0; times < 3; times++) await alice.run(sendMessage, say);
  const used = Number(
    (
      await core.rows(
        `select bytes from stored_bytes where account_id = '${alice.accountId}'`,
      )
    )[0]?.[0],
  );
  const error = await alice.refused(sendMessage, say);
  expect(error.code).toBe("quota_exceeded");
  expect(error.message).toContain(`uses ${used} of its 1048576 bytes`);
  for (const refused of [
    alice.refused(createConversation, { text: LONG }),
    alice.refused(createConversation, { text: "x", artifacts }),
  ]) {
    expect((await refused).code).toBe("quota_exceeded");
  }
  // Others have room of their own, and less is always taken.
  await bob.run(sendMessage, say);
  const { conversationId } = draft;
  await alice.run(updateConversation, { conversationId, text: "a" });
  await alice.run(updateConversation, { conversationId, text: "" });
  await alice.run(deleteDraft, { conversationId });
  await alice.run(sendMessage, say);
});

test("a start knows the bound that the operator set anew", async () => {
  await using core = await startStage({ ACCOUNT_FILE_BYTES: "1 MiB" });
  expect(await core.rows("select bytes from storage_bound")).toEqual([
    [1024 ** 2],
  ]);
});
