import type { Static } from "typebox";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { parsePrice } from "../../access/parse_money.ts";
import { PerCall } from "../../access/per_call.ts";
import { parseJson } from "../../access/read_json.ts";
import { once } from "../../base/cache.ts";
import { LIMITS } from "../../base/limits.ts";
import { cleanLine, cleanText } from "../../base/text.ts";
import { ServiceError } from "../../errors/errors.ts";
import { readInputSchema } from "../offers/input_schema.ts";
import type { Offer } from "../offers/offer.ts";
import { OfferId, OfferSchema } from "../offers/offer.ts";
import { parseForeignUrl } from "./foreign_url.ts";
import { guardedFetch } from "./guarded_fetch.ts";
import type { RemoteCard, RemoteWorld } from "./remote_card.ts";

const Shown = Type.Object({ ...OfferSchema.properties, offerId: OfferId });
const Answer = Type.Object({
  offers: Type.Array(Shown, { maxItems: LIMITS.offersMax }),
});
const validator = once(() => Compile(Answer));

/** An offer as another service shows it, and as it can be ordered here. */
export interface RemoteOffer {
  readonly shown: Static<typeof OfferSchema>;
  readonly offer: Offer;
}

/** Offers of accounts at other services, as they were read for a call. */
export const metOffers = new PerCall<Offer | undefined>();

/**
 * Reads what an account at another service of our kind sells to everybody, beside its card; one
 * offer with the schema of its input, bounded as one of ours. None if it says something else.
 * @throws card_unreachable
 */
export async function fetchOffers(
  { outside, clock }: RemoteWorld,
  card: RemoteCard,
  offerId?: string,
): Promise<readonly RemoteOffer[]> {
  const at = new URL("offers", card.url);
  if (offerId !== undefined) at.searchParams.set("offerId", offerId);
  try {
    const signal = outside.deadline(LIMITS.remoteFetchMs);
    const url = parseForeignUrl(outside, at.href);
    const asked = guardedFetch(outside, { url, redirectsMax: 0, signal });
    const answer = parseJson((await asked).text);
    if (!validator().Check(answer)) return [];
    return answer.offers.map((it) => remoteOffer(it, clock()));
  } catch (error) {
    const isAnswer =
      error instanceof ServiceError && error.code !== "card_unreachable";
    if (isAnswer) return [];
    throw error;
  }
}

function remoteOffer(it: Static<typeof Shown>, updatedAt: number): RemoteOffer {
  const { arbiter: _theirs, ...shown } = it;
  const { soldOut, input, acceptWithin = null, deliverWithin = null } = it;
  const title = cleanLine(it.title);
  const description = cleanText(it.description);
  const { offerId, release, output } = it;
  const offer = {
    ...{ offerId, title, description, release, output, updatedAt },
    ...{ acceptWithin, deliverWithin, version: 1, active: !soldOut },
    price: parsePrice(it.price.amount),
    input: input === undefined ? null : readInputSchema(input),
    ...{ accountId: "", openMax: null, dayMax: null, audience: null },
    // A price between two services has none.
    arbiter: null,
  };
  return { shown: { ...shown, title, description }, offer };
}
