/**
 * How is a conversation changed, by whom, and how is the change saved? Each operation names
 * its verb and its own steps; this file does the rest. Creating a conversation, claiming an
 * invite and deleting a draft do not use this file, but do use `move` and `save`.
 * @module
 */
import type { CommandCall } from "../../access/context.ts";
import type { Done } from "../model/acting.ts";
import { actAs, actBy, moversOf } from "../model/acting.ts";
import type { Conversation, Participant, ViewerState } from "../model/model.ts";
import { assertMover } from "../model/movers.ts";
import type { Verb } from "../model/transitions.ts";
import { nextVersion, recordEvent } from "./store/change.ts";
import { dueStore } from "./store/due_store.ts";
import { queueFetches } from "./store/foreign_queue.ts";
import { loadToAct } from "./store/load.ts";
import { save } from "./store/save.ts";
import { conversationStore } from "./store/store.ts";
import { stateAfter } from "./store/viewer_flags_store.ts";

/** The input of an act. */
export interface Doing {
  /** The call, with its actor. */
  readonly call: CommandCall;
  readonly before: Conversation;
  /** The next version, dated now: each change starts from it. */
  readonly next: Conversation;
  readonly me: Participant;
}

/** The steps of one operation, without those that all acts share. */
export interface ActDefinition<D extends Done> {
  /** The verb of the state table whose row says who may act; any participant if absent. */
  readonly verb?: Verb;
  /** Ids of older messages and checkpoints to load, if they exist. */
  readonly names?: readonly string[];
  run(doing: Doing): Promise<D> | D;
}

/**
 * Changes a conversation for a member: loads it, checks the right, runs the act's own steps,
 * checks its verbs and its money against the state table, and saves it with everyone's flags.
 * The only way for a member to change one.
 * @throws conversation_not_found, as {@linkcode assertMover} and the act itself
 */
export async function perform<D extends Done>(
  call: CommandCall,
  conversationId: string,
  { verb, names, run }: ActDefinition<D>,
) {
  const loaded = await loadToAct(call, conversationId, names);
  const { conversation: before, me } = loaded;
  const acting = actBy(call, me);
  if (verb) assertMover(verb, moversOf(acting));
  const next = nextVersion(call, before);
  const done = await run({ call: acting, before, next, me });
  const isRepeat = done.after === before || done.after === next;
  const viewerState = isRepeat
    ? loaded.viewerState
    : conclude(acting, before, loaded.viewerState, done);
  const after = isRepeat ? before : done.after;
  return { ...done, before, after, viewerState };
}

/** Saves the result of an act and returns the viewer's state after it. */
export function conclude<V extends ViewerState>(
  call: CommandCall,
  before: Conversation | null,
  viewer: V,
  { after, ...told }: Done,
): V {
  const { position } = viewer;
  recordEvidence(call, after);
  queueFetches(call, after);
  const whom = asksOwnPerson(call, before, after)
    ? { notify: [position], actor: null }
    : { actor: position, ...told };
  save(call, before, after, whom);
  return stateAfter(viewer, whom);
}

/** Records whose signed request caused the change, so that its sender can't deny it. */
function recordEvidence(call: CommandCall, after: Conversation): void {
  const { evidence } = call.caller;
  if (!evidence) return;
  recordEvent(call, after, "remote.received", { refs: { ...evidence } });
}

/** True if an agent's act waits for its own person, who then has something to read. */
export function asksOwnPerson(
  { member }: CommandCall,
  before: Conversation | null,
  { checkpoints }: Conversation,
): boolean {
  if (member.kind !== "agent") return false;
  const known = new Set(before?.checkpoints.map(({ id }) => id));
  return checkpoints.some(
    ({ id, status, forAccountId }) =>
      status === "open" && forAccountId === member.accountId && !known.has(id),
  );
}

/** A change by the clock; undefined if it is not due. */
type Clockwork = (
  call: CommandCall,
  before: Conversation,
  next: Conversation,
) => Promise<Done | undefined> | Done | undefined;

/**
 * Changes a conversation by the clock, after checking again that the change is due. The only
 * way for the clock to do so.
 */
export async function actOfClock(
  call: CommandCall,
  conversationId: string,
  run: Clockwork,
): Promise<{ readonly done: boolean }> {
  const version = await dueStore(call.db).version(conversationId);
  // The draft may have been deleted since.
  if (version === undefined) return { done: false };
  const store = conversationStore(call.db);
  const before = await store.load(conversationId, version);
  const acting = actAs(call, "system");
  const done = await run(acting, before, nextVersion(call, before));
  if (!done) return { done: false };
  const { after, ...told } = done;
  save(acting, before, after, told);
  return { done: true };
}
