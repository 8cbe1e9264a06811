import { Type } from "typebox";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { Cursor, closed, integer, nullable, string } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { windowFor } from "../conversations/acts/store/window.ts";
import {
  ConversationSchema,
  StateNow,
  ViewSchema,
} from "../conversations/model/schemas.ts";
import {
  cursorAt,
  readCursor,
  taskCursorAfter,
} from "../conversations/read/lists/cursor.ts";
import { countRows, listRows } from "../conversations/read/lists/list.ts";
import { presentRows } from "../conversations/read/lists/present_rows.ts";
import { invalid } from "../errors/field_errors.ts";

/** Lists conversations by the time of their state (A2A 1.0, section 3.1.4). */
export const listTasks = defineQuery({
  name: "list_tasks",
  title: "List tasks",
  description:
    "List conversations as tasks, latest state change first, with the total.",
  access: MEMBER,
  scope: "conversations:read",
  input: closed({
    view: Type.Optional(ViewSchema),
    contextId: Type.Optional(Type.String({ maxLength: LIMITS.idCharsMax })),
    state: Type.Optional(StateNow),
    changedSince: Type.Optional(string("RFC 3339.", LIMITS.idCharsMax)),
    cursor: Type.Optional(Cursor),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: LIMITS.a2aPageMax }),
    ),
    messages: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  output: closed({
    conversations: Type.Array(ConversationSchema, {
      description: "One page of them.",
    }),
    nextCursor: nullable(
      string("Pass it as cursor for the next page; null after the last."),
    ),
    total: integer(
      `How many there are on all pages; of a selection among more than ${LIMITS.listLookedMax}, as many as are among the newest ${LIMITS.listLookedMax}.`,
    ),
  }),
  takesTurns: true,
  async run(
    { view, contextId, state, changedSince, cursor, limit, messages },
    call,
  ) {
    const wanted = limit ?? LIMITS.a2aPageDefault;
    const which = {
      view,
      contextId,
      state,
      order: "stateAt",
      since: readTime(changedSince),
    } as const;
    const { rows, next } = await listRows(call, {
      ...which,
      after: readCursor(cursor),
      limit: wanted,
    });
    const conversations = await presentRows(call, rows, {
      // The last message of the service's own agent belongs to the status.
      ...windowFor(Math.max(1, messages ?? LIMITS.threadMessagesMax)),
      isItem: true,
    });
    const last = conversations.at(-1);
    const isCut = conversations.length < rows.length;
    return {
      conversations,
      nextCursor:
        isCut && last ? taskCursorAfter(last) : next && cursorAt(next),
      total: await countRows(call, which),
    };
  },
});

function readTime(text: string | undefined): number {
  if (text === undefined) return 0;
  const at = Date.parse(text);
  if (Number.isFinite(at)) return at;
  throw invalid("/changedSince", "time", told`use a time in RFC 3339`);
}
