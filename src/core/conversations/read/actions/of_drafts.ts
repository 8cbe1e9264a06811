import { checkCall } from "../../../access/access.ts";
import { amountOn } from "../../../base/money.ts";
import type { Sentence } from "../../../base/words/sentence.ts";
import { told } from "../../../base/words/sentence.ts";
import { shownRecipients } from "../../acts/checkpoints/card_words.ts";
import { trySending } from "../../acts/drafts/sending.ts";
import { refuseFullOfFiles } from "../../acts/thread/artifacts.ts";
import { refuseToAdd } from "../../acts/thread/may_write.ts";
import { CALLABLE } from "../../model/callable.ts";
import { recipientsOf } from "../../model/model.ts";
import type { Row, Standpoint } from "./action.ts";
import { AT_ONCE } from "./action.ts";

const isDraft = ({ conversation, me }: Standpoint) =>
  conversation.state === "draft" && me.role === "sender";

const isScheduled = ({ conversation: { sending } }: Standpoint) =>
  sending !== null && "at" in sending;

/** The actions of a draft's author. */
export const OF_DRAFTS: readonly Row[] = [
  {
    name: "submit",
    operation: CALLABLE.submit.name,
    title: ({ call: { say } }) => say`Send`,
    isFor: isDraft,
    async permit({ call, conversation, me }) {
      checkCall(CALLABLE.submit, call.member);
      const state = await trySending(call, conversation, me);
      return { waits: state === "input-required" };
    },
    effect({ call: { say }, conversation }, { waits }) {
      if (waits) return say`Your person decides whether to send it.`;
      const { price } = conversation;
      const to = shownRecipients(recipientsOf(conversation), say);
      return price === 0
        ? say`Sends it to ${to} once the security review allows it.`
        : say`Sends it to ${to} and holds ${amountOn(conversation, price, say.language)} once the security review allows it.`;
    },
  },
  {
    name: "schedule",
    operation: CALLABLE.schedule.name,
    title: ({ call: { say } }) => say`Send later`,
    isFor: (at) => isDraft(at) && !isScheduled(at),
    async permit({ call, conversation, me }) {
      checkCall(CALLABLE.schedule, call.member);
      await trySending(call, conversation, me);
      return AT_ONCE;
    },
    effect: ({ call: { say } }) =>
      say`Sends it at a time you choose. Nothing is held or delivered before then.`,
    needs: () => ["sendAt"],
  },
  {
    name: "unschedule",
    operation: CALLABLE.schedule.name,
    title: ({ call: { say } }) => say`Cancel send`,
    isFor: (at) => isDraft(at) && isScheduled(at),
    permit({ call }) {
      checkCall(CALLABLE.schedule, call.member);
      return AT_ONCE;
    },
    effect: ({ call: { say } }) => say`Keeps it as a draft.`,
  },
  {
    ...changing(CALLABLE.edit),
    name: "edit",
    title: ({ call: { say } }) => say`Edit`,
    effect: ({ call: { say } }) => say`Changes the draft. No one else sees it.`,
  },
  {
    ...changing(CALLABLE.send, told`add a message`),
    name: "add_text",
    title: ({ call: { say } }) => say`Add to the text`,
    effect: ({ call: { say } }) =>
      say`Adds to the draft's text. No one else sees it.`,
    needs: () => ["text"],
  },
  {
    ...changing(CALLABLE.addFile, told`add a file`, ({ conversation }) =>
      refuseFullOfFiles(conversation, 1),
    ),
    name: "add_file",
    title: ({ call: { say } }) => say`Add a file`,
    effect: ({ call: { say } }) =>
      say`Adds a file to the draft. No one else sees it.`,
    needs: () => ["name", "mimeType", "bytes"],
  },
  {
    ...changing(CALLABLE.removeFile),
    name: "remove_file",
    title: ({ call: { say } }) => say`Remove a file`,
    isFor: (at) => isDraft(at) && at.conversation.artifacts.length > 0,
    effect: ({ call: { say } }) => say`Removes a file from the draft.`,
    needs: () => ["artifactId"],
  },
  {
    ...changing(CALLABLE.delete),
    name: "delete",
    title: ({ call: { say } }) => say`Delete the draft`,
    effect: ({ call: { say } }) => say`Permanently deletes the draft.`,
  },
];

/** The rights for changing a draft; with `what`, for adding to it. */
function changing(
  callable: Parameters<typeof checkCall>[0] & { readonly name: string },
  what?: Sentence,
  refuse: (at: Standpoint) => void = () => {},
): Pick<Row, "operation" | "isFor" | "permit"> {
  return {
    operation: callable.name,
    isFor: isDraft,
    permit(at) {
      checkCall(callable, at.call.member);
      if (what) refuseToAdd(at.call, at.conversation, "drafts:write", what);
      refuse(at);
      return AT_ONCE;
    },
  };
}
