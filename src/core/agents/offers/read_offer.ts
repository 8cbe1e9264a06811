import type { Static } from "typebox";
import { Type } from "typebox";
import type { CommandCall } from "../../access/context.ts";
import { parsePrice } from "../../access/parse_money.ts";
import { parseDuration } from "../../base/duration.ts";
import { LIMITS } from "../../base/limits.ts";
import { cleanLine, cleanText, isReadable } from "../../base/text.ts";
import { DAY_MS } from "../../base/time.ts";
import { told } from "../../base/words/sentence.ts";
import { ServiceError } from "../../errors/errors.ts";
import { invalid } from "../../errors/field_errors.ts";
import { refuseDust } from "../../payments/chain/least_price.ts";
import { partialArbiter, resolveArbiter } from "./arbiter.ts";
import { readInputSchema } from "./input_schema.ts";
import type { Offer } from "./offer.ts";
import { OFFER_FIELDS } from "./offer.ts";
import { offerStore } from "./offer_store.ts";

const FIELDS = Type.Object(OFFER_FIELDS);

/** Half of the time that a price can be held: for the acceptance, and for the work. */
const DAYS_MAX = Math.floor(
  (LIMITS.deadlineHoldDaysMax - LIMITS.dueMarginDays) / 2,
);

/**
 * Reads an offer as its owner writes it.
 * @throws invalid_input, invalid_price, invalid_address
 */
export async function readOwnOffer(
  call: CommandCall,
  offerId: string,
  input: Static<typeof FIELDS>,
): Promise<Offer> {
  const { settings, now } = call;
  const { accountId } = call.member;
  const title = cleanLine(input.title);
  if (!isReadable(title)) {
    throw invalid("/title", "blank", told`it has no visible characters`);
  }
  const price = parsePrice(input.price);
  refuseDust(settings.rails[0], price, "/price");
  const { release = "replied", capacity = {}, audience } = input;
  const isForAll = !audience || audience.includes("everyone");
  return {
    ...{ accountId, offerId, title, price, release },
    version: 1,
    description: cleanText(input.description ?? ""),
    acceptWithin: readWithin(input.acceptWithin, "/acceptWithin"),
    deliverWithin: readWithin(input.deliverWithin, "/deliverWithin"),
    arbiter: await readArbiter(call, input.arbiter),
    input: input.input === undefined ? null : readInputSchema(input.input),
    output: [...new Set(input.output ?? [])],
    openMax: capacity.open ?? null,
    dayMax: capacity.perDay ?? null,
    audience: isForAll ? null : [...new Set(audience)],
    active: input.active ?? true,
    updatedAt: now,
  };
}

async function readArbiter(call: CommandCall, written: string | undefined) {
  if (written === undefined) return null;
  const { accountId, address } = await resolveArbiter(call, written);
  if (accountId !== call.member.accountId) return address;
  throw partialArbiter();
}

function readWithin(text: string | undefined, pointer: string): string | null {
  if (text === undefined) return null;
  const ms = parseDuration(text);
  if (ms > 0 && ms <= DAYS_MAX * DAY_MS) return text;
  const detail = told`must be a duration such as PT4H or P2D, at most ${DAYS_MAX} days`;
  throw invalid(pointer, "invalid_duration", detail);
}

/** One of the caller's own offers. @throws offer_not_found */
export async function ownOffer(
  { db, member }: CommandCall,
  offerId: string,
): Promise<Offer> {
  const offer = await offerStore(db).byId(member.accountId, offerId);
  if (offer) return offer;
  throw new ServiceError("offer_not_found", {
    detail: told`Cannot find the offer: you have none with this id.`,
  });
}
