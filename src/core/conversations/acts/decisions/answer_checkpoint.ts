import type { CommandCall } from "../../../access/context.ts";
import { isDelegate } from "../../../access/principal.ts";
import type { SenderContact } from "../../../addresses/contact_types.ts";
import { told } from "../../../base/words/sentence.ts";
import { invalid } from "../../../errors/field_errors.ts";
import type { Done } from "../../model/acting.ts";
import { actAs } from "../../model/acting.ts";
import type { ActDefinition } from "../act.ts";
import type { Decision } from "../checkpoints/checkpoint.ts";
import type { Show } from "./checkpoint_for.ts";
import { checkpointFor, isRepeat } from "./checkpoint_for.ts";
import { refusalToApprove, refusalToDecline } from "./may_decide.ts";
import type { ActRow, Edited } from "./rows/row.ts";
import { personRequired } from "./rows/shared.ts";
import { keepSender } from "./sender_contact.ts";
import { actRowOf } from "./table.ts";
import { hasVoted, voteOn } from "./vote.ts";

/** An answer and its checkpoint; the only open one if absent. */
export interface Answering {
  readonly checkpointId: string | undefined;
  readonly decision: Decision;
  readonly comment: string | null;
  /** Fields that replace the proposed ones. */
  readonly edited?: Edited | undefined;
  /** The contact type that the answer gives the sender of a request; unchanged if absent. */
  readonly contact?: SenderContact | undefined;
  /** Shows a checkpoint to its decider outside a decision. */
  readonly show: Show;
}

interface Decided extends Done {
  readonly checkpointId: string;
  readonly decision: Decision;
  readonly recorded: true;
}

/**
 * The act that answers a checkpoint once, for the call's member; a repeat returns the result.
 * @throws as {@linkcode checkpointFor} and {@linkcode refusalToApprove}, and what the act
 * itself refuses
 */
export function answerCheckpoint({
  checkpointId,
  decision,
  comment,
  edited,
  contact,
  show,
}: Answering): ActDefinition<Decided> {
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
      const isVoted = decision === "approve" && hasVoted(checkpoint, call);
      if (isVoted || isRepeat(call, checkpoint, decision)) {
        return { after: before, ...own };
      }
      const refusal =
        decision === "approve"
          ? await refusalToApprove(call, before, checkpoint)
          : refusalToDecline(call, before, checkpoint);
      if (refusal) throw refusal;
      const voted =
        decision === "approve"
          ? await voteOn(call, next, checkpoint, edited)
          : { conversation: next, checkpoint };
      if ("isCounted" in voted) return { after: voted.conversation, ...own };
      if (contact !== undefined) {
        await keepSender(call, before, checkpoint, { contact, decision });
      }
      const row = actRowOf(checkpoint);
      if (edited) checkEdit(call, row, { edited, decision });
      const after = await row[decision]({
        call: actAs(call, "person"),
        ...voted,
        asked,
        comment,
        edited,
        show: (conversation, shown) => show(call, conversation, shown),
      });
      const notify = row.notify({ before, after, asked, checkpoint });
      return { after, notify, ...own };
    },
  };
}

/**
 * Refuses edits by anyone but a person, and of fields that the act does not have.
 * @throws person_required, invalid_input
 */
function checkEdit(
  { member }: CommandCall,
  { edits = [] }: ActRow,
  { edited, decision }: Required<Pick<Answering, "edited" | "decision">>,
): void {
  if (member.kind === "agent" || isDelegate(member)) {
    throw personRequired(
      told`only a person may change what an agent proposes.`,
    );
  }
  for (const field of Object.keys(edited ?? {})) {
    if (decision === "approve" && edits.some((it) => it === field)) continue;
    throw invalid(
      `/edited/${field}`,
      "not_editable",
      told`it can't be changed here`,
    );
  }
}
