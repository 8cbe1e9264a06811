import type { CommandCall } from "../../../access/context.ts";
import type { ContactChange } from "../../../addresses/contacts.ts";
import { serviceAgent } from "../../../agents/service_agents.ts";
import { LIMITS } from "../../../base/limits.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import type { Review } from "../../../review/review.ts";
import { actAs } from "../../model/acting.ts";
import { openAbout } from "../../model/checkpoints_about.ts";
import type { Checkpoint, Conversation } from "../../model/model.ts";
import { recipientsOf } from "../../model/model.ts";
import { isTerminal } from "../../model/states.ts";
import { askPerson } from "../checkpoints/ask.ts";
import { move, nextVersion, recordReview } from "../store/change.ts";
import { deskStore } from "../store/desk_store.ts";
import { loadForMember } from "../store/load.ts";
import { save } from "../store/save.ts";
import { callerAddressed, newFromService } from "../thread/from_service.ts";
import { grantAction } from "./rows/grant.ts";

const TITLE = "What your agents ask for your contacts";
const TEXT =
  "When an agent of yours wants to let somebody in or to make them a closer contact, I ask you here first. Nothing changes before you approve it.";

/**
 * Asks the caller's person to approve a change, in their conversation with `security`. The
 * same change is asked about once.
 * @param deskId The last conversation used; a new one is opened if it is closed or full.
 * @throws quota_exceeded
 */
export async function askGrant(
  call: CommandCall,
  change: ContactChange,
  review: Review,
  deskId: string | undefined,
): Promise<{ readonly desk: Conversation; readonly checkpoint: Checkpoint }> {
  const before =
    deskId === undefined ? undefined : await openDesk(call, deskId);
  const waiting = before ? openAbout(before, "grant") : [];
  const same = waiting.find((it) => it.actionDigest === review.actionDigest);
  if (before && same) return { desk: before, checkpoint: same };
  if (waiting.length >= LIMITS.grantsWaitingMax) throw tooMany(waiting.length);
  const desk = before ? nextVersion(call, before) : await newDesk(call);
  const [me] = recipientsOf(desk);
  if (!me) throw new RangeError("A desk is somebody's");
  recordReview(call, desk, review, me.position);
  const action = grantAction(change);
  const asking = { action, review };
  const asked = await askPerson(call, desk, me, asking);
  const acting = actAs(call, "recipient");
  const after = move(acting, asked, asked.state, "ask", {
    reason: "approval_needed",
    reviewId: review.reviewId,
  });
  save(acting, before ?? null, after, { notify: [me.position] });
  const checkpoint = after.checkpoints.at(-1);
  if (!checkpoint) throw new RangeError("A checkpoint was opened");
  return { desk: after, checkpoint };
}

/** The conversation in use, if it takes another checkpoint. */
async function openDesk(
  call: CommandCall,
  deskId: string,
): Promise<Conversation | undefined> {
  const { conversation } = await loadForMember(call, deskId);
  const { state, checkpoints } = conversation;
  const isUsable =
    !isTerminal(state) && checkpoints.length < LIMITS.grantsPerDeskMax;
  return isUsable ? conversation : undefined;
}

async function newDesk(call: CommandCall): Promise<Conversation> {
  const to = await callerAddressed(call);
  const agent = serviceAgent("security");
  const desk = newFromService(call, { agent, title: TITLE, text: TEXT, to });
  call.write(deskStore(call.db).put(to.accountId, desk.id));
  return desk;
}

function tooMany(count: number): ServiceError {
  return new ServiceError("quota_exceeded", {
    detail: told`Cannot ask to change another contact: ${count} are already waiting for your person.`,
  });
}
