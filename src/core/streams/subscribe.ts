/**
 * How does a reader follow changes as they happen? A conversation here, an inbox in
 * `subscribe_account.ts`, the changes of MCP in `subscribe_changes.ts`. `shared_reads.ts`
 * is what open streams share.
 * @module
 */
import { checkAccess } from "../access/access.ts";
import type { Caller } from "../access/context.ts";
import { isMember } from "../access/principal.ts";
import type { Entry, Head } from "../audit/chain.ts";
import { auditStore } from "../audit/store.ts";
import { LIMITS } from "../base/limits.ts";
import { showTime } from "../base/time.ts";
import { sayInEnglish } from "../base/words/say.ts";
import type { Loaded } from "../conversations/acts/store/load.ts";
import { loadForMember } from "../conversations/acts/store/load.ts";
import { canRead } from "../conversations/model/audience.ts";
import type { Conversation } from "../conversations/model/model.ts";
import {
  actorIn,
  presentActorIn,
  presentSigner,
} from "../conversations/model/shown/present_actor.ts";
import { isTerminal } from "../conversations/model/states.ts";
import { presentMessage } from "../conversations/read/projection/present_message.ts";
import { isKnown } from "../conversations/read/projection/shown_thread.ts";
import { perDatabase } from "../db/per_database.ts";
import { ServiceError } from "../errors/errors.ts";
import { getConversation } from "../operations/get_conversation.ts";
import type { Services } from "../pipeline/call.ts";
import { queryCall } from "../pipeline/query_call.ts";
import type { Frame, Frames, Source, Subscription } from "./event_stream.ts";
import { openStream } from "./event_stream.ts";
import { SharedReads } from "./shared_reads.ts";

/** The stream to open. */
interface Subscribing {
  readonly conversationId: string;
  /** The last event that the reader has. */
  readonly after?: number;
  /** True to be told `changed` for a change without an event, such as a file's. */
  readonly isWhole?: boolean;
}

/**
 * Opens a conversation's events for one viewer: `ready`, then what was missed after `after`,
 * then new events (docs/events.md, Resuming).
 * @throws unauthenticated, conversation_not_found, too_many_streams
 */
export async function openSubscription(
  services: Services,
  caller: Caller,
  input: Subscribing,
): Promise<Subscription> {
  checkAccess(getConversation, caller.principal);
  const source = new ConversationSource(services, caller, input);
  return await openStream(services, caller, source);
}

const CHECKS_AFTER_TERMINAL = Math.ceil(
  LIMITS.streamAfterTerminalMs / LIMITS.streamAccessCheckMs,
);

/** A reading for all streams of one viewer that are at the same event. */
interface ReadChanges extends Frames {
  readonly last: number;
  /** That of the conversation. */
  readonly version: number;
}

const readingsOf = perDatabase(() => new SharedReads<ReadChanges | null>());

class ConversationSource implements Source {
  readonly #services: Services;
  readonly #caller: Caller;
  readonly #conversationId: string;
  readonly #after: number | undefined;
  readonly #isWhole: boolean;
  #last = 0;
  #version = 0;

  constructor(
    services: Services,
    caller: Caller,
    { conversationId, after, isWhole = false }: Subscribing,
  ) {
    this.#services = services;
    this.#caller = caller;
    this.#conversationId = conversationId;
    this.#after = after;
    this.#isWhole = isWhole;
  }

  get subject(): string {
    return this.#conversationId;
  }

  get keys(): readonly string[] {
    return [this.#conversationId];
  }

  async open(): Promise<Frames> {
    const after = this.#after;
    const { conversation, head } = await this.#loadWithHead();
    const known = after === undefined ? head.eventSeq : after;
    const reset =
      known > head.eventSeq || head.eventSeq - known > LIMITS.streamReplayMax;
    this.#last = reset ? head.eventSeq : known;
    this.#version = conversation.version;
    const ready: Frame = {
      kind: "event",
      id: null,
      event: "ready",
      data: {
        conversationId: conversation.id,
        contextId: conversation.contextId,
        state: conversation.state,
        version: conversation.version,
        lastEventId: head.eventSeq,
        replayFrom: after === undefined || reset ? null : after,
        reset,
        serverTime: showTime(this.#services.clock()),
      },
    };
    const missed = (await this.read()) ?? { frames: [] };
    const isOver = isTerminal(conversation.state);
    return {
      ...missed,
      frames: [ready, ...missed.frames],
      ...(isOver && { checksLeft: 0 }),
    };
  }

  /** The changes published since the last event, as this viewer sees them. */
  async read(): Promise<Frames | null> {
    const { db, bus } = this.#services;
    const after = this.#last;
    const known = this.#isWhole ? ` ${this.#version}` : "";
    const told = await readingsOf(db).once(
      bus,
      `${this.#viewing()} ${after}${known}`,
      () => this.#readAfter(after),
    );
    if (told) {
      this.#last = told.last;
      this.#version = told.version;
    }
    return told;
  }

  async #readAfter(after: number): Promise<ReadChanges | null> {
    const now = await this.#readable();
    if (!now) return null;
    const rows = await auditStore(this.#services.db).events(
      this.#conversationId,
      after,
    );
    const last = rows.at(-1)?.eventSeq ?? after;
    if (rows.length === 0) {
      const { version } = now;
      const isChanged = this.#isWhole && version > this.#version;
      return { frames: isChanged ? [changedFrame(now)] : [], last, version };
    }
    // Loaded after the events, and not shared with earlier reads: it must contain what
    // they tell.
    const loaded = await this.#load(namedBy(rows));
    const { version, state } = loaded.conversation;
    const frames = rows.flatMap((row) => frameOf(row, loaded) ?? []);
    const told = { frames, last, version };
    if (rows.length === LIMITS.streamReplayMax) {
      return { ...told, isMore: true };
    }
    return isTerminal(state)
      ? { ...told, checksLeft: CHECKS_AFTER_TERMINAL }
      : told;
  }

  /** The conversation, as long as the viewer may read it. */
  async #readable(): Promise<Conversation | null> {
    try {
      return (await this.#load()).conversation;
    } catch (error) {
      if (error instanceof ServiceError) return null;
      throw error;
    }
  }

  #load(names: readonly string[] = []): Promise<Loaded> {
    const call = queryCall(this.#services, this.#caller);
    return loadForMember(call, this.#conversationId, names);
  }

  /** The key of the conversation and the viewer: only a member has a stream. */
  #viewing(): string {
    const { principal } = this.#caller;
    const viewer = isMember(principal) ? principal.accountId : "";
    return `${this.#conversationId} ${viewer}`;
  }

  /** The conversation and the end of its chain, from the same moment if possible. */
  async #loadWithHead(): Promise<{ conversation: Conversation; head: Head }> {
    const audit = auditStore(this.#services.db);
    let head = await audit.end(this.#conversationId);
    for (let attempt = 1; ; attempt++) {
      const { conversation } = await this.#load();
      const now = await audit.end(this.#conversationId);
      // Otherwise start at the older end: an event may come twice, but is never lost.
      if (now.seq === head.seq || attempt === LIMITS.commitAttemptsMax) {
        return { conversation, head };
      }
      head = now;
    }
  }
}

function changedFrame({ id, version, state }: Conversation): Frame {
  const data = { conversationId: id, version, state };
  return { kind: "event", id: null, event: "changed", data };
}

/** The messages that events are about. */
function namedBy(rows: readonly Entry[]): readonly string[] {
  return rows.flatMap(({ event }) =>
    typeof event?.messageId === "string" ? event.messageId : [],
  );
}

/** An event as one viewer may see it; none for a message of others. */
function frameOf(row: Entry, loaded: Loaded): Frame | undefined {
  const { conversation, viewerState, me } = loaded;
  const { event } = row;
  if (!event || !canRead(row, viewerState.position)) return undefined;
  const { name, eventId, at, version, state, ...details } = event;
  const common = { eventId, conversationId: conversation.id, at, version };
  const frame = (data: object): Frame => ({
    kind: "event",
    id: row.eventSeq,
    event: name,
    data: { ...common, ...data },
  });
  if (name === "message.appended") {
    const message = conversation.messages.find(
      (it) => it.id === details.messageId,
    );
    if (!message) return undefined;
    const { contextId } = conversation;
    const { position } = viewerState;
    const names = { has: (id: string) => isKnown(conversation, position, id) };
    // All streams of a viewer get the same, in any language.
    const by = { viewer: me, say: sayInEnglish };
    const shown = presentMessage(conversation, message, by, names);
    return frame({ contextId, state, message: shown });
  }
  if (PLAIN.has(name)) {
    return frame({ state, ...details, actor: eventActor(row, loaded) });
  }
  const actor = eventActor(row, loaded);
  return frame({ ...withSigner(details, loaded), actor });
}

/** Events that say nothing beside the state that depends on the viewer. */
const PLAIN: ReadonlySet<string> = new Set([
  "state.changed",
  "terms.changed",
  "dispute.changed",
]);

/** The actor of an event for one viewer, as recorded and in words. */
function eventActor(row: Entry, { conversation, me }: Loaded) {
  const actor = actorIn(row);
  const { accountId, address } = actor;
  return {
    ...(accountId !== undefined && { accountId }),
    ...(address !== undefined && { address }),
    ...presentActorIn(conversation, actor, me, sayInEnglish),
  };
}

/** An event stores the payment as everyone sees it; the signer's name depends on the reader. */
function withSigner(
  details: Readonly<Record<string, unknown>>,
  { conversation, me }: Loaded,
): object {
  const { payment } = details as { readonly payment?: object };
  if (!payment || !("signedBy" in payment)) return details;
  const signedBy = presentSigner(conversation, me, sayInEnglish);
  return { ...details, payment: { ...payment, ...(signedBy && { signedBy }) } };
}
