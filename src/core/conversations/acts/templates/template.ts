/**
 * How does an account keep the beginnings of requests? `template_store.ts` has the rows.
 * @module
 */
import type { Static } from "typebox";
import { Type } from "typebox";
import { LIMITS } from "../../../base/limits.ts";
import { showMoney } from "../../../base/money.ts";
import { Word } from "../../../base/own_words.ts";
import { closed, filled, string, timestamp } from "../../../base/schemas.ts";
import { showTime } from "../../../base/time.ts";
import type { Release } from "../../../payments/model.ts";
import { ReleaseSchema } from "../../model/payment_schema.ts";

/** A request that an account starts from. */
export interface Template {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** Two names with the same key are the same template. */
  readonly key: string;
  readonly title: string;
  readonly text: string;
  /** Micro-USDC; null without a price. */
  readonly price: number | null;
  readonly release: Release;
  readonly releaseAction: string | null;
  /** ISO 8601 durations; null without one. */
  readonly acceptWithin: string | null;
  readonly deliverWithin: string | null;
  readonly updatedAt: number;
}

/** A template as its account sees it. */
export const TemplateSchema = closed({
  templateId: string("Id of the template."),
  name: string("Its title."),
  title: string("The title that it begins with."),
  text: string("The words that it begins with."),
  price: Type.Optional(string("Decimal USDC, such as 5.00.")),
  release: ReleaseSchema,
  releaseAction: Type.Optional(
    string("The condition where release is converted."),
  ),
  acceptWithin: Type.Optional(Word("own", "The time to accept it, ISO 8601.")),
  deliverWithin: Type.Optional(Word("own", "The time for the work, ISO 8601.")),
  updatedAt: timestamp("When it was saved."),
});

/** The saved fields of a template. */
export const TEMPLATE_FIELDS = {
  name: filled(
    "Its name; a template of the same name is replaced.",
    LIMITS.templateNameCharsMax,
  ),
  title: Type.Optional(
    string("The title to begin with.", LIMITS.titleCharsMax),
  ),
  text: Type.Optional(
    string("The words to begin with.", LIMITS.templateTextCharsMax),
  ),
  price: Type.Optional(
    string("Decimal USDC, such as 5.00.", LIMITS.idCharsMax),
  ),
  release: Type.Optional(ReleaseSchema),
  releaseAction: Type.Optional(
    string(
      "The condition; goes with release converted.",
      LIMITS.releaseActionCharsMax,
    ),
  ),
  acceptWithin: Type.Optional(
    string(
      "The time to accept it, an ISO 8601 duration such as PT4H.",
      LIMITS.idCharsMax,
    ),
  ),
  deliverWithin: Type.Optional(
    string(
      "The time for the work from the acceptance on, such as P3D.",
      LIMITS.idCharsMax,
    ),
  ),
};

/** Shows a template to its account. */
export function presentTemplate(it: Template): Static<typeof TemplateSchema> {
  return {
    templateId: it.id,
    name: it.name,
    title: it.title,
    text: it.text,
    ...(it.price !== null && { price: showMoney(it.price).amount }),
    release: it.release,
    ...(it.releaseAction !== null && { releaseAction: it.releaseAction }),
    ...(it.acceptWithin !== null && { acceptWithin: it.acceptWithin }),
    ...(it.deliverWithin !== null && { deliverWithin: it.deliverWithin }),
    updatedAt: showTime(it.updatedAt),
  };
}
