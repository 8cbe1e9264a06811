import { checkAccess } from "../access/access.ts";
import type { Caller } from "../access/context.ts";
import type { Member } from "../access/principal.ts";
import { isMember } from "../access/principal.ts";
import { auditStore } from "../audit/store.ts";
import { LIMITS } from "../base/limits.ts";
import { showTime } from "../base/time.ts";
import { conversationStore } from "../conversations/acts/store/store.ts";
import { canRead } from "../conversations/model/audience.ts";
import type { StateRow } from "../conversations/read/lists/changes_store.ts";
import { standingOf } from "../conversations/read/lists/changes_store.ts";
import { showSnoozed } from "../conversations/read/projection/present.ts";
import { ServiceError } from "../errors/errors.ts";
import { inboxOf } from "../events/bus.ts";
import { resumed, sees, sightOf, writeState } from "../events/change_state.ts";
import type { ChangeRow, JournalPlace } from "../events/change_store.ts";
import { changeStore, NOWHERE } from "../events/change_store.ts";
import type { Replying } from "../events/replying.ts";
import { replyingIn } from "../events/replying.ts";
import { scopesNow } from "../identity/authenticate.ts";
import { countConversations } from "../operations/count_conversations.ts";
import type { Services } from "../pipeline/call.ts";
import type { InboxEvents } from "./event_schemas.ts";
import type { Frame, Frames, Source, Subscription } from "./event_stream.ts";
import { openStream } from "./event_stream.ts";

/**
 * Opens the stream of all changes in the caller's inbox: hints of what to read again, without
 * content (docs/events.md, The whole inbox). It continues from the client's state; after
 * `ready` with `reset` the client reads its lists.
 * @throws unauthenticated, insufficient_scope, too_many_streams
 */
export async function openAccountStream(
  services: Services,
  caller: Caller,
  state?: string,
): Promise<Subscription> {
  const { principal } = caller;
  checkAccess(countConversations, principal);
  if (!isMember(principal)) throw new ServiceError("unauthenticated");
  const source = new AccountSource(services, principal, state);
  return await openStream(services, caller, source);
}

/** Changes in an account's inbox, by kind and name. */
export class AccountSource implements Source {
  readonly subject = "account";
  readonly keys: readonly string[];
  readonly #services: Services;
  readonly #member: Member;
  /** The client's state, as it says. */
  readonly #state: string | undefined;
  /** Everything up to this place was sent. */
  #place: JournalPlace = NOWHERE;
  /** The kinds of changes it was sent: those it may see, at least so far. */
  #sight: number;
  /** The newest that it was told of each colleague. */
  readonly #told = new Map<string, Replying>();

  constructor(services: Services, member: Member, state?: string) {
    this.#services = services;
    this.#member = member;
    this.#state = state;
    this.#sight = sightOf(member);
    this.keys = [inboxOf(member.accountId)];
  }

  /** Without a state, the client reads what exists already; it is not sent. */
  async open(): Promise<Frames> {
    const known =
      this.#state === undefined
        ? undefined
        : await resumed(this.#services, this.#member, this.#state);
    this.#place = known ?? (await changeStore(this.#services.db).end());
    const reset = known === undefined;
    return { frames: [this.#ready(reset)], isMore: !reset };
  }

  /** The account's own inbox, which any signed-in caller of it may read. */
  async read(): Promise<Frames> {
    const { frames } = await this.#changes();
    return { frames: [...frames, ...this.#replies()] };
  }

  /** Colleagues who have begun or stopped to write since the last time. */
  #replies(): readonly Frame[] {
    const { accountId, team } = this.#member;
    if (!team) return [];
    return replyingIn(this.#services.db, accountId).flatMap((it) => {
      const { memberId, until, ...said } = it;
      const isOld = this.#told.get(memberId) === it;
      const isPast = until <= this.#services.clock();
      if (memberId === team.memberId || isOld) return [];
      if (isPast && !this.#told.has(memberId)) return [];
      this.#told.set(memberId, it);
      const data = { ...said, memberId, until: showTime(until) };
      const event = "replying.changed";
      return [{ kind: "event" as const, id: null, event, data }];
    });
  }

  async #changes(): Promise<Frames> {
    const rows = await this.#rows();
    const last = rows.at(-1);
    if (!last) return { frames: [] };
    // Too many changes to name one by one: the client reads everything again.
    const isAnew = rows.length === LIMITS.accountChangesMax;
    this.#place = isAnew
      ? await changeStore(this.#services.db).end()
      : { place: last.place, at: last.at };
    if (isAnew || rows.some(changesManyAtOnce)) {
      return { frames: [this.#ready(true)] };
    }
    this.#sight &= await this.#sightNow(rows);
    const frames: Frame[] = [];
    for (const change of merged(rows)) {
      if (sees(this.#sight, change.last))
        frames.push(...(await this.#frames(change)));
    }
    return { frames };
  }

  async #rows(): Promise<readonly ChangeRow[]> {
    const store = changeStore(this.#services.db);
    const { accountId } = this.#member;
    const limit = LIMITS.accountChangesMax;
    return await store.after(accountId, this.#place.place, limit);
  }

  /** The kinds it may see now: opening required conversations; other rights may be gone. */
  async #sightNow(rows: readonly ChangeRow[]): Promise<number> {
    const member = this.#member;
    if (rows.every(({ kind }) => kind === "conversation")) {
      return sightOf(member);
    }
    const scopes = await scopesNow(this.#services, member);
    return sightOf({ ...member, scopes });
  }

  /** A deleted conversation leaves only its end. */
  async #frames({ last, version, isFlagged }: Merged): Promise<Frame[]> {
    const { kind, objectId, what } = last;
    const at = showTime(last.at);
    if (kind === "contact") {
      const data = { address: objectId, at, gone: what === "gone" };
      return [this.#frame(last, "contact.changed", data)];
    }
    if (kind === "payment") {
      return [this.#frame(last, "payment.moved", { transferId: objectId, at })];
    }
    if (kind === "setting") {
      return [this.#frame(last, "settings.changed", { name: objectId, at })];
    }
    const conversationId = objectId;
    if (what === "gone") {
      return [this.#frame(last, "draft.deleted", { conversationId, at })];
    }
    const told =
      version === undefined ? [] : await this.#changed(last, version);
    if (!isFlagged) return told;
    // A client that has received only the first of two resumes before both.
    return [
      ...told.map((it) => ({ ...it, id: null })),
      ...(await this.#flags(last)),
    ];
  }

  async #changed(row: ChangeRow, first: number): Promise<Frame[]> {
    const { db } = this.#services;
    const { accountId } = this.#member;
    const standing = await standingOf(db)(row.objectId, accountId);
    if (!standing) return [];
    const { conversationId, version, state, updatedAt } = standing;
    const at = showTime(updatedAt);
    const events = await this.#eventsOf(standing, first - 1);
    const data = { conversationId, at, version, state, events };
    return [this.#frame(row, "conversation.changed", data)];
  }

  /** Names of a change's events that this account may read. */
  async #eventsOf(
    { conversationId, position }: StateRow,
    told: number,
  ): Promise<string[]> {
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

  /** Changes of the account's own flags and labels: the conversation is the same. */
  async #flags(row: ChangeRow): Promise<Frame[]> {
    const conversationId = row.objectId;
    const viewerState = await conversationStore(this.#services.db).viewerRow(
      conversationId,
      this.#member.accountId,
    );
    if (!viewerState) return [];
    const { unread, archived, labels } = viewerState;
    const snoozedUntil = showSnoozed(viewerState);
    const flags = {
      unread,
      archived,
      snoozedUntil,
      labels: [...(labels ?? [])],
    };
    const data = { conversationId, at: showTime(row.at), ...flags };
    return [this.#frame(row, "flags.changed", data)];
  }

  #ready(reset: boolean): Frame {
    const serverTime = showTime(this.#services.clock());
    return this.#frame(this.#place, "ready", { reset, serverTime });
  }

  #frame<N extends keyof InboxEvents>(
    place: JournalPlace,
    event: N,
    data: InboxEvents[N],
  ): Frame {
    const { signer } = this.#services;
    const known = { ...place, sight: this.#sight };
    const id = writeState(signer, this.#member.accountId, known);
    return { kind: "event", id, event, data };
  }
}

/** True for a renamed or deleted label, which may be on thousands of conversations. */
function changesManyAtOnce({ kind, objectId, what }: ChangeRow): boolean {
  return kind === "setting" && objectId === "labels" && what === "changed";
}

/** All changes of one thing. */
interface Merged {
  readonly last: ChangeRow;
  /** The first unsent version of a conversation; undefined for none. */
  readonly version: number | undefined;
  readonly isFlagged: boolean;
}

/** One for each thing, in the order of their last changes. */
function merged(rows: readonly ChangeRow[]): readonly Merged[] {
  const known = new Map<string, Merged>();
  for (const row of rows) {
    const key = `${row.kind} ${row.objectId}`;
    const before = known.get(key);
    known.delete(key);
    known.set(key, {
      last: row,
      version: before?.version ?? row.version ?? undefined,
      isFlagged: before?.isFlagged || row.what === "flags",
    });
  }
  return [...known.values()];
}
