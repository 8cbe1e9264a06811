import type { SenderContact } from "../../../addresses/contact_types.ts";
import type { Done } from "../../model/acting.ts";
import { actAs } from "../../model/acting.ts";
import type { Act } from "../act.ts";
import type { Decision } from "../checkpoints/checkpoint.ts";
import type { Show } from "./checkpoint_for.ts";
import { checkpointFor, isRepeat } from "./checkpoint_for.ts";
import { refusalToApprove, refusalToDecline } from "./may_decide.ts";
import { keepSender } from "./sender_contact.ts";
import { actRowOf } from "./table.ts";

/** An answer, and its checkpoint: the only open one if absent. */
export interface Answering {
  readonly checkpointId: string | undefined;
  readonly decision: Decision;
  readonly comment: string | null;
  /** The contact type that it gives the sender of a request; unchanged if absent. */
  readonly contact?: SenderContact | undefined;
  /** Shows a checkpoint to its decider where it is not decided. */
  readonly show: Show;
}

interface Decided extends Done {
  readonly checkpointId: string;
  readonly decision: Decision;
  readonly recorded: true;
}

/**
 * The act that answers a checkpoint in the name of the call's member, once: a repeat
 * gives what came of it.
 * @throws as {@linkcode checkpointFor} and {@linkcode refusalToApprove}, and what the act
 * itself refuses
 */
export function answerCheckpoint({
  checkpointId,
  decision,
  comment,
  contact,
  show,
}: Answering): Act<Decided> {
  return {
    ...(checkpointId !== undefined && { names: [checkpointId] }),
    async run({ call, before, next, me: asked }) {
      const checkpoint = await checkpointFor(call, before, {
        checkpointId,
        show,
      });
      const own = {
        checkpointId: checkpoint.id,
        decision,
        recorded: true as const,
      };
      if (isRepeat(call, checkpoint, decision)) {
        return { after: before, ...own };
      }
      const refusal =
        decision === "approve"
          ? await refusalToApprove(call, before, checkpoint)
          : refusalToDecline(call, before, checkpoint);
      if (refusal) throw refusal;
      if (contact !== undefined) {
        await keepSender(call, before, checkpoint, { contact, decision });
      }
      const row = actRowOf(checkpoint);
      const after = await row[decision]({
        call: actAs(call, "person"),
        conversation: next,
        checkpoint,
        asked,
        comment,
        show: (conversation, shown) => show(call, conversation, shown),
      });
      const notify = row.notify({ before, after, asked, checkpoint });
      return { after, notify, ...own };
    },
  };
}
