import { Type } from "typebox";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import {
  ConversationIdWord,
  closed,
  integer,
  string,
} from "../base/schemas.ts";
import {
  CONDITION_FIELDS,
  isMeant,
  readCondition,
} from "../conversations/acts/rules/inbox_rule.ts";
import {
  conversationStore,
  FIRST_PLACE,
} from "../conversations/acts/store/store.ts";
import { listRows } from "../conversations/read/lists/list.ts";

/** Lists the newest conversations that a rule would have matched. */
export const previewInboxRule = defineQuery({
  name: "preview_inbox_rule",
  title: "Preview a rule",
  description:
    "Show which of your newest received conversations a rule would match. Nothing is changed.",
  access: MEMBER,
  scope: "conversations:read",
  input: closed(CONDITION_FIELDS),
  output: closed({
    looked: integer("How many of the newest were checked."),
    matched: integer("How many of them match."),
    examples: Type.Array(
      closed({
        conversationId: ConversationIdWord,
        title: string("Its title."),
        from: Word("address", "Its sender."),
      }),
      { description: "The newest matches." },
    ),
  }),
  takesTurns: true,
  async run(input, call) {
    const condition = readCondition(input);
    const { rows } = await listRows(call, {
      after: FIRST_PLACE,
      limit: LIMITS.inboxRulePreviewMax,
    });
    const store = conversationStore(call.db);
    const received = rows.filter(({ position }) => position > 0);
    const frames = await Promise.all(
      received.map((it) => store.frame(it.conversationId, it.version)),
    );
    const meant = frames.filter((it) => isMeant(condition, it));
    return {
      looked: frames.length,
      matched: meant.length,
      examples: meant
        .slice(0, LIMITS.inboxRuleExamplesMax)
        .map(({ id, title, fromAddress }) => ({
          conversationId: id,
          title,
          from: fromAddress,
        })),
    };
  },
});
