import type { Placeholder, SQL } from "drizzle-orm";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import {
  conversations,
  messages,
  participants,
} from "../../db/tables/conversation_schema.ts";

/**
 * True where the title, a name, an address or a message holds the text, upper or
 * lower case alike in ASCII. What the viewer may not
 * read is not searched: a bcc of others, a reply to others.
 */
function holds(text: Placeholder): SQL {
  const has = (where: SQL) => sql`instr(lower(${where}), lower(${text})) > 0`;
  return sql`(${has(sql`${conversations.title}`)}
    or exists (select 1 from ${participants} as other
      where other.conversation_id = ${conversations.id}
      and (other.role <> 'bcc' or other.position = ${participants.position})
      and ${has(sql`other.address || ' ' || other.display_name`)})
    or exists (select 1 from ${messages}, json_each(${messages.parts}) as part
      where ${messages.conversationId} = ${conversations.id}
      and (${messages.audience} is null or exists (select 1 from json_each(${messages.audience}) as reader
        where reader.value = ${participants.position}))
      and ${has(sql`part.value ->> '$.text'`)}))`;
}

/** Which of some conversations hold a text that an account may read there. */
export const conversationsHolding = perDatabase(build);

function build(db: Database) {
  const among = sql`${participants.conversationId} in (select value from json_each(${sql.placeholder("ids")}))`;
  const found = db.longOrm
    .select({ id: conversations.id })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .where(
      and(
        among,
        eq(participants.accountId, sql.placeholder("accountId")),
        eq(participants.reached, true),
        holds(sql.placeholder("text")),
      ),
    )
    .prepare();
  return async (
    accountId: string,
    text: string,
    ids: readonly string[],
  ): Promise<ReadonlySet<string>> => {
    const rows = await found.all({ accountId, text, ids: JSON.stringify(ids) });
    return new Set(rows.map(({ id }) => id));
  };
}
