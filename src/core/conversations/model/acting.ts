import type { CommandCall } from "../../access/context.ts";
import type { Review } from "../../review/review.ts";
import type { Conversation, Participant } from "./model.ts";
import { assertMover } from "./movers.ts";
import type { Mover } from "./states.ts";
import type { Verb } from "./transitions.ts";

// Not exported: only this file decides who moves a conversation.
const ACT = Symbol("act");

/** The movers of a conversation, and the verbs done so far. */
interface Act {
  readonly movers: readonly Mover[];
  readonly verbs: Verb[];
}

/** The result of an act; it determines the positions to notify if a person is asked. */
export interface Done extends Announced {
  /** The same value as before, if nothing changes. */
  readonly after: Conversation;
}

interface ActCall extends CommandCall {
  readonly [ACT]: Act;
}

function actOf(call: CommandCall): Act | undefined {
  return (call as Partial<ActCall>)[ACT];
}

/** The same call as an act of these movers, in addition to earlier ones. */
export function actAs(
  call: CommandCall,
  ...movers: readonly Mover[]
): CommandCall {
  const { movers: others = [], verbs = [] } = actOf(call) ?? {};
  const act: ActCall = {
    ...call,
    [ACT]: { movers: [...others, ...movers], verbs },
  };
  return act;
}

/** The call as an act of one participant. */
export function actBy(call: CommandCall, me: Participant): CommandCall {
  const { kind, guest } = call.member;
  const isPerson = kind === "person" && !guest;
  return actAs(call, moverOf(me), ...(isPerson ? ["person" as const] : []));
}

/** The role of a participant in the table of transitions. */
export function moverOf({ role }: Participant): Mover {
  if (role === "sender" || role === "arbiter") return role;
  return role === "to" ? "recipient" : "copy";
}

/**
 * Notes that a verb is done, by the actor or by the review that did not allow it.
 * @throws as {@linkcode assertMover}
 */
export function noteVerb(
  call: CommandCall,
  verb: Verb,
  review: Pick<Review, "outcome"> | undefined,
): void {
  const { movers, verbs } = actOf(call) ?? { movers: [], verbs: [] };
  const isHeldUp = review !== undefined && review.outcome !== "allow";
  assertMover(verb, isHeldUp ? [...movers, "review"] : movers);
  verbs.push(verb);
}

/** The movers of this call, in the table's terms. */
export function moversOf(call: CommandCall): readonly Mover[] {
  return actOf(call)?.movers ?? [];
}

/** The verbs of this act, in order. */
export function verbsOf(call: CommandCall): readonly Verb[] {
  return actOf(call)?.verbs ?? [];
}

/** The positions to notify of a change, and its actor's. */
export interface Announced {
  /** Positions with something new to read. */
  readonly notify?: readonly number[];
  /** Position of the actor, for whom it counts as read; null if they are asked something. */
  readonly actor?: number | null;
  /** True if only the actor's account is told, and the lists of the others stay as they are. */
  readonly isOwn?: boolean;
}
