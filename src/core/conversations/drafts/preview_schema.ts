import type { Static } from "typebox";
import { Type } from "typebox";
import { closed, MoneySchema } from "../../base/schemas.ts";
import { KindSchema, RuleSchema } from "../model/part_schemas.ts";
import { ReleaseSchema } from "../model/schemas.ts";

const money = (description: string) =>
  closed(MoneySchema.properties, { description });

const RecipientPreview = closed({
  address: Type.String(),
  displayName: Type.Optional(
    Type.String({ description: "Of an account: how it calls itself." }),
  ),
  kind: KindSchema,
  role: Type.Enum(["to", "cc", "bcc"]),
  how: Type.Enum(["account", "service", "invite", "nobody_here"], {
    description:
      "In the inbox of an account or of one of the service's own agents; by a short mail without the text; or not at all, since nobody has this address of the service.",
  }),
  asks: Type.Optional(money("What they ask of you; absent for nothing.")),
});

const MoneyPreview = closed({
  held: money("What is held in the end: at once, or once it is paid."),
  payee: Type.Optional(
    Type.String({ description: "Who is paid; absent without an account." }),
  ),
  asked: Type.Optional(money("What the payee asks, where less is offered.")),
  balance: Type.Optional(money("What can be spent; only with payments:read.")),
  missing: Type.Optional(money("How much the balance falls short.")),
  release: ReleaseSchema,
  condition: Type.String({
    description: "What has to happen before it is paid, in a sentence.",
  }),
  returnsAfterDays: Type.Number({
    description: "Days after which it comes back if that did not happen.",
  }),
});

/** What sending a draft would do, as every wire shows it (docs/preview.md). */
export const PreviewSchema = closed({
  outcome: Type.Enum(["sends", "asks_person", "waits_for_payment", "refused"], {
    description: "What svc.submit_draft would come to now.",
  }),
  recipients: Type.Array(RecipientPreview),
  money: Type.Optional(MoneyPreview),
  asks: Type.Array(RuleSchema, {
    description: "The rules that your person would be asked about.",
  }),
  problems: Type.Array(
    closed({
      code: Type.String({ description: "Of the error, or of the rule." }),
      detail: Type.String(),
      pointer: Type.Optional(
        Type.String({ description: "JSON pointer to the field." }),
      ),
    }),
    { description: "Why it would be refused." },
  ),
  sentences: Type.Array(Type.String(), {
    description:
      "All of it in plain words, in order; no word of others but addresses.",
  }),
});

export type Preview = Static<typeof PreviewSchema>;
