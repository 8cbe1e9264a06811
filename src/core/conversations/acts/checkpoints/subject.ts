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
  /** The participant that it asks. */
  readonly asked: Participant;
}

/** The page where a person decides it, or acts without a checkpoint. */
export function approvalUrl(
  { baseUrl }: Pick<Settings, "baseUrl">,
  { id }: Pick<Conversation, "id">,
  checkpoint?: Pick<Checkpoint, "id">,
): string {
  const page = `${baseUrl}/c/${id}`;
  return checkpoint ? `${page}#${checkpoint.id}` : page;
}

/** A checkpoint with the participant that it asks. */
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
