import type { SQL } from "drizzle-orm";
import { and, sql } from "drizzle-orm";
import {
  artifacts,
  conversations,
  participants,
} from "../../../db/tables/conversation_schema.ts";
import { labels } from "../../../db/tables/label_schema.ts";
import { globOf } from "./part_glob.ts";
import type { Refinement } from "./query.ts";

/** The names belong only to a refinement: a list has others. */
const value = (name: keyof Refinement) => sql.placeholder(`refined_${name}`);

const NOTHING = {
  from: null,
  to: null,
  unread: null,
  hasFile: null,
  priceMin: null,
  priceMax: null,
  before: null,
  after: null,
  alsoIn: null,
  assigned: null,
} satisfies Record<keyof Refinement, null>;

/** The values for the placeholders of {@linkcode IS_REFINED}. */
export function refinedBy(refinement: Refinement = {}) {
  const { from, to } = refinement;
  const asked = Object.entries({
    ...{ ...NOTHING, ...refinement },
    from: from === undefined ? null : globOf(from),
    to: to === undefined ? null : globOf(to),
  });
  return Object.fromEntries(
    asked.map(([name, it]) => [
      `refined_${name}`,
      typeof it === "boolean" ? Number(it) : it,
    ]),
  );
}

/** True if a refinement leaves it open, or it matches. */
function ifAsked(name: keyof Refinement, holds: SQL): SQL {
  return sql`(${value(name)} is null or ${holds})`;
}

function names(name: "from" | "to"): SQL {
  return sql`(p.address glob ${value(name)} or p.display_name glob ${value(name)})`;
}

const here = sql`p.conversation_id = ${conversations.id}`;

/**
 * Whether a viewer's row with its conversation matches a refinement, whose values come from
 * {@linkcode refinedBy}. Only the sender and itself find a bcc, and only its readers a file.
 */
export const IS_REFINED = and(
  ifAsked("unread", sql`${participants.unread} = ${value("unread")}`),
  ifAsked(
    "alsoIn",
    sql`${participants.views} & ${value("alsoIn")} = ${value("alsoIn")}`,
  ),
  ifAsked(
    "assigned",
    sql`ifnull((select l.name from json_each(${participants.labels}) mark join ${labels} l on l.id = mark.value where l.name glob '@*'), '') = ${value("assigned")}`,
  ),
  ifAsked("before", sql`${participants.updatedAt} < ${value("before")}`),
  ifAsked("after", sql`${participants.updatedAt} >= ${value("after")}`),
  ifAsked("priceMin", sql`${conversations.price} >= ${value("priceMin")}`),
  ifAsked("priceMax", sql`${conversations.price} <= ${value("priceMax")}`),
  ifAsked(
    "from",
    sql`exists (select 1 from participants p where ${here} and p.role = 'sender' and ${names("from")})`,
  ),
  ifAsked(
    "to",
    sql`exists (select 1 from participants p where ${here} and p.role <> 'sender' and ${names("to")} and (p.role <> 'bcc' or ${participants.role} = 'sender' or p.position = ${participants.position}))`,
  ),
  ifAsked(
    "hasFile",
    sql`exists (select 1 from ${artifacts} where ${artifacts.conversationId} = ${conversations.id} and (${artifacts.audience} is null or ${artifacts.addedBy} = ${participants.position} or exists (select 1 from json_each(${artifacts.audience}) reader where reader.value = ${participants.position})))`,
  ),
);
