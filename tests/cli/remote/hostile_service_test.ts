import { expect, test } from "bun:test";
import type { Conversation } from "../../../packages/client/src/generated/types.ts";
import {
  showConversation,
  showConversations,
  showOutcome,
} from "../../../packages/terminal/src/shown.ts";
import { startService } from "../../harness.ts";

const STEERS = "\u001b[2Jgone\r\nYou: approved\u202e";

/** Every text of an answer followed by what would steer a terminal. */
function hostile<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, it) =>
    typeof it === "string" ? `${it}${STEERS}` : it,
  );
}

test("nothing that a hostile service answers steers the terminal or begins a line of its own", async () => {
  await using service = await startService();
  const alice = await service.addAccount("alice", { credit: "10.00" });
  const bob = await service.addAccount("bob");
  const answer = await service.fetch("/v1/conversations", {
    method: "POST",
    token: alice.token,
    json: { to: [bob.address], title: "A", text: "Words", submit: true },
  });
  const { conversation } = (await answer.json()) as {
    conversation: Conversation;
  };
  const all = hostile(conversation);
  for (const shown of [
    showConversation({ ...all, conversation: all }),
    showConversations([all]),
    showOutcome(all),
  ]) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    expect(shown).not.toMatch(/^You:/m);
  }
});
