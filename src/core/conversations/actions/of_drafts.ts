import { checkCall } from "../../access/access.ts";
import { rehearsal } from "../../access/rehearsal.ts";
import { testAmount } from "../../base/money.ts";
import { actBy } from "../act/acting.ts";
import { shownRecipients } from "../checkpoints/card_words.ts";
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
      const held = price === 0 ? "" : ` and holds ${testAmount(price)}`;
      return `Sends it to ${to}${held}, once the security review allows it.`;
    },
  },
  {
    ...changing(CALLABLE.edit),
    name: "edit",
    title: () => "Edit",
    effect: () => "Changes the draft. Nobody else sees it.",
  },
  {
    ...changing(CALLABLE.send, "append a message"),
    name: "add_text",
    title: () => "Add to the text",
    effect: () => "Adds to the text of the draft. Nobody else sees it.",
    needs: () => ["text"],
  },
  {
    ...changing(CALLABLE.addFile, "add an artifact", ({ conversation }) =>
      refuseFullOfFiles(conversation, 1),
    ),
    name: "add_file",
    title: () => "Add a file",
    effect: () => "Adds a file to the draft. Nobody else sees it.",
    needs: () => ["name", "mimeType", "bytes"],
  },
  {
    ...changing(CALLABLE.removeFile),
    name: "remove_file",
    title: () => "Remove a file",
    isFor: (at) => isDraft(at) && at.conversation.artifacts.length > 0,
    effect: () => "Takes a file out of the draft.",
    needs: () => ["artifactId"],
  },
  {
    ...changing(CALLABLE.delete),
    name: "delete",
    title: () => "Delete the draft",
    effect: () => "Deletes the draft for good.",
  },
];

/** What a change of a draft asks of an access; `what` where the draft is added to. */
function changing(
  callable: Parameters<typeof checkCall>[0] & { readonly name: string },
  what?: string,
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
