import { Type } from "typebox";
import { ACTOR_KINDS } from "../../access/actor.ts";
import { CONTACT_TYPES } from "../../addresses/contact_types.ts";
import { closed, MoneySchema, nullable } from "../../base/schemas.ts";
import { OUTCOMES } from "../../review/rule.ts";

/** Forms that stand within others. */

export const PartSchema = closed({
  text: Type.Optional(Type.String()),
  data: Type.Optional(Type.Unknown()),
  url: Type.Optional(Type.String()),
  raw: Type.Optional(Type.String({ description: "Base64." })),
  mediaType: Type.Optional(Type.String()),
  filename: Type.Optional(Type.String()),
});

export const KindSchema = Type.Enum(["person", "agent", "service", "email"]);

export const ModeSchema = Type.Enum(["initial", "reply", "reply-all"]);

/** How one rule of the review judged. */
export const RuleSchema = closed({
  id: Type.String(),
  outcome: Type.Enum([...OUTCOMES]),
  detail: Type.String({ description: "Why; empty where nothing is to say." }),
});

/** What the service says of an author to the viewer (docs/trust.md). */
export const TrustSchema = closed(
  {
    relation: Type.Enum(["self", "contact", "stranger", "service"]),
    contactType: Type.Optional(
      Type.Enum([...CONTACT_TYPES], {
        description: "What they are in your own contacts.",
      }),
    ),
    claimedType: Type.Optional(
      Type.Enum([...CONTACT_TYPES], {
        description: "What the sender says they are to you: a claim.",
      }),
    ),
    firstContact: Type.Boolean(),
    paid: nullable(MoneySchema),
  },
  {
    description:
      "What the service says of the author to you; nothing that a sender says changes it, but claimedType. paid is what is held for this conversation or was released.",
  },
);

/** Who did something, as the viewer may know it (docs/trust.md). */
export const ActorSchema = closed(
  {
    kind: Type.Enum([...ACTOR_KINDS]),
    label: Type.String({ description: "The words to show for it." }),
    name: Type.Optional(
      Type.String({
        description: "What you called the agent's access when it acted.",
      }),
    ),
    credentialId: Type.Optional(Type.String()),
  },
  {
    description:
      "Who acted, as the service knows it; name and credentialId only for your own account's.",
  },
);
