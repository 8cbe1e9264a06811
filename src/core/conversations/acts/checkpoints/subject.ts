import type { Settings } from "../../../access/context.ts";
import type { Act } from "../../model/acts.ts";
import type {
  Checkpoint,
  Conversation,
  Participant,
} from "../../model/model.ts";

/** A checkpoint in its conversation, for the account that it asks. */
export interface Subject<out A extends Act = Act> {
  readonly conversation: Conversation;
  readonly checkpoint: Checkpoint<A>;
  /** The participant whom it asks. */
  readonly asked: Participant;
}

/** Where a person decides it, or does what no checkpoint asks for. */
export function approvalUrl(
  { baseUrl }: Pick<Settings, "baseUrl">,
  { id }: Pick<Conversation, "id">,
  checkpoint?: Pick<Checkpoint, "id">,
): string {
  const page = `${baseUrl}/c/${id}`;
  return checkpoint ? `${page}#${checkpoint.id}` : page;
}

/** A checkpoint with the participant whom it asks. */
export function subjectOf(
  conversation: Conversation,
  checkpoint: Checkpoint,
): Subject {
  const asked = conversation.participants.find(
    (it) => it.accountId === checkpoint.forAccountId,
  );
  if (!asked) throw new RangeError("A checkpoint asks a participant");
  return { conversation, checkpoint, asked };
}
