/**
 * How is a conversation changed, by whom, and how is the change saved? Each operation that
 * acts names its verb and its own steps; the rest is the same here. A new conversation, a
 * claimed invite and a deleted draft go round this file, and not round `move` and `save`.
 * @module
 */
import type { CommandCall } from "../../access/context.ts";
import type { Done } from "../model/acting.ts";
import { actAs, actBy, moversOf } from "../model/acting.ts";
import type { Conversation, Participant, ViewerState } from "../model/model.ts";
import { assertMover } from "../model/movers.ts";
import type { Verb } from "../model/transitions.ts";
import { nextVersion } from "./store/change.ts";
import { dueStore } from "./store/due_store.ts";
import { loadToAct } from "./store/load.ts";
import { save } from "./store/save.ts";
import { conversationStore } from "./store/store.ts";
import { stateAfter } from "./store/viewer_flags_store.ts";

/** The input of an act. */
export interface Doing {
  /** The call, with its actor. */
  readonly call: CommandCall;
  readonly before: Conversation;
  /** Its next version, dated now: the start of every change. */
  readonly next: Conversation;
  readonly me: Participant;
}

/** The part of an operation that is its own, without the steps that all acts share. */
export interface ActDefinition<D extends Done> {
  /** The verb of the table whose row says who may; by whoever is in it if absent. */
  readonly verb?: Verb;
  /** Ids of older messages and checkpoints that it names, if they are there. */
  readonly names?: readonly string[];
  run(doing: Doing): Promise<D> | D;
}

/**
 * The one way in which a member changes a conversation: load it, refuse who may not,
 * do what is the act's own, hold its verbs and its money against the table, and save
 * it with the flags of everybody in it.
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

/** Saves the result of an act, and gives the viewer's state after it. */
export function conclude<V extends ViewerState>(
  call: CommandCall,
  before: Conversation | null,
  viewer: V,
  { after, ...told }: Done,
): V {
  const { position } = viewer;
  const whom = asksOwnPerson(call, before, after)
    ? { notify: [position], actor: null }
    : { actor: position, ...told };
  save(call, before, after, whom);
  return stateAfter(viewer, whom);
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

/** The one way in which the clock changes a conversation: it checks again that it is due. */
export async function actOfClock(
  call: CommandCall,
  conversationId: string,
  run: Clockwork,
): Promise<{ readonly done: boolean }> {
  const version = await dueStore(call.db).version(conversationId);
  // A draft may have been deleted since.
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
