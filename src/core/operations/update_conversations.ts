import { Type } from "typebox";
import type { CommandCall } from "../access/context.ts";
import { defineCommand, MEMBER } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import { ConversationId, closed } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import type { WantedFlags } from "../conversations/acts/flags.ts";
import {
  refuseToHide,
  setFlags,
  wantedFlags,
} from "../conversations/acts/flags.ts";
import { withAssignee } from "../conversations/acts/labels/assignee.ts";
import { labelChange } from "../conversations/acts/labels/label_change.ts";
import { LABEL_FIELDS } from "../conversations/acts/labels/label_name.ts";
import { SNOOZE_FIELD } from "../conversations/acts/snooze_until.ts";
import { loadForMember } from "../conversations/acts/store/load.ts";
import type { ViewerRow } from "../conversations/acts/store/store.ts";
import { conversationStore } from "../conversations/acts/store/store.ts";
import { ServiceError } from "../errors/errors.ts";

/** Sets the caller's own flags on many conversations at once. */
export const updateConversations = defineCommand({
  name: "update_conversations",
  title: "Update conversations",
  description:
    "Set your own flags (unread, archived, snoozeUntil) and labels on many conversations at once. Each has its own result; a missing one doesn't stop the others.",
  access: MEMBER,
  scope: "conversations:write",
  input: closed({
    conversationIds: Type.Array(ConversationId, {
      minItems: 1,
      maxItems: LIMITS.flaggedAtOnceMax,
      uniqueItems: true,
    }),
    unread: Type.Optional(Type.Boolean()),
    archived: Type.Optional(Type.Boolean()),
    ...SNOOZE_FIELD,
    ...LABEL_FIELDS,
  }),
  output: closed({
    outcomes: Type.Array(
      closed({
        conversationId: Word("id"),
        outcome: Type.Enum(["changed", "unchanged", "not_found"]),
      }),
      { description: "One for each, in your order." },
    ),
  }),
  tool: { destructive: false, idempotent: true, openWorld: false },
  chains: (_input, { member }) => [member.accountId],
  async run({ conversationIds, addLabels, removeLabels, ...given }, call) {
    const flags = wantedFlags(call, given);
    const named = [...(addLabels ?? []), ...(removeLabels ?? [])];
    if (!flags && named.length === 0) {
      throw new ServiceError("invalid_input", {
        detail: told`Cannot update: send unread, archived, snoozeUntil, addLabels or removeLabels.`,
      });
    }
    const { accountId } = call.member;
    const store = conversationStore(call.db);
    const rows: (ViewerRow | undefined)[] = [];
    for (const id of conversationIds) {
      rows.push(await store.viewerRow(id, accountId));
    }
    const count = rows.filter((row) => row !== undefined).length;
    const marks = { addLabels, removeLabels };
    // Do not create a label that no conversation would get.
    const labels =
      count > 0
        ? await labelChange(call, await withAssignee(call, marks), count)
        : undefined;
    if (flags) await refuseToHideAny(call, flags, rows);
    const wanted = { ...flags, labels };
    const outcomes = conversationIds.map((conversationId, index) => ({
      conversationId,
      outcome: flagged(call, rows[index], wanted),
    }));
    return { outcomes };
  },
});

/** @throws as {@linkcode refuseToHide} */
async function refuseToHideAny(
  call: CommandCall,
  flags: WantedFlags,
  rows: readonly (ViewerRow | undefined)[],
): Promise<void> {
  if (call.member.kind === "person") return;
  for (const row of rows) {
    if (!row || typeof flags.snoozedUntil !== "number") continue;
    const { conversation, me } = await loadForMember(call, row.conversationId);
    refuseToHide(call, { wanted: flags, conversation, me });
  }
}

function flagged(
  call: CommandCall,
  row: ViewerRow | undefined,
  wanted: WantedFlags,
) {
  if (!row) return "not_found" as const;
  const isSame = setFlags(call, row, wanted) === row;
  return isSame ? ("unchanged" as const) : ("changed" as const);
}
