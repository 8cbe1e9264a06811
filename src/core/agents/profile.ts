import type { Static } from "typebox";
import type { QueryCall, Settings } from "../access/context.ts";
import { parseAmount } from "../access/parse_money.ts";
import {
  agentCardByPath,
  agentCardUrl,
  freeAddressOf,
} from "../addresses/present.ts";
import { pricesOf } from "../addresses/prices.ts";
import { awayNow } from "../addresses/store.ts";
import { LIMITS } from "../base/limits.ts";
import { DELEGATE } from "../base/team_roles.ts";
import { cleanLine, isReadable } from "../base/text.ts";
import { showTime } from "../base/time.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told } from "../base/words/sentence.ts";
import type {
  StoredAway,
  StoredPrice,
  StoredSkill,
} from "../db/tables/agents_schema.ts";
import type { FieldError } from "../errors/errors.ts";
import { ServiceError } from "../errors/errors.ts";
import { fieldName } from "../errors/field_errors.ts";
import { decidedBy, placeAt } from "../identity/teams/present_member.ts";
import { readSpan } from "../identity/teams/span.ts";
import { teamStore } from "../identity/teams/team_store.ts";
import { refuseDust } from "../payments/chain/least_price.ts";
import type { Agent } from "./agent_store.ts";
import { trackRecordOf } from "./record/track_record.ts";
import type {
  AwayInput,
  PricesInput,
  ProfileSchema,
  SkillsInput,
} from "./schemas.ts";

/** Shows a profile to its owner. */
export async function presentProfile(
  call: QueryCall,
  agent: Agent,
): Promise<Static<typeof ProfileSchema>> {
  const { settings } = call;
  const { displayName, localPart, description, version } = agent;
  const { listed, showsRecord } = agent;
  const away = awayNow(agent, call.now);
  const delegates = away ? await decidedBy(call) : [];
  return {
    name: displayName,
    description,
    skills: agent.skills.map(({ tags, examples, ...skill }) => ({
      ...skill,
      tags: [...tags],
      ...(examples && { examples: [...examples] }),
    })),
    prices: [...pricesOf(agent)],
    listed,
    showsRecord,
    away: away
      ? {
          until: showTime(away.until),
          standIn:
            delegates.find((it) => it.accountId === away.standInId)?.address ??
            null,
        }
      : null,
    record: (await trackRecordOf(call, agent)) ?? null,
    address: localPart === null ? null : freeAddressOf(settings, localPart),
    agentCard: localPart === null ? null : agentCardUrl(settings, localPart),
    ...(localPart !== null && agentCardByPath(settings, localPart)),
    version,
    updatedAt: showTime(agent.updatedAt),
  };
}

/**
 * Reads an absence: it ends by itself, and one of the people who decide for the person may
 * stand in.
 * @throws invalid_input
 */
export async function readAway(
  call: QueryCall,
  kind: Agent["accountKind"],
  given: Static<typeof AwayInput>,
): Promise<StoredAway | null> {
  if (given === null) return null;
  if (kind === "team")
    throw wrong("/away", "conflict", told`is for people, not for a team`);
  const { expiresAt: until } = readSpan(given, call.now);
  if (until === null) throw new RangeError("An absence has an end");
  if (!given.standIn) return { until, standInId: null };
  const places = await teamStore(call.db).ofTeam(call.member.accountId);
  const place = placeAt(call, places, given.standIn);
  if (place?.memberId && place.role === DELEGATE) {
    return { until, standInId: place.memberId };
  }
  const why = told`must be somebody who decides for you`;
  throw wrong("/away/standIn", "nobody_here", why);
}

/**
 * Reads the skills of a profile: each text is one line and not empty, each id unique.
 * @throws invalid_input
 */
export function readSkills(
  given: Static<typeof SkillsInput>,
): readonly StoredSkill[] {
  const ids = new Set<string>();
  const skills = given.map((skill, index) => {
    const at = `/skills/${index}`;
    if (ids.has(skill.id)) {
      throw wrong(
        `${at}/id`,
        "duplicate",
        told`is already the id of another skill`,
      );
    }
    ids.add(skill.id);
    const { examples = [] } = skill;
    const lines = (texts: readonly string[], name: string) =>
      texts.map((text, at2) => readLine(text, `${at}/${name}/${at2}`));
    return {
      id: skill.id,
      name: readLine(skill.name, `${at}/name`),
      description: readLine(skill.description, `${at}/description`),
      tags: lines(skill.tags, "tags"),
      ...(examples.length > 0 && { examples: lines(examples, "examples") }),
      ...(skill.private && { private: true as const }),
    };
  });
  const bytes = Buffer.byteLength(JSON.stringify(skills));
  if (bytes > LIMITS.profileSkillsBytesMax) {
    const detail = told`are ${bytes} bytes of JSON; the limit is ${LIMITS.profileSkillsBytesMax}`;
    throw wrong("/skills", "too_long", detail);
  }
  return skills;
}

/**
 * Reads the prices that the owner sets. Default rows are skipped, so a profile can be sent
 * back as it was read.
 * @throws invalid_input, invalid_price
 */
export function readPrices(
  { rails: [rail] }: Pick<Settings, "rails">,
  given: Static<typeof PricesInput>,
): readonly StoredPrice[] {
  const seen = new Set<string>();
  const own: StoredPrice[] = [];
  for (const [index, row] of given.entries()) {
    const { contactType } = row;
    if (seen.has(contactType)) {
      const pointer = `/prices/${index}/contactType`;
      throw wrong(pointer, "duplicate", told`is listed twice`);
    }
    seen.add(contactType);
    if (row.source === "default") continue;
    const pointer = `/prices/${index}/price`;
    const price = parseAmount(row.price, pointer);
    refuseDust(rail, price, pointer);
    own.push({
      ...{ contactType, price },
      release: row.release ?? "replied",
      holdDays: row.holdDays ?? LIMITS.holdDaysDefault,
    });
  }
  return own;
}

function readLine(text: string, pointer: string): string {
  const line = cleanLine(text);
  if (isReadable(line)) return line;
  throw wrong(pointer, "empty", told`has no readable characters`);
}

function wrong(
  pointer: string,
  code: FieldError["code"],
  detail: Sentence,
): ServiceError {
  return new ServiceError("invalid_input", {
    detail: told`Cannot save the profile: ${fieldName(pointer)} ${detail}.`,
    errors: [{ pointer, code, detail }],
  });
}
