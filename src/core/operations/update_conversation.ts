import { Type } from "typebox";
import { requireScope } from "../access/access.ts";
import { definePreparedCommand, MEMBER } from "../access/operation.ts";
import {
  ConversationId,
  ConversationIdWord,
  closed,
  flag,
  integer,
  nullable,
  string,
} from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { perform } from "../conversations/acts/act.ts";
import type { ComposeInput } from "../conversations/acts/drafts/compose.ts";
import { COMPOSE_FIELDS } from "../conversations/acts/drafts/compose.ts";
import { editDraft, refuseToEdit } from "../conversations/acts/drafts/draft.ts";
import {
  knowForeign,
  meetForDraft,
  unasked,
} from "../conversations/acts/drafts/meet_foreign.ts";
import {
  refuseToHide,
  setFlags,
  wantedFlags,
} from "../conversations/acts/flags.ts";
import {
  assigneeIn,
  tellNamed,
  withAssignee,
} from "../conversations/acts/labels/assignee.ts";
import { labelChange } from "../conversations/acts/labels/label_change.ts";
import { LABEL_FIELDS } from "../conversations/acts/labels/label_name.ts";
import { SNOOZE_FIELD } from "../conversations/acts/snooze_until.ts";
import { participantAt } from "../conversations/model/audience.ts";
import { CALLABLE } from "../conversations/model/callable.ts";
import { ComposeFields } from "../conversations/model/inputs.ts";
import {
  ConversationSeen,
  LabelNames,
  SnoozedUntil,
} from "../conversations/model/schemas.ts";
import { presentTo } from "../conversations/read/projection/present_to.ts";
import { ServiceError } from "../errors/errors.ts";

/** Sets the caller's own flags, or edits a draft. */
export const updateConversation = definePreparedCommand({
  name: CALLABLE.edit.name,
  title: CALLABLE.edit.title,
  description:
    "Set your own flags (unread, archived, snoozeUntil) and labels on a conversation, its assignee in a team, or change the fields of a draft you wrote. Files given here are added to the draft.",
  access: MEMBER,
  scopesFor: (input) => [
    isEdit(input) ? CALLABLE.edit.scope : "conversations:write",
  ],
  input: closed({
    conversationId: ConversationId,
    unread: Type.Optional(Type.Boolean()),
    archived: Type.Optional(Type.Boolean()),
    ...SNOOZE_FIELD,
    ...LABEL_FIELDS,
    assignee: Type.Optional(
      nullable(string("In a team: the member's address; null for nobody.")),
    ),
    version: Type.Optional(integer("Fail if the version has changed.")),
    ...ComposeFields,
  }),
  output: closed({
    conversationId: ConversationIdWord,
    unread: flag("True if it has something new for you."),
    archived: flag("True if you archived it."),
    snoozedUntil: SnoozedUntil,
    labels: LabelNames,
    conversation: ConversationSeen,
  }),
  tool: { destructive: true, idempotent: true, openWorld: false },
  unasked,
  prepare: meetForDraft,
  chains: ({ conversationId }, call) => [conversationId, call.member.accountId],
  async run({ conversationId, version, ...wanted }, call, met) {
    const { unread, archived, snoozeUntil, ...named } = wanted;
    const { addLabels, removeLabels, assignee, ...edit } = named;
    const flags = wantedFlags(call, { unread, archived, snoozeUntil });
    const marks = { addLabels, removeLabels };
    const wantedLabels = await withAssignee(call, marks, assignee);
    const labels = await labelChange(call, wantedLabels, 1);
    const isFlag = (flags ?? labels ?? assignee) !== undefined;
    const { after, viewerState } = await perform(call, conversationId, {
      async run({ call, before, next }) {
        if (version !== undefined && version !== before.version) {
          throw new ServiceError("precondition_failed", {
            detail: told`Cannot update: the version is now ${before.version}.`,
          });
        }
        if (isFlag) {
          requireScope(call.member, "conversations:write", told`set a flag`);
        }
        if (!isEdit(edit)) return { after: before };
        refuseToEdit(before);
        await knowForeign(call, met);
        return { after: await editDraft(call, next, edit) };
      },
    });
    if (!isEdit(edit) && !isFlag) {
      throw new ServiceError("invalid_input", {
        detail: told`Cannot update: send unread, archived, snoozeUntil, labels or a field of the draft.`,
      });
    }
    if (flags) {
      const me = participantAt(after, viewerState.position);
      refuseToHide(call, { wanted: flags, conversation: after, me });
    }
    const flagged = setFlags(call, viewerState, { ...flags, labels });
    const conversation = await presentTo(call, after, flagged);
    const was = assigneeIn(viewerState.labels, call.settings.addressDomain);
    if (conversation.assignee && conversation.assignee !== was) {
      const [name] = conversation.assignee.split("@");
      await tellNamed(call, conversationId, "assigned", [name]);
    }
    return {
      conversationId,
      unread: flagged.unread,
      archived: flagged.archived,
      snoozedUntil: conversation.snoozedUntil,
      labels: conversation.labels,
      conversation,
    };
  },
});

function isEdit(input: ComposeInput): boolean {
  return COMPOSE_FIELDS.some((field) => input[field] !== undefined);
}
