import { parseJson } from "../../access/read_json.ts";
import { BoundedCache } from "../../base/cache.ts";
import type { ExternalServices } from "../../base/external_services.ts";
import { isObject } from "../../base/json.ts";
import { LIMITS } from "../../base/limits.ts";
import { told } from "../../base/words/sentence.ts";
import { ServiceError } from "../../errors/errors.ts";
import type { SignatureStatus } from "../card_signature.ts";
import { checkSignatures } from "../card_signature.ts";
import { parseForeignUrl } from "./foreign_url.ts";
import { guardedFetch } from "./guarded_fetch.ts";
import { unusable } from "./http_exchange.ts";
import { knownCard, shownCard } from "./read_remote_card.ts";
import type { RemoteAgentCard } from "./remote_card_schema.ts";

/** A card of a foreign agent: somebody's words, checked only in form. */
export interface RemoteCard {
  readonly card: RemoteAgentCard;
  /** Its address after redirects. */
  readonly url: string;
  readonly signature: SignatureStatus;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
}

/** The needs of fetching; every call of an operation has it. */
export interface RemoteWorld {
  readonly outside: ExternalServices;
  readonly clock: () => number;
}

/** The outcome of a fetch, cached for a short time. */
type Kept =
  | { readonly until: number; readonly found: RemoteCard }
  | { readonly until: number; readonly failed: ServiceError };

/** The cards that this service fetched lately, and those it is fetching. */
class RemoteCards {
  readonly kept = new BoundedCache<string, Kept>(
    LIMITS.remoteCacheCharsMax,
    "remote_cards",
  );
  readonly running = new Map<string, Promise<RemoteCard>>();
}

const cardsOf = new WeakMap<ExternalServices, RemoteCards>();

/**
 * The agent card at a caller's URL. Simultaneous callers share one fetch; an answer is cached
 * for a minute, a failure for ten seconds.
 * @throws url_refused, card_unreachable, card_invalid, unavailable
 */
export async function fetchRemoteCard(
  world: RemoteWorld,
  url: string,
): Promise<RemoteCard> {
  const target = parseForeignUrl(world.outside, url);
  const cards = cardsOf.get(world.outside) ?? new RemoteCards();
  cardsOf.set(world.outside, cards);
  const kept = cards.kept.get(target.href);
  if (kept && kept.until > world.clock()) {
    if ("failed" in kept) throw kept.failed;
    return kept.found;
  }
  const running = cards.running.get(target.href);
  if (running) return running;
  if (cards.running.size >= LIMITS.remoteFetchesMax) {
    throw new ServiceError("unavailable", {
      detail: told`Cannot fetch the agent card now: too many are being fetched.`,
    });
  }
  const fetching = fetchAndKeep(world, cards, target).finally(() =>
    cards.running.delete(target.href),
  );
  cards.running.set(target.href, fetching);
  return fetching;
}

async function fetchAndKeep(
  { outside, clock }: RemoteWorld,
  { kept }: RemoteCards,
  target: URL,
): Promise<RemoteCard> {
  const key = target.href;
  try {
    const { found, chars } = await fetchCard(outside, target, clock);
    const until = found.fetchedAt + LIMITS.remoteCardKeptMs;
    kept.set(key, { until, found }, key.length + chars);
    return found;
  } catch (failed) {
    if (failed instanceof ServiceError) {
      const until = clock() + LIMITS.remoteFailureKeptMs;
      kept.set(key, { until, failed }, key.length + LIMITS.uriCharsMax);
    }
    throw failed;
  }
}

async function fetchCard(
  outside: ExternalServices,
  target: URL,
  clock: () => number,
) {
  const signal = outside.deadline(LIMITS.remoteFetchMs);
  const redirectsMax = LIMITS.remoteRedirectsMax;
  const wanted = { url: target, redirectsMax, signal };
  const { url, text } = await guardedFetch(outside, wanted);
  const document = parseDocument(text);
  const known = knownCard(document);
  const signature = await checkSignatures(
    { document, known },
    keysOf(outside, { origin: url.origin, signal }),
  );
  const card = shownCard(known);
  const found = { card, url: url.href, signature, fetchedAt: clock() };
  return { found, chars: text.length };
}

function parseDocument(text: string): Record<string, unknown> {
  let document: unknown;
  try {
    document = parseJson(text);
  } catch (cause) {
    throw unusable(told`it is not valid JSON, or is nested too deeply`, cause);
  }
  if (isObject(document)) return document;
  throw unusable(told`it is not a JSON object`);
}

/**
 * Key sets of the card's own origin, without redirects: a key from elsewhere would let
 * anybody sign for anybody. Each is fetched once per card.
 */
function keysOf(
  outside: ExternalServices,
  { origin, signal }: { readonly origin: string; readonly signal: AbortSignal },
): (jku: string) => Promise<string> {
  const fetched = new Map<string, Promise<string>>();
  return (jku) => {
    const url = parseForeignUrl(outside, jku);
    if (url.origin !== origin)
      throw new Error("The keys are of another origin");
    const text =
      fetched.get(url.href) ??
      guardedFetch(outside, { url, redirectsMax: 0, signal }).then(
        (it) => it.text,
      );
    fetched.set(url.href, text);
    return text;
  };
}
