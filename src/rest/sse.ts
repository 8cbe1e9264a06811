import type { Caller } from "../core/access/context.ts";
import type { Operation } from "../core/access/operation.ts";
import { LIMITS } from "../core/base/limits.ts";
import { told } from "../core/base/words/sentence.ts";
import { ServiceError } from "../core/errors/errors.ts";
import { countConversations } from "../core/operations/count_conversations.ts";
import { getConversation } from "../core/operations/get_conversation.ts";
import type { Services } from "../core/pipeline/call.ts";
import type { Subscription } from "../core/streams/event_stream.ts";
import { openSubscription } from "../core/streams/subscribe.ts";
import { openAccountStream } from "../core/streams/subscribe_account.ts";
import type { ClientAddress } from "../http/client_address.ts";
import type {
  EventFrame,
  EventStreams,
  StreamWire,
} from "../http/event_streams.ts";
import { eventStream, STREAM_HEADERS } from "../http/event_streams.ts";
import { problemResponse } from "../http/problem.ts";
import { SVC_VERSION } from "../http/request_info.ts";
import { refuseStrayQuery } from "./fields.ts";
import type { Handler } from "./handler.ts";
import { identifierOf } from "./handler.ts";
import type { Incoming } from "./incoming.ts";

export const SUBSCRIBE_PATH = "/v1/conversations/:conversationId/subscribe";
export const EVENTS_PATH = "/v1/events";

/** Serves a conversation's events (docs/events.md, One conversation). */
export function subscribeHandler(
  services: Services,
  streams: EventStreams,
  addressOf: ClientAddress,
): Handler {
  return streamHandler(services, streams, {
    addressOf,
    like: getConversation,
    query: ["after"],
    open(caller, incoming) {
      const after = lastEventId(incoming);
      return openSubscription(services, caller, {
        conversationId: incoming.params.conversationId ?? "",
        ...(after !== undefined && { after }),
      });
    },
  });
}

/** Serves the hints of an account's whole inbox (docs/events.md, The whole inbox). */
export function eventsHandler(
  services: Services,
  streams: EventStreams,
  addressOf: ClientAddress,
): Handler {
  return streamHandler(services, streams, {
    addressOf,
    like: countConversations,
    query: ["since"],
    open: (caller, { headers, query }) =>
      openAccountStream(
        services,
        caller,
        headers["last-event-id"] || query.since || undefined,
      ),
  });
}

/** One kind of stream. */
interface Streaming {
  readonly addressOf: ClientAddress;
  /** The query operation whose callers may open it. */
  readonly like: Operation;
  /** The query parameters that it may have. */
  readonly query: readonly string[];
  readonly open: (caller: Caller, incoming: Incoming) => Promise<Subscription>;
}

function streamHandler(
  services: Services,
  streams: EventStreams,
  { addressOf, like, query, open }: Streaming,
): Handler {
  const identify = identifierOf(services, addressOf);
  const wire = restEvents(streams, services);
  return async (incoming) => {
    try {
      const principal = await identify(like, incoming);
      const { headers, requestId, request } = incoming;
      refuseOtherTypes(headers.accept);
      refuseStrayQuery(told`subscribe`, query, incoming);
      const caller: Caller = { principal, via: "rest", requestId };
      const subscription = await open(caller, incoming);
      const body =
        request.method === "HEAD"
          ? closed(subscription)
          : eventStream(subscription, wire);
      return new Response(body, {
        headers: {
          ...STREAM_HEADERS,
          "x-request-id": requestId,
          "svc-version": SVC_VERSION,
        },
      });
    } catch (error) {
      return problemResponse(services, error, incoming);
    }
  };
}

function closed(subscription: Subscription): null {
  subscription.close();
  return null;
}

function refuseOtherTypes(accept: string | undefined): void {
  if (accept?.toLowerCase().includes("text/event-stream")) return;
  throw new ServiceError("not_acceptable", {
    detail: told`Cannot subscribe: send Accept: text/event-stream.`,
  });
}

/** An id that was never issued is answered with `ready {reset: true}`. */
const UNKNOWN_ID = Number.MAX_SAFE_INTEGER;

/** A reconnecting client's header is newer than its address. */
function lastEventId({ headers, query }: Incoming): number | undefined {
  const text = headers["last-event-id"] || query.after;
  if (!text) return undefined;
  return /^\d{1,15}$/.test(text) ? Number(text) : UNKNOWN_ID;
}

/** How REST encodes events. */
export function restEvents(
  streams: EventStreams,
  { log }: Pick<Services, "log">,
): StreamWire {
  return {
    streams,
    log: (error) => log.error("rest.subscribe", error),
    first: FIRST,
    write: writtenOnce,
  };
}

const UTF8 = new TextEncoder();
const FIRST = UTF8.encode(`retry: ${LIMITS.streamRetryMs}\n\n`);

/** Streams with the same events share their bytes. */
const written = new WeakMap<EventFrame, Uint8Array>();

function writtenOnce(frame: EventFrame): Uint8Array {
  const known = written.get(frame);
  if (known) return known;
  const bytes = UTF8.encode(textOf(frame));
  written.set(frame, bytes);
  return bytes;
}

/** One event in the form of the HTML standard (section 9.2). */
function textOf({ id, event, data }: EventFrame): string {
  const idLine = id === null ? "" : `id: ${id}\n`;
  return `${idLine}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
