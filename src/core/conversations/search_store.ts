import type { Placeholder, SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { conversations, messages, participants } from "../db/schema.ts";

/**
 * True where the title, a name, an address or a message holds the text, upper or
 * lower case alike in ASCII; true everywhere for null. What the viewer may not
 * read is not searched: a bcc of others, a reply to others.
 */
export function holds(text: Placeholder): SQL {
  const has = (where: SQL) => sql`instr(lower(${where}), lower(${text})) > 0`;
  return sql`(${text} is null
    or ${has(sql`${conversations.title}`)}
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
