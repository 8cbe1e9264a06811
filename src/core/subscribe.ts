import { checkAccess } from "./access.ts";
import type { AuditRow, Head } from "./audit/chain.ts";
import { auditStore } from "./audit/store.ts";
import type { Services } from "./call.ts";
import { queryCall } from "./call.ts";
import type { Caller } from "./context.ts";
import { canRead } from "./conversations/audience.ts";
import type { Seated } from "./conversations/load.ts";
import { loadForMember } from "./conversations/load.ts";
import type { Conversation } from "./conversations/model.ts";
import { hiddenFrom, presentMessage } from "./conversations/present_message.ts";
import { isTerminal } from "./conversations/state.ts";
import { ServiceError } from "./errors.ts";
import { isLive } from "./identity/authenticate.ts";
import { LIMITS } from "./limits.ts";
import { getConversation } from "./operations/get_conversation.ts";
import { isMember } from "./principal.ts";
import { showTime } from "./time.ts";

/** What a subscriber receives, in order. */
export type Frame =
  | {
      readonly kind: "event";
      /** Number of the event in its conversation; null for `ready`. */
      readonly id: number | null;
      readonly event: string;
      readonly data: object;
    }
  | { readonly kind: "heartbeat" };

/** One open stream of a conversation's events. */
export interface Subscription {
  /** The next frame, or null once the stream has ended. */
  next(): Promise<Frame | null>;
  close(): void;
}

/**
 * Opens a conversation's events for one viewer: `ready` first, then what was
 * missed after `after`, then what happens (specification, section 6).
 * @throws unauthenticated, conversation_not_found, too_many_streams
 */
export async function openSubscription(
  services: Services,
  caller: Caller,
  input: { readonly conversationId: string; readonly after?: number },
): Promise<Subscription> {
  checkAccess(getConversation, caller.principal);
  const stream = new Stream(services, caller, input.conversationId);
  try {
    await stream.open(input.after);
    return stream;
  } catch (error) {
    stream.close();
    throw error;
  }
}

const HEARTBEAT: Frame = { kind: "heartbeat" };
const CHECKS_PER_HEARTBEAT = Math.round(
  LIMITS.streamHeartbeatMs / LIMITS.streamAccessCheckMs,
);
const CHECKS_AFTER_TERMINAL = Math.ceil(
  LIMITS.streamAfterTerminalMs / LIMITS.streamAccessCheckMs,
);

class Stream implements Subscription {
  readonly #services: Services;
  readonly #caller: Caller;
  readonly #conversationId: string;
  readonly #queue: Frame[] = [];
  readonly #unsubscribe: (() => void)[] = [];
  #last = 0;
  #checks = 0;
  #checksLeft = Number.POSITIVE_INFINITY;
  #closed = false;
  /** True when something happened that was not read yet. */
  #stale = false;
  #wake: () => void = () => {};

  constructor(services: Services, caller: Caller, conversationId: string) {
    this.#services = services;
    this.#caller = caller;
    this.#conversationId = conversationId;
  }

  /** Subscribes before it reads, so that nothing falls between. */
  async open(after: number | undefined): Promise<void> {
    this.#subscribe();
    const { conversation, head } = await this.#loadWithHead();
    const known = after === undefined ? head.eventSeq : after;
    const reset =
      known > head.eventSeq || head.eventSeq - known > LIMITS.streamReplayMax;
    this.#last = reset ? head.eventSeq : known;
    this.#queue.push({
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
    });
    await this.#read();
    if (isTerminal(conversation.state)) this.#checksLeft = 0;
  }

  async next(): Promise<Frame | null> {
    while (!this.#closed) {
      const frame = this.#queue.shift();
      if (frame) return frame;
      if (this.#stale) {
        this.#stale = false;
        if (await this.#hasAccess()) await this.#read();
        else this.close();
        continue;
      }
      if (this.#checksLeft <= 0) break;
      if ((await this.#wait()) === "woken") continue;
      this.#stale = true;
      this.#checks++;
      this.#checksLeft--;
      if (this.#checks % CHECKS_PER_HEARTBEAT === 0) return HEARTBEAT;
    }
    this.close();
    return null;
  }

  close(): void {
    this.#closed = true;
    for (const unsubscribe of this.#unsubscribe.splice(0)) unsubscribe();
    this.#wake();
  }

  #subscribe(): void {
    const { principal } = this.#caller;
    if (!isMember(principal)) throw new ServiceError("unauthenticated");
    const { bus } = this.#services;
    const { accountId, credentialId } = principal;
    const own = `streams of ${credentialId ?? accountId}`;
    const here = `${own} ${this.#conversationId}`;
    if (
      bus.count(here) >= LIMITS.streamsPerConversationMax ||
      bus.count(own) >= LIMITS.streamsPerCallerMax
    ) {
      throw new ServiceError("too_many_streams");
    }
    const wake = () => {
      this.#stale = true;
      this.#wake();
    };
    // The account's own chain tells of its credentials: access is checked then.
    for (const key of [this.#conversationId, accountId, own, here]) {
      this.#unsubscribe.push(bus.subscribe(key, wake));
    }
  }

  #load(): Promise<Seated> {
    const call = queryCall(this.#services, this.#caller);
    return loadForMember(call, this.#conversationId);
  }

  /** The conversation and the end of its chain, of one moment if possible. */
  async #loadWithHead(): Promise<{ conversation: Conversation; head: Head }> {
    const audit = auditStore(this.#services.db);
    let head = await audit.end(this.#conversationId);
    for (let attempt = 1; ; attempt++) {
      const { conversation } = await this.#load();
      const now = await audit.end(this.#conversationId);
      // The older end at worst: then something is told twice, never not at all.
      if (now.seq === head.seq || attempt === LIMITS.commitAttemptsMax) {
        return { conversation, head };
      }
      head = now;
    }
  }

  async #hasAccess(): Promise<boolean> {
    if (!(await isLive(this.#services, this.#caller.principal))) return false;
    try {
      await this.#load();
      return true;
    } catch (error) {
      if (error instanceof ServiceError) return false;
      throw error;
    }
  }

  /** Queues what was published since the last event, as this viewer sees it. */
  async #read(): Promise<void> {
    const rows = await auditStore(this.#services.db).events(
      this.#conversationId,
      this.#last,
    );
    if (rows.length === 0) return;
    const seated = await this.#load();
    for (const row of rows) {
      this.#last = row.eventSeq;
      const frame = frameOf(row, seated);
      if (frame) this.#queue.push(frame);
    }
    if (rows.length === LIMITS.streamReplayMax) this.#stale = true;
    else if (isTerminal(seated.conversation.state)) {
      this.#checksLeft = Math.min(this.#checksLeft, CHECKS_AFTER_TERMINAL);
    }
  }

  #wait(): Promise<"woken" | "tick"> {
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => resolve("tick"),
        LIMITS.streamAccessCheckMs,
      );
      this.#wake = () => {
        clearTimeout(timer);
        resolve("woken");
      };
    });
  }
}

/** An event as one viewer may see it; nothing for a message that is not theirs. */
function frameOf(
  row: AuditRow,
  { conversation, seat, me }: Seated,
): Frame | undefined {
  const { event } = row;
  if (!event || !canRead(row, seat.position)) return undefined;
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
    const hidden = hiddenFrom(conversation, seat.position);
    const shown = presentMessage(conversation, message, me, hidden);
    return frame({ contextId, state, message: shown });
  }
  if (name === "state.changed") {
    return frame({ state, ...details, actor: JSON.parse(row.body).actor });
  }
  return frame(details);
}
