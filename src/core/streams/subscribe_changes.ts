import type { Caller } from "../access/context.ts";
import type { Member } from "../access/principal.ts";
import { hasScope, isMember } from "../access/principal.ts";
import { conversationStore } from "../conversations/acts/store/store.ts";
import { ServiceError } from "../errors/errors.ts";
import { scopesNow } from "../identity/authenticate.ts";
import type { Services } from "../pipeline/call.ts";
import type { Frames, Source, Subscription } from "./event_stream.ts";
import { openStream } from "./event_stream.ts";
import { AccountSource } from "./subscribe_account.ts";

/** The changes that a client wants to hear of. */
export interface Choice {
  /** Conversations by their ids. */
  readonly conversationIds: readonly string[];
  /** All changes in the inbox. */
  readonly inbox?: boolean;
  /** The scopes of its access. */
  readonly access: boolean;
}

const READ = "conversations:read";

/** True for a caller that may hear of an inbox. */
export function mayBeTold({ scopes }: Member): boolean {
  return hasScope({ scopes }, READ);
}

/** The given conversations that the caller may hear of. */
export async function tellable(
  { db }: Services,
  member: Member,
  conversationIds: readonly string[],
): Promise<readonly string[]> {
  if (!mayBeTold(member)) return [];
  const { accountId } = member;
  const store = conversationStore(db);
  const mine: string[] = [];
  for (const id of new Set(conversationIds)) {
    if (await store.viewerRow(id, accountId)) mine.push(id);
  }
  return mine;
}

/**
 * Opens a stream of hints that some conversations have changed, as in the stream of the whole
 * inbox, and of `access.changed` when the owner has granted other scopes. It ends with the
 * access.
 * @throws unauthenticated, too_many_streams
 */
export async function openChangeStream(
  services: Services,
  caller: Caller,
  wanted: Choice,
): Promise<Subscription> {
  const { principal } = caller;
  if (!isMember(principal)) throw new ServiceError("unauthenticated");
  const source = new ChangeSource(services, principal, wanted);
  return await openStream(services, caller, source);
}

class ChangeSource implements Source {
  readonly subject = "changes";
  readonly keys: readonly string[];
  readonly #services: Services;
  readonly #member: Member;
  readonly #access: boolean;
  readonly #ids: ReadonlySet<string>;
  readonly #isAll: boolean;
  /** Undefined if no conversation is asked for. */
  readonly #inbox: AccountSource | undefined;
  #scopes: string;

  constructor(
    services: Services,
    member: Member,
    { conversationIds, inbox = false, access }: Choice,
  ) {
    this.#services = services;
    this.#member = member;
    this.#access = access;
    this.#ids = new Set(conversationIds);
    this.#isAll = inbox;
    this.#inbox =
      inbox || conversationIds.length > 0
        ? new AccountSource(services, member)
        : undefined;
    this.keys = this.#inbox?.keys ?? [];
    this.#scopes = JSON.stringify(member.scopes);
  }

  /** The client reads earlier changes itself. */
  async open(): Promise<Frames> {
    await this.#inbox?.open();
    return { frames: [] };
  }

  async read(): Promise<Frames | null> {
    if (!(await this.#mayRead())) return null;
    const { frames } = (await this.#inbox?.read()) ?? { frames: [] };
    const told = frames.filter(
      (it) => it.kind === "event" && this.#isAsked(it.event, it.data),
    );
    return { frames: [...(await this.#accessChange()), ...told] };
  }

  async #mayRead(): Promise<boolean> {
    if (!this.#inbox) return true;
    const scopes = await scopesNow(this.#services, this.#member);
    return hasScope({ scopes }, READ);
  }

  /** A repeated `ready` means that anything may have changed. */
  #isAsked(event: string, data: object): boolean {
    if (event === "ready") return true;
    const id = "conversationId" in data ? data.conversationId : undefined;
    return typeof id === "string" && (this.#isAll || this.#ids.has(id));
  }

  async #accessChange(): Promise<Frames["frames"]> {
    if (!this.#access) return [];
    const scopes = JSON.stringify(
      await scopesNow(this.#services, this.#member),
    );
    if (scopes === this.#scopes) return [];
    this.#scopes = scopes;
    return [{ kind: "event", id: null, event: "access.changed", data: {} }];
  }
}
