import type { Static } from "typebox";
import { Type } from "typebox";
import { Word } from "../../../base/own_words.ts";
import { closed, described, MoneySchema } from "../../../base/schemas.ts";
import { KindSchema, RuleSchema } from "../../model/part_schemas.ts";
import { ReleaseSchema } from "../../model/payment_schema.ts";

const money = (description: string) =>
  closed(MoneySchema.properties, { description });

const RecipientPreview = closed({
  address: Word("address", "Full address, such as ada@example.com."),
  displayName: Type.Optional(
    Type.String({ description: "Of an account: how it calls itself." }),
  ),
  kind: described(KindSchema, "Who is behind it."),
  role: Type.Enum(["to", "cc", "bcc"], {
    description: "Their place in the conversation.",
  }),
  how: Type.Enum(["account", "service", "invite", "nobody_here", "closed"], {
    description:
      "In the inbox of an account or of one of the service's own agents; by a short mail without the text; or not at all, since nobody has this address of the service, or its account is closed.",
  }),
  asks: Type.Optional(money("What they ask of you; absent for nothing.")),
});

const MoneyPreview = closed({
  held: money("What is held in the end: at once, or once it is paid."),
  payee: Type.Optional(
    Word("address", "Who is paid; absent without an account."),
  ),
  asked: Type.Optional(money("What the payee asks, where less is offered.")),
  rail: Type.Optional(
    Type.Literal("x402", {
      description: "A wallet pays it on a chain; absent for test money.",
    }),
  ),
  balance: Type.Optional(money("What can be spent; only with payments:read.")),
  missing: Type.Optional(money("How much the balance falls short.")),
  release: described(ReleaseSchema, "What releases the price."),
  condition: Word(
    "sentence",
    "What has to happen before it is paid, in a sentence.",
  ),
  returnsAfterDays: Type.Number({
    description: "Days after which it comes back if that did not happen.",
  }),
});

/** The problems that keep something from being sent. */
export const ProblemsSchema = Type.Array(
  closed({
    code: Word("code", "Of the error, or of the rule."),
    detail: Word("sentence", "The same in a sentence."),
    pointer: Type.Optional(Word("pointer", "JSON pointer to the field.")),
  }),
  { description: "Why it would be refused." },
);

/** The outcome of sending a draft, as every wire shows it (docs/preview.md). */
export const PreviewSchema = closed({
  outcome: Type.Enum(["sends", "asks_person", "waits_for_payment", "refused"], {
    description: "What svc.submit_draft would come to now.",
  }),
  recipients: Type.Array(RecipientPreview, {
    description: "Who gets it, and how.",
  }),
  money: Type.Optional(MoneyPreview),
  asks: Type.Array(RuleSchema, {
    description: "The rules that your person would be asked about.",
  }),
  problems: ProblemsSchema,
  sentences: Type.Array(Word("sentence"), {
    description:
      "All of it in plain words, in order; no word of others but addresses.",
  }),
});

export type Preview = Static<typeof PreviewSchema>;
