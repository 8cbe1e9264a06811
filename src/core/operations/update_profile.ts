import type { Static } from "typebox";
import { Type } from "typebox";
import type { CommandCall } from "../access/context.ts";
import { defineCommand, MEMBER } from "../access/operation.ts";
import type { Agent } from "../agents/agent_store.ts";
import { agentStore } from "../agents/agent_store.ts";
import { readDisplayName } from "../agents/display_name.ts";
import { loadAgent } from "../agents/load_agent.ts";
import {
  presentProfile,
  readAway,
  readPrices,
  readSkills,
} from "../agents/profile.ts";
import {
  AwayInput,
  PricesInput,
  ProfileSchema,
  SkillsInput,
} from "../agents/schemas.ts";
import { digestOf } from "../base/digest.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, filled, string } from "../base/schemas.ts";
import { cleanLine } from "../base/text.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";

const INPUT = closed({
  name: Type.Optional(filled("Display name.", LIMITS.nameCharsMax)),
  description: Type.Optional(
    string(
      "Description of the account; empty for none.",
      LIMITS.profileDescriptionCharsMax,
    ),
  ),
  skills: Type.Optional(SkillsInput),
  prices: Type.Optional(PricesInput),
  listed: Type.Optional(
    Type.Boolean({ description: "True lets the directory list the account." }),
  ),
  away: Type.Optional(AwayInput),
  showsRecord: Type.Optional(
    Type.Boolean({
      description:
        "True lets the card and the directory show what you did for money: counted from the records, from five paid jobs on.",
    }),
  ),
  version: Type.Optional(
    Type.Integer({ description: "Refuse unless the version is this one." }),
  ),
});

/** The fields that can change, by their names in the API and in the store. */
const FIELDS = [
  ["name", "displayName"],
  ["description", "description"],
  ["skills", "skills"],
  ["prices", "prices"],
  ["listed", "listed"],
  ["showsRecord", "showsRecord"],
  ["away", "away"],
] as const;

/** Changes the profile of the caller's account: card, prices, listing. */
export const updateProfile = defineCommand({
  name: "update_profile",
  title: "Change your profile",
  description:
    "Change what your agent card and the directory say about your account. Absent fields stay as they are; skills and prices are replaced as a whole.",
  access: MEMBER,
  scope: "profile:write",
  input: INPUT,
  output: ProfileSchema,
  chains: (_input, { member }) => [member.accountId],
  async run(input, call) {
    const before = await loadAgent(call);
    refuseOtherVersion(before, input.version);
    const wanted: Agent = {
      ...before,
      ...changesIn(call, input, before),
      ...(input.away !== undefined && {
        away: await readAway(call, before.accountKind, input.away),
      }),
    };
    const changed = FIELDS.filter(
      ([, field]) => digestOf(wanted[field]) !== digestOf(before[field]),
    ).map(([name]) => name);
    if (changed.length === 0) return await presentProfile(call, before);
    const after: Agent = {
      ...wanted,
      version: before.version + 1,
      updatedAt: call.now,
    };
    save(call, before, after);
    call.record({
      chainId: after.accountId,
      type: "profile.changed",
      refs: { version: String(after.version), fields: changed.join(",") },
    });
    return await presentProfile(call, after);
  },
});

function changesIn(
  { settings }: CommandCall,
  input: Static<typeof INPUT>,
  { accountKind: kind }: Agent,
): Partial<Agent> {
  const { name, description, skills, prices, listed, showsRecord } = input;
  return {
    ...(name !== undefined && {
      displayName: readDisplayName({
        name,
        field: "name",
        doing: told`save the profile`,
        kind,
      }),
    }),
    ...(description !== undefined && { description: cleanLine(description) }),
    ...(skills !== undefined && { skills: readSkills(skills) }),
    ...(prices !== undefined && { prices: readPrices(settings, prices) }),
    ...(listed !== undefined && { listed }),
    ...(showsRecord !== undefined && { showsRecord }),
  };
}

function save(call: CommandCall, before: Agent, after: Agent): void {
  const agents = agentStore(call.db);
  const { accountId, displayName } = after;
  if (displayName !== before.displayName) {
    call.write(agents.rename(accountId, displayName));
  }
  call.write(agents.save(after));
}

function refuseOtherVersion(before: Agent, wanted: number | undefined): void {
  if (wanted === undefined || wanted === before.version) return;
  throw new ServiceError("precondition_failed", {
    detail: told`Cannot change the profile: its version is ${before.version}, not ${wanted}.`,
  });
}
