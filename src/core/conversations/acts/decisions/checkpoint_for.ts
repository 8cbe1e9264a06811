import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import type { CheckpointView } from "../../model/checkpoint_schema.ts";
import type { Checkpoint, Conversation } from "../../model/model.ts";
import { isTheirs } from "../../model/turn/delegated.ts";
import { isMaker } from "../checkpoints/ask.ts";
import type { Decision } from "../checkpoints/checkpoint.ts";
import { madeByCaller } from "./made_by_caller.ts";

/** Shows a checkpoint as its decider sees it. */
export type Show = (
  call: QueryCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
) => Promise<CheckpointView>;

const STATUS_OF = { approve: "approved", decline: "declined" } as const;

/**
 * Finds the checkpoint to decide: the one named, or the only open one that the caller may
 * decide (docs/asking.md, Who may decide). An agent never decides what it proposed (maker and
 * checker differ).
 * @throws checkpoint_not_found, not_your_checkpoint, maker_cannot_decide, no_open_checkpoint,
 * ambiguous_checkpoint
 */
export async function checkpointFor(
  call: QueryCall,
  conversation: Conversation,
  {
    checkpointId,
    show,
  }: { readonly checkpointId: string | undefined; readonly show: Show },
): Promise<Checkpoint> {
  if (checkpointId !== undefined) {
    return namedCheckpoint(call, conversation, checkpointId);
  }
  const mine = conversation.checkpoints.filter(
    (it) => it.forAccountId === call.member.accountId,
  );
  const waiting = mine.filter((it) => it.status === "open");
  const open = waiting.filter(
    (it) => !isMaker(it, call.member) && isTheirs(call, conversation, it),
  );
  const [made] = waiting;
  if (made && open.length === 0) throw madeByCaller(call, conversation, made);
  const [only] = open;
  if (only && open.length === 1) return only;
  if (open.length > 1) {
    const checkpoints = await Promise.all(
      open.map((it) => show(call, conversation, it)),
    );
    throw new ServiceError("ambiguous_checkpoint", { extra: { checkpoints } });
  }
  const last = mine.at(-1);
  if (last && hasEnded(last)) return last;
  throw new ServiceError("no_open_checkpoint");
}

function namedCheckpoint(
  call: QueryCall,
  conversation: Conversation,
  checkpointId: string,
): Checkpoint {
  const found = conversation.checkpoints.find((it) => it.id === checkpointId);
  if (!found) throw new ServiceError("checkpoint_not_found");
  if (found.forAccountId !== call.member.accountId) {
    throw new ServiceError("not_your_checkpoint");
  }
  if (isMaker(found, call.member)) {
    throw madeByCaller(call, conversation, found);
  }
  return found;
}

/**
 * True for a checkpoint that has ended: its error differs from that of one that never
 * existed.
 */
function hasEnded({ status }: Checkpoint): boolean {
  return status !== "open" && status !== "superseded";
}

/**
 * True if the same decision was taken before, so that this one only repeats it.
 * @throws already_decided, checkpoint_expired
 */
export function isRepeat(
  call: CommandCall,
  checkpoint: Checkpoint,
  decision: Decision,
): boolean {
  if (checkpoint.status === "open") {
    if (call.now < checkpoint.expiresAt) return false;
    throw new ServiceError("checkpoint_expired");
  }
  if (checkpoint.status === STATUS_OF[decision]) return true;
  if (checkpoint.status === "expired") {
    throw new ServiceError("checkpoint_expired");
  }
  if (checkpoint.status === "superseded") {
    throw new ServiceError("no_open_checkpoint");
  }
  throw new ServiceError("already_decided", {
    detail: told`Cannot change the decision: it is already ${checkpoint.status}.`,
  });
}
