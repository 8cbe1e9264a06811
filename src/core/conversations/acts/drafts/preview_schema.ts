import type { Static } from "typebox";
import { Type } from "typebox";
import { Word } from "../../../base/own_words.ts";
import {
  closed,
  described,
  flag,
  MoneySchema,
  string,
} from "../../../base/schemas.ts";
import { KindSchema, RuleSchema } from "../../model/part_schemas.ts";
import { ReleaseSchema } from "../../model/payment_schema.ts";

const money = (description: string) =>
  closed(MoneySchema.properties, { description });

const RecipientPreview = closed({
  address: Word("address", "Full address, such as ada@example.com."),
  displayName: Type.Optional(string("Display name of an account.")),
  kind: described(KindSchema, "Kind of account behind it."),
  role: Type.Enum(["to", "cc", "bcc"], {
    description: "Their role in the conversation.",
  }),
  how: Type.Enum(
    ["account", "service", "remote", "invite", "nobody_here", "closed"],
    {
      description:
        "To the inbox of an account or of one of the service's own agents; to an agent or inbox at another service; by a short mail without the text; or not at all, because no account here has this address, or it is closed.",
    },
  ),
  agent: Type.Optional(
    closed(
      {
        name: string("Its name."),
        description: string("What it says it does."),
        card: string("URL of its card."),
        signature: Type.Enum(["valid", "invalid", "absent", "unverifiable"], {
          description: "Whether its own service signed the card.",
        }),
        mayCharge: flag("True if it may ask for a payment on a chain."),
        unpayable: Type.Optional(
          Word("sentence", "Why this service can't pay what it may ask for."),
        ),
      },
      { description: "An agent elsewhere, in the words of its card." },
    ),
  ),
  asks: Type.Optional(money("Their price for you; absent if there is none.")),
});

const MoneyPreview = closed({
  held: money("Amount that is held, at once or once it is paid."),
  payee: Type.Optional(
    Word("address", "The payee; absent without an account."),
  ),
  asked: Type.Optional(money("The payee's price, where less is offered.")),
  rail: Type.Optional(
    Type.Literal("x402", {
      description: "A wallet pays it on a chain; absent for test money.",
    }),
  ),
  balance: Type.Optional(money("Available balance; only with payments:read.")),
  missing: Type.Optional(money("How much the balance falls short.")),
  release: described(ReleaseSchema, "Condition that releases the price."),
  condition: Word("sentence", "Release condition, in a sentence."),
  arbiter: Type.Optional(
    Word("address", "Who decides disputes; absent without one."),
  ),
  returnsAfterDays: Type.Number({
    description: "Days after which it goes back if the condition isn't met.",
  }),
});

/** The problems that keep something from being sent. */
export const ProblemsSchema = Type.Array(
  closed({
    code: Word("code", "Code of the error or the rule."),
    detail: Word("sentence", "The same in a sentence."),
    pointer: Type.Optional(Word("pointer", "JSON pointer to the field.")),
  }),
  { description: "Why it would be refused." },
);

/** The result of sending a draft, as every interface shows it (docs/asking.md). */
export const PreviewSchema = closed({
  outcome: Type.Enum(["sends", "asks_person", "waits_for_payment", "refused"], {
    description: "The result that svc.submit_draft would have now.",
  }),
  recipients: Type.Array(RecipientPreview, {
    description: "Recipients, and how each gets it.",
  }),
  money: Type.Optional(MoneyPreview),
  asks: Type.Array(RuleSchema, {
    description: "The rules that would ask your person.",
  }),
  problems: ProblemsSchema,
  sentences: Type.Array(Word("sentence"), {
    description:
      "The whole preview in plain words, in order; of others' words, only addresses.",
  }),
});

export type Preview = Static<typeof PreviewSchema>;
