import type { StreamEvent } from "./event_lines.ts";
import type { FollowOptions } from "./follow.ts";
import { follow } from "./follow.ts";
import { Operations } from "./generated/operations.ts";
import type * as types from "./generated/types.ts";
import type { CallOptions, Route, TransportOptions } from "./transport.ts";
import { Transport } from "./transport.ts";

/** Items one by one, read on demand. */
type Every<T> = AsyncGenerator<T, void, undefined>;

/** A page of a list with a cursor. */
interface Page {
  readonly nextCursor: string | null;
}

interface Paged {
  readonly cursor?: string;
}

/** A client of the inbox: each operation of its REST interface is a method. */
export class Inbox extends Operations {
  readonly #transport: Transport;

  constructor(options: TransportOptions) {
    super();
    this.#transport = new Transport(options);
  }

  override async call<O>(route: Route, options?: CallOptions): Promise<O> {
    const isWhole = true;
    const sent = this.#transport.send({ ...route, isWhole }, options);
    return await (await sent).json();
  }

  override send(route: Route, options?: CallOptions): Promise<Response> {
    return this.#transport.send(route, options);
  }

  /** Every conversation of a list, on all its pages. */
  conversations(
    input: types.ListConversationsInput = {},
    options?: CallOptions,
  ): Every<types.Conversation> {
    const read = (it: typeof input) => this.listConversations(it, options);
    return every(read, input, (page) => page.conversations);
  }

  /** Every contact. */
  contacts(
    input: types.ListContactsInput = {},
    options?: CallOptions,
  ): Every<types.ListContactsOutput["contacts"][number]> {
    const read = (it: typeof input) => this.listContacts(it, options);
    return every(read, input, (page) => page.contacts);
  }

  /** Every payment found. */
  payments(
    input: types.FindPaymentsInput = {},
    options?: CallOptions,
  ): Every<types.FindPaymentsOutput["payments"][number]> {
    const read = (it: typeof input) => this.findPayments(it, options);
    return every(read, input, (page) => page.payments);
  }

  /** Every entry of the statement, newest first. */
  statement(
    input: types.ListPaymentsInput = {},
    options?: CallOptions,
  ): Every<types.ListPaymentsOutput["entries"][number]> {
    const read = (it: typeof input) => this.listPayments(it, options);
    return every(read, input, (page) => page.entries);
  }

  /** The whole log of a webhook, newest first. */
  webhookDeliveries(
    input: types.ListWebhookDeliveriesInput,
    options?: CallOptions,
  ): Every<types.ListWebhookDeliveriesOutput["deliveries"][number]> {
    const read = (it: typeof input) => this.listWebhookDeliveries(it, options);
    return every(read, input, (page) => page.deliveries);
  }

  /** Every record of a conversation's audit chain, oldest first. */
  async *auditRecords(
    input: types.ReadAuditInput,
    options?: CallOptions,
  ): Every<types.ReadAuditOutput["records"][number]> {
    for (let { after } = input; ; ) {
      const page = await this.readAudit(
        { ...input, ...(after !== undefined && { after }) },
        options,
      );
      yield* page.records;
      if (!page.hasMore || page.nextAfter === null) return;
      after = page.nextAfter;
    }
  }

  /**
   * All changes since a state, page by page. Store the `state` of each answer, and pass it as
   * `since` the next time. Without `since`, the only answer is the current state.
   * @throws Problem `state_expired` if the copy has to be read again
   */
  async *changes(
    input: types.ListChangesInput = {},
    options?: CallOptions,
  ): Every<types.ListChangesOutput> {
    for (let { since } = input; ; ) {
      const page = await this.listChanges(
        { ...input, ...(since !== undefined && { since }) },
        options,
      );
      yield page;
      if (!page.hasMore) return;
      since = page.state;
    }
  }

  /** The same without an end: the changes since then, and new ones as they happen. */
  async *watch(
    { since }: { readonly since: string },
    options: FollowOptions = {},
  ): Every<types.ListChangesOutput> {
    const { signal } = options;
    let state = since;
    for await (const event of this.events({}, { ...options, lastId: since })) {
      // An earlier answer already included this event's change.
      if (event.id === state) continue;
      const call = signal ? { signal } : {};
      for await (const page of this.changes({ since: state }, call)) {
        const isNew = page.state !== state;
        state = page.state;
        if (isNew) yield page;
      }
    }
  }

  /** The events of one conversation, or of the whole inbox (docs/events.md), without an end. */
  events(
    input: { readonly conversationId: string },
    options?: FollowOptions,
  ): Every<types.ConversationEvent>;
  events(
    input?: { readonly conversationId?: never },
    options?: FollowOptions,
  ): Every<types.InboxEvent>;
  async *events(
    { conversationId }: { readonly conversationId?: string } = {},
    options?: FollowOptions,
  ): Every<types.ConversationEvent | types.InboxEvent> {
    const path =
      conversationId === undefined
        ? "/v1/events"
        : `/v1/conversations/${encodeURIComponent(conversationId)}/subscribe`;
    for await (const event of follow(this.#transport, path, options)) {
      yield heard(event);
    }
  }
}

/** An event as the service sends it, unchecked like each answer. */
function heard({ id, name, data }: StreamEvent) {
  const known = id === undefined ? {} : { id };
  const event = { ...known, event: name, data: JSON.parse(data) };
  return event as types.ConversationEvent | types.InboxEvent;
}

/** The items on all pages of any list with a cursor. */
export async function* every<I extends Paged, O extends Page, T>(
  read: (input: I) => Promise<O>,
  input: I,
  itemsOf: (page: O) => readonly T[],
): Every<T> {
  let next = input;
  for (;;) {
    const page = await read(next);
    yield* itemsOf(page);
    if (page.nextCursor === null) return;
    next = { ...input, cursor: page.nextCursor };
  }
}
