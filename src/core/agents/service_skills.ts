import type { SERVICE_LOCAL_PARTS } from "../addresses/reserved_local_parts.ts";
import type { StoredSkill } from "../db/tables/agents_schema.ts";

/** The skills of the service's own agents. */
export const SERVICE_SKILLS: Readonly<
  Record<(typeof SERVICE_LOCAL_PARTS)[number], readonly StoredSkill[]>
> = {
  hello: [
    {
      id: "welcome",
      name: "Welcome and help",
      description: "Explains the service and says what an account can do next.",
      tags: ["onboarding", "help", "status"],
      examples: ["help", "status"],
    },
  ],
  doorman: [
    {
      id: "contact_rules",
      name: "Contact types and prices",
      description:
        "Says who may write to an inbox, as what, and at what price.",
      tags: ["contacts", "prices", "quotes"],
    },
  ],
  courier: [
    {
      id: "delivery",
      name: "Invites and delivery",
      description:
        "Reports what became of invites to ordinary email addresses.",
      tags: ["email", "invites", "delivery"],
    },
  ],
  security: [
    {
      id: "review",
      name: "Security review",
      description:
        "Explains reviews, checkpoints and alerts about credentials.",
      tags: ["security", "review", "checkpoints"],
    },
  ],
  demobaker: [],
};
