import type { Static } from "typebox";
import { Type } from "typebox";
import { parsePrice } from "../../../access/parse_money.ts";
import { readFrom } from "../../../addresses/from_address.ts";
import { quotedPrice, quotedRelease } from "../../../addresses/quote_id.ts";
import { readDisplayName } from "../../../agents/display_name.ts";
import { LIMITS } from "../../../base/limits.ts";
import { railOfCurrency } from "../../../base/rails/chain.ts";
import { cleanLine } from "../../../base/text.ts";
import { told } from "../../../base/words/sentence.ts";
import { invalid } from "../../../errors/field_errors.ts";
import { refuseDust } from "../../../payments/chain/least_price.ts";
import type { Release, ReleaseAction } from "../../../payments/model.ts";
import { ComposeFields } from "../../model/inputs.ts";
import type { Conversation, Part } from "../../model/model.ts";
import { textOf } from "../../model/parts.ts";
import type { OfferOrder } from "../../model/terms/order.ts";
import { readDeadlines } from "./deadlines.ts";
import { readSteps, withSteps } from "./milestones.ts";
import type { PriceTerms } from "./order_terms.ts";
import { NO_TIMES, orderTerms, PLAIN_TERMS, timesOf } from "./order_terms.ts";

const Compose = Type.Object(ComposeFields);
export type ComposeInput = Static<typeof Compose>;

/** Names of the compose fields, to tell an edit from a change of flags. */
export const COMPOSE_FIELDS = Object.keys(
  ComposeFields,
) as (keyof ComposeInput)[];

/**
 * Reads a message body: `text` or `parts`; both only if they are equal.
 * @throws invalid_input
 */
export function readParts(input: {
  readonly text?: string;
  readonly parts?: readonly Part[];
}): readonly Part[] | undefined {
  const { text, parts } = input;
  for (const [index, part] of (parts ?? []).entries()) checkPart(part, index);
  if (parts === undefined) return text === undefined ? undefined : [{ text }];
  if (text !== undefined && text !== textOf(parts)) {
    throw invalid(
      "/text",
      "conflict",
      told`text and parts differ; send only one of them`,
    );
  }
  if (textOf(parts).length > LIMITS.textCharsMax) {
    throw invalid(
      "/parts",
      "too_long",
      told`the text is longer than ${LIMITS.textCharsMax} characters`,
    );
  }
  return parts;
}

function checkPart(part: Part, index: number): void {
  const kinds = [part.text, part.data, part.url, part.raw];
  if (kinds.filter((kind) => kind !== undefined).length === 1) return;
  throw invalid(
    `/parts/${index}`,
    "one_of",
    told`a part must have exactly one of text, data, url and raw`,
  );
}

/**
 * The condition if the sender names none: the quote's, otherwise `replied` (docs/money.md,
 * The release condition). An invalid quote is refused later.
 */
function usualRelease(quoteId: string | null): Release {
  return (quoteId === null ? undefined : quotedRelease(quoteId)) ?? "replied";
}

/** The quote's price. An invalid quote is refused later. */
function usualPrice(quoteId: string | null = null): number {
  return (quoteId === null ? undefined : quotedPrice(quoteId)) ?? 0;
}

/** Keeps the earlier condition, unless it was only the default. */
function readRelease(input: ComposeInput, before: PriceTerms): Release {
  const { quoteId = before.quoteId } = input;
  const named = input.release as Release | undefined;
  if (named !== undefined) return named;
  const isUsual = before.release === usualRelease(before.quoteId);
  return isUsual ? usualRelease(quoteId) : before.release;
}

/**
 * Reads price, release, releaseAction and quote, starting from the earlier ones.
 * @throws invalid_price, invalid_input for an action without `converted`.
 */
function readTerms(input: ComposeInput, before: PriceTerms): PriceTerms {
  const price =
    input.price === undefined
      ? before.price || usualPrice(input.quoteId)
      : parsePrice(input.price);
  const release = readRelease(input, before);
  const releaseAction =
    input.releaseAction === undefined
      ? release === "converted"
        ? before.releaseAction
        : null
      : readReleaseAction(input.releaseAction);
  if (release === "converted" && !releaseAction) {
    throw invalid(
      "/releaseAction",
      "required",
      told`release converted needs a releaseAction`,
    );
  }
  if (release !== "converted" && releaseAction) {
    throw invalid(
      "/releaseAction",
      "conflict",
      told`releaseAction is only for release converted`,
    );
  }
  const { quoteId = before.quoteId } = input;
  const isNamed = input.release !== undefined;
  const releaseChosen = isNamed ? true : before.releaseChosen;
  const { currency } = input;
  const rail = currency === undefined ? before.rail : railOfCurrency(currency);
  refuseDust(rail, price, "/price");
  return { price, rail, release, releaseAction, releaseChosen, quoteId };
}

/** The field that belongs to each type of action. */
const ACTION_FIELDS: Readonly<Record<string, string>> = {
  artifact: "mimeType",
  url_visit: "url",
  text: "text",
};

function readReleaseAction(input: unknown): ReleaseAction {
  if (typeof input === "string") return { type: "text", text: input };
  const action = input as Partial<Record<string, string>>;
  refuseForeignFields(action);
  if (action.type === "artifact") {
    return {
      type: "artifact",
      ...(action.mimeType !== undefined && { mimeType: action.mimeType }),
    };
  }
  if (action.type === "url_visit" && action.url !== undefined) {
    return { type: "url_visit", url: action.url };
  }
  if (action.type === "text" && action.text !== undefined) {
    return { type: "text", text: action.text };
  }
  throw invalid(
    "/releaseAction",
    "required",
    told`type text needs text, type url_visit needs url`,
  );
}

/** Refuses fields of another type of action, which would silently be lost. */
function refuseForeignFields(action: Partial<Record<string, string>>): void {
  const { type = "" } = action;
  for (const field of Object.keys(action)) {
    if (field === "type" || field === ACTION_FIELDS[type]) continue;
    const pointer = `/releaseAction/${field}`;
    throw invalid(
      pointer,
      "conflict",
      told`it cannot be used with type ${type}`,
    );
  }
}

/** A draft without its participants, files and id. */
export type DraftFields = Pick<
  Conversation,
  | "title"
  | "price"
  | "rail"
  | "release"
  | "releaseAction"
  | "releaseChosen"
  | "fromAddress"
  | "fromName"
  | "firstUse"
  | "contactType"
  | "quoteId"
  | "terms"
  | "order"
  | "milestones"
>;

/** Applies compose fields to a draft, with the order that it is then. Pure but for errors. */
export function write(
  draft: DraftFields,
  input: ComposeInput & { readonly order?: OfferOrder | null },
): DraftFields {
  const { order = draft.order } = input;
  const isLeft = draft.order !== null && !order;
  const before = isLeft ? { ...draft, ...PLAIN_TERMS } : draft;
  const stepped = { ...before, ...readSteps(input, before, order) };
  const isTitled = input.title !== undefined || before.title !== "";
  return {
    terms: readDeadlines(
      {
        ...(isLeft && NO_TIMES),
        ...(draft.order?.arbiter !== order?.arbiter && { arbiter: null }),
        ...input,
        ...(order && timesOf(order)),
      },
      before.terms,
    ),
    ...withSteps(
      order ? orderTerms(input, before, order) : readTerms(input, stepped),
      stepped.milestones,
    ),
    order,
    title: isTitled
      ? cleanLine(input.title ?? before.title)
      : (order?.title ?? ""),
    fromAddress:
      input.fromAddress === undefined
        ? before.fromAddress
        : readFrom(input.fromAddress),
    fromName:
      input.fromName === undefined
        ? before.fromName
        : readFromName(input.fromName, before),
    firstUse: input.firstUse ?? before.firstUse,
    contactType:
      (input.contactType as DraftFields["contactType"] | undefined) ??
      before.contactType,
  };
}

/**
 * Reads the sender's name; an empty one changes nothing, and the service's own agents send
 * none.
 */
function readFromName(name: string, { fromName }: DraftFields): string {
  if (cleanLine(name) === "") return fromName;
  return readDisplayName({
    name,
    field: "fromName",
    doing: told`write the draft`,
    kind: "person",
  });
}
