import { Type } from "typebox";
import { CONTACT_TYPES } from "../addresses/contact_types.ts";
import { AgentCardByPath, PricesSchema } from "../addresses/schemas.ts";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import {
  closed,
  described,
  flag,
  integer,
  nullable,
  PriceInput,
  string,
  timestamp,
} from "../base/schemas.ts";
import { PRICE_RELEASES } from "../payments/model.ts";
import { TrackRecordSchema } from "./record/track_record.ts";

/** The forms of profiles: an owner's description of an account. */

const SKILL = {
  id: Type.String({
    description: "Unique within the profile; letters, digits and . _ : - only.",
    pattern: "^[A-Za-z0-9._:-]+$",
    minLength: 1,
    maxLength: LIMITS.skillIdCharsMax,
  }),
  name: Type.String({ minLength: 1, maxLength: LIMITS.nameCharsMax }),
  description: Type.String({
    minLength: 1,
    maxLength: LIMITS.skillDescriptionCharsMax,
  }),
  tags: Type.Array(
    Type.String({ minLength: 1, maxLength: LIMITS.skillTagCharsMax }),
    { minItems: 1, maxItems: LIMITS.skillTagsMax },
  ),
  examples: Type.Optional(
    Type.Array(
      Type.String({ minLength: 1, maxLength: LIMITS.skillExampleCharsMax }),
      { maxItems: LIMITS.skillExamplesMax },
    ),
  ),
  private: Type.Optional(
    flag(
      "True keeps it out of the public card and the directory; signed-in callers see it in the extended card.",
    ),
  ),
};

export const SkillsInput = Type.Array(closed(SKILL), {
  description: "The account's skills (A2A).",
  maxItems: LIMITS.skillsMax,
});

export const PricesInput = Type.Array(
  closed({
    contactType: Type.Enum([...CONTACT_TYPES], {
      description: "Group of senders it is for.",
    }),
    price: PriceInput,
    release: Type.Optional(
      Type.Enum([...PRICE_RELEASES], {
        description:
          "Release condition of a quoted price; replied if absent. Rows have no action, so it can't be converted.",
      }),
    ),
    holdDays: Type.Optional(
      Type.Integer({ minimum: 1, maximum: LIMITS.holdDaysMax }),
    ),
    source: Type.Optional(
      Type.Enum(["recipient", "default"], {
        description: "A row with default keeps the service's default.",
      }),
    ),
  }),
  {
    description:
      "Your prices, one row for each group of senders. A group without a row has the default price, which isn't enforced.",
    maxItems: CONTACT_TYPES.length,
  },
);

export const AwayInput = nullable(
  closed(
    {
      until: string("When it ends (RFC 3339).", LIMITS.idCharsMax),
      standIn: Type.Optional(
        nullable(
          string(
            "Address of somebody who decides for you: told at once meanwhile.",
            LIMITS.addressCharsMax,
          ),
        ),
      ),
    },
    { description: "Until when you are away; null ends it." },
  ),
);

const AwaySchema = closed({
  until: timestamp("When it ends."),
  standIn: nullable(
    Word("address", "Address of the one who stands in; null for nobody."),
  ),
});

export const ProfileSchema = closed({
  name: string("Display name."),
  description: string("Empty if there is none."),
  skills: Type.Array(closed(SKILL)),
  prices: described(PricesSchema, "Its owner's prices."),
  listed: flag("True if the directory lists you."),
  showsRecord: flag("True if others see your track record."),
  away: nullable(described(AwaySchema, "Null while you are here.")),
  record: nullable(
    described(TrackRecordSchema, "What others see; null if nothing."),
  ),
  address: nullable(string("Its free address; null if it has none.")),
  agentCard: nullable(string("Your card; null until you have an address.")),
  agentCardByPath: AgentCardByPath,
  version: integer("Grows with each change."),
  updatedAt: timestamp("When it last changed."),
});
