import { checkAccess } from "../access/access.ts";
import type { Caller } from "../access/context.ts";
import { isMember } from "../access/principal.ts";
import { auditStore } from "../audit/store.ts";
import { LIMITS } from "../base/limits.ts";
import { showTime } from "../base/time.ts";
import { canRead } from "../conversations/model/audience.ts";
import type { Standing } from "../conversations/store/changes_store.ts";
import { changedSince } from "../conversations/store/changes_store.ts";
import { conversationStore } from "../conversations/store/store.ts";
import { ServiceError } from "../errors/errors.ts";
import { inboxOf, removalsOf } from "../events/bus.ts";
import { countConversations } from "../operations/count_conversations.ts";
import type { Services } from "../pipeline/call.ts";
import type { Frame, Reading, Source, Subscription } from "./event_stream.ts";
import { openStream } from "./event_stream.ts";

/**
 * Opens the stream of everything that changes in the caller's inbox: hints of what
 * to read again, and no content (docs/events.md, The whole inbox). It does not
 * resume: after each `ready` a client reads its lists.
 * @throws unauthenticated, insufficient_scope, too_many_streams
 */
export async function openAccountStream(
  services: Services,
  caller: Caller,
): Promise<Subscription> {
  const { principal } = caller;
  checkAccess(countConversations, principal);
  if (!isMember(principal)) throw new ServiceError("unauthenticated");
  const source = new AccountSource(services, principal.accountId);
  return await openStream(services, caller, source);
}

/** What changes whatever has a label: a client reads its lists anew. */
const ALL_CHANGED = ["label.renamed", "label.deleted"];

/** What changes in an account's inbox, told by its kind and its conversation. */
export class AccountSource implements Source {
  readonly subject = "account";
  readonly keys: readonly string[];
  readonly #services: Services;
  readonly #accountId: string;
  /** Version of the last change that was told, which a read may find again. */
  #told: ReadonlyMap<string, number> = new Map();
  #readAt = 0;
  /** Where the account's own chain was read to: it tells of flags. */
  #ownSeq = 0;
  #removed: Set<string> | undefined;

  constructor(services: Services, accountId: string) {
    this.#services = services;
    this.#accountId = accountId;
    this.keys = [inboxOf(accountId), removalsOf(accountId)];
  }

  woken(key: string, about: string | undefined): void {
    if (about === undefined || key !== removalsOf(this.#accountId)) return;
    this.#removed ??= new Set();
    if (this.#removed.size < LIMITS.accountChangesMax) this.#removed.add(about);
  }

  /** What is there already is for the client to read, and never told. */
  async open(): Promise<Reading> {
    this.#readAt = this.#services.clock();
    const end = await auditStore(this.#services.db).end(this.#accountId);
    this.#ownSeq = end.seq;
    await this.#changed();
    return { frames: [this.#ready()] };
  }

  /** The account's own inbox: whoever is signed in may read it. */
  async read(): Promise<Reading> {
    const told = this.#told;
    const changed = await this.#changed();
    // Too many changes to name one by one: the client reads everything again.
    if (changed.length === LIMITS.accountChangesMax) {
      return { frames: [this.#ready()] };
    }
    const frames: Frame[] = [];
    for (const it of changed.toReversed()) {
      frames.push(await this.#change(it, told.get(it.conversationId)));
    }
    return { frames: [...frames, ...(await this.#flags()), ...this.#gone()] };
  }

  /**
   * What is new since the last reading. A commit may reach the disk after one that
   * is later by its time, so that a while is looked at again.
   */
  async #changed(): Promise<readonly Standing[]> {
    const { db, clock } = this.#services;
    const since = this.#readAt - LIMITS.accountChangeLateMs;
    this.#readAt = clock();
    const rows = await changedSince(db)(this.#accountId, since);
    const told = this.#told;
    this.#told = new Map(rows.map((it) => [it.conversationId, it.version]));
    return rows.filter((it) => told.get(it.conversationId) !== it.version);
  }

  async #change(standing: Standing, told: number | undefined): Promise<Frame> {
    const { conversationId, version, state, updatedAt } = standing;
    const at = showTime(updatedAt);
    const events = await this.#eventsOf(standing, told ?? version - 1);
    const data = { conversationId, at, version, state, events };
    return { kind: "event", id: null, event: "conversation.changed", data };
  }

  /** Names of the events of a change that this account may read. */
  async #eventsOf(
    { conversationId, position }: Standing,
    told: number,
  ): Promise<readonly string[]> {
    const audit = auditStore(this.#services.db);
    const { eventSeq } = await audit.end(conversationId);
    const after = Math.max(0, eventSeq - LIMITS.accountChangeEvents);
    const names = (await audit.events(conversationId, after))
      .filter((row) => canRead(row, position))
      .flatMap(({ event }) => (event ? [event] : []))
      .filter(({ version }) => version > told)
      .map(({ name }) => name);
    return [...new Set(names)];
  }

  /** What the account did to its own flags and labels: the conversation itself is the same. */
  async #flags(): Promise<readonly Frame[]> {
    const { db } = this.#services;
    const rows = await auditStore(db).page(
      this.#accountId,
      this.#ownSeq,
      LIMITS.accountChangesMax,
    );
    const ids = new Map<string, string>();
    let isAnew = false;
    for (const { seq, body } of rows) {
      this.#ownSeq = seq;
      const { type, at, refs } = JSON.parse(body);
      if (type === "flags.changed") ids.set(refs.conversationId, at);
      isAnew ||= ALL_CHANGED.includes(type);
    }
    if (isAnew) return [this.#ready()];
    const frames: Frame[] = [];
    for (const [conversationId, at] of ids) {
      const viewerState = await conversationStore(db).viewerRow(
        conversationId,
        this.#accountId,
      );
      if (!viewerState) continue;
      const { unread, archived, labels } = viewerState;
      const flags = { unread, archived, labels: labels ?? [] };
      const data = { conversationId, at, ...flags };
      frames.push({ kind: "event", id: null, event: "flags.changed", data });
    }
    return frames;
  }

  #gone(): readonly Frame[] {
    const at = showTime(this.#services.clock());
    const frames = [...(this.#removed ?? [])].map((conversationId) => ({
      kind: "event" as const,
      id: null,
      event: "draft.deleted",
      data: { conversationId, at },
    }));
    this.#removed = undefined;
    return frames;
  }

  #ready(): Frame {
    const serverTime = showTime(this.#services.clock());
    const data = { reset: true, serverTime };
    return { kind: "event", id: null, event: "ready", data };
  }
}
