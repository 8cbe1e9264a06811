import { Type } from "typebox";
import { defineCommand, MEMBER } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { ConversationId, closed, flag, timestamp } from "../base/schemas.ts";
import { showTime } from "../base/time.ts";
import { viewerRowOf } from "../conversations/acts/store/load.ts";
import { inboxOf } from "../events/bus.ts";
import { keepReplying } from "../events/replying.ts";

/** Tells the other members of a team that one is writing a reply. Nothing is stored. */
export const noteReplying = defineCommand({
  name: "note_replying",
  title: "Say that you are replying",
  description:
    "In a team: tell the other members that you are writing a reply here. It ends by itself after some seconds; no other account learns of it, and it is in no record.",
  access: MEMBER,
  scope: "conversations:write",
  input: closed({
    conversationId: ConversationId,
    replying: Type.Optional(flag("False once you have stopped.")),
  }),
  output: closed({ until: timestamp("When it ends.") }),
  chains: () => [],
  async run({ conversationId, replying = true }, call) {
    const { accountId, team, credentialName: name = "" } = call.member;
    await viewerRowOf(call, conversationId);
    const until = replying ? call.now + LIMITS.replyingMs : call.now;
    if (team) {
      const { memberId } = team;
      call.committed(() =>
        keepReplying(call.db, accountId, {
          ...{ memberId, name, conversationId, until },
        }),
      );
      call.wake(inboxOf(accountId));
    }
    return { until: showTime(until) };
  },
});
