import { checkCall } from "../../access/access.ts";
import { rehearsal } from "../../access/rehearsal.ts";
import { actBy } from "../act/acting.ts";
import { cardAmount, shownRecipients } from "../checkpoints/card_words.ts";
import { submit } from "../drafts/submit.ts";
import { CALLABLE } from "../model/callable.ts";
import { recipientsOf } from "../model/model.ts";
import { refuseFullOfFiles } from "../thread/artifacts.ts";
import { refuseToAdd } from "../thread/may_write.ts";
import type { Row, Standpoint } from "./action.ts";
import { AT_ONCE } from "./action.ts";

const isDraft = ({ conversation, me }: Standpoint) =>
  conversation.state === "draft" && me.role === "sender";

/** The actions of the writer of a draft. */
export const OF_DRAFTS: readonly Row[] = [
  {
    name: "submit",
    operation: CALLABLE.submit.name,
    title: () => "Send",
    isFor: isDraft,
    async permit({ call, conversation, me }) {
      checkCall(CALLABLE.submit, call.member);
      // Its recipients and their terms decide, too: it is sent without being written.
      const trial = actBy(rehearsal(call), me);
      const { state } = await submit(trial, conversation, "draft");
      return { waits: state === "input-required" };
    },
    effect({ conversation }, { waits }) {
      if (waits)
        return "Waits for your person, who decides whether it is sent.";
      const { price } = conversation;
      const to = shownRecipients(recipientsOf(conversation));
      const held = price === 0 ? "" : ` and holds ${cardAmount(price)} (TEST)`;
      return `Sends it to ${to}${held}, once the security review allows it.`;
    },
  },
  {
    name: "edit",
    operation: CALLABLE.edit.name,
    title: () => "Edit",
    isFor: isDraft,
    permit({ call }) {
      checkCall(CALLABLE.edit, call.member);
      return AT_ONCE;
    },
    effect: () => "Changes the draft. Nobody else sees it.",
  },
  {
    name: "add_text",
    operation: CALLABLE.send.name,
    title: () => "Add to the text",
    isFor: isDraft,
    permit({ call, conversation }) {
      checkCall(CALLABLE.send, call.member);
      refuseToAdd(call, conversation, "drafts:write", "append a message");
      return AT_ONCE;
    },
    effect: () => "Adds to the text of the draft. Nobody else sees it.",
    needs: () => ["text"],
  },
  {
    name: "add_file",
    operation: CALLABLE.addFile.name,
    title: () => "Add a file",
    isFor: isDraft,
    permit({ call, conversation }) {
      checkCall(CALLABLE.addFile, call.member);
      refuseToAdd(call, conversation, "drafts:write", "add an artifact");
      refuseFullOfFiles(conversation, 1);
      return AT_ONCE;
    },
    effect: () => "Adds a file to the draft. Nobody else sees it.",
    needs: () => ["name", "mimeType", "bytes"],
  },
  {
    name: "remove_file",
    operation: CALLABLE.removeFile.name,
    title: () => "Remove a file",
    isFor: (at) => isDraft(at) && at.conversation.artifacts.length > 0,
    permit({ call }) {
      checkCall(CALLABLE.removeFile, call.member);
      return AT_ONCE;
    },
    effect: () => "Takes a file out of the draft.",
    needs: () => ["artifactId"],
  },
  {
    name: "delete",
    operation: CALLABLE.delete.name,
    title: () => "Delete the draft",
    isFor: isDraft,
    permit({ call }) {
      checkCall(CALLABLE.delete, call.member);
      return AT_ONCE;
    },
    effect: () => "Deletes the draft for good.",
  },
];
