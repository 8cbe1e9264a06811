import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { PerCall } from "../../../access/per_call.ts";
import { hasScope } from "../../../access/principal.ts";
import { rehearsal } from "../../../access/rehearsal.ts";
import { LIMITS } from "../../../base/limits.ts";
import { DAY_MS } from "../../../base/time.ts";
import type { Sentence } from "../../../base/words/sentence.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { readTime } from "../../../errors/field_errors.ts";
import { inNameOf } from "../../../identity/in_name_of.ts";
import { memberBy } from "../../../identity/teams/member_for.ts";
import { actBy } from "../../model/acting.ts";
import { CALLABLE } from "../../model/callable.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import type { State } from "../../model/states.ts";
import { submit } from "./submit.ts";

/** When a draft is sent: at a time, or after some seconds of the service's clock. */
export interface Chosen {
  /** RFC 3339; null to keep it. */
  readonly sendAt?: string | null;
  readonly inSeconds?: number;
}

/** The chosen time in milliseconds; null for none. @throws invalid_input */
export function readSendAt(
  { now }: QueryCall,
  { sendAt, inSeconds }: Chosen,
): number | null {
  if ((sendAt === undefined) === (inSeconds === undefined)) {
    throw invalid("one_of", told`send either sendAt or inSeconds`);
  }
  if (inSeconds !== undefined) return now + inSeconds * 1_000;
  if (sendAt === undefined || sendAt === null) return null;
  const at = readTime("sendAt", sendAt);
  if (at <= now) throw invalid("past", told`sendAt must be in the future`);
  if (at > now + LIMITS.sendLaterDaysMax * DAY_MS) {
    throw invalid(
      "too_late",
      told`sendAt must be within ${LIMITS.sendLaterDaysMax} days`,
    );
  }
  return at;
}

/**
 * The call of the person or agent that scheduled a draft, with their current rights: an agent
 * has those of the access that it scheduled with.
 * @throws forbidden if that access was revoked, has expired or may no longer send
 */
export async function inNameOfChooser(
  call: CommandCall,
  { ownerId, sending }: Conversation,
): Promise<CommandCall> {
  const by = sending !== null && "at" in sending ? sending.by : null;
  if (by === null) return inNameOf(call, ownerId);
  const member = await memberBy(call, ownerId, by);
  if (member && hasScope(member, CALLABLE.submit.scope)) {
    return { ...call, member };
  }
  throw new ServiceError("forbidden", {
    detail: told`Cannot send it: the agent that scheduled it has lost its access or may no longer send. Send it yourself, or schedule it again.`,
  });
}

const trials = new PerCall<State>();

/**
 * Sends a draft without writing anything, once per call: its recipients and their terms also
 * decide.
 * @returns The state that it would be in.
 * @throws as {@linkcode submit}
 */
export async function trySending(
  call: QueryCall,
  draft: Conversation,
  me: Participant,
): Promise<State> {
  return await trials.get(call, `${draft.id} ${draft.version}`, async () => {
    const after = await submit(actBy(rehearsal(call), me), draft, "draft");
    return after.state;
  });
}

/** True once the time of a draft has come. */
export function isDue(
  { now }: Pick<QueryCall, "now">,
  { state, sending }: Conversation,
): boolean {
  const isChosen = sending !== null && "at" in sending;
  return state === "draft" && isChosen && sending.at <= now;
}

function invalid(code: string, detail: Sentence): ServiceError {
  return new ServiceError("invalid_input", {
    detail: told`Cannot schedule it: ${detail}.`,
    errors: [{ pointer: "/sendAt", code, detail }],
  });
}
