import { sql } from "drizzle-orm";
import { claim } from "./claim.ts";
import type { World } from "./world.ts";

/** Acts that send at once what is then submitted, without a quote. */
const SENDING = ["create", "submit"];

/**
 * Conversations just let in: nobody whom they reached blocks the sender, and the payee is offered
 * their price. Written anew, not the service's.
 */
export async function checkAdmissions(
  { core }: World,
  act: string,
  id: string,
): Promise<void> {
  if (![...SENDING, "quote"].includes(act)) return;
  const { orm } = core.services.db;
  const blocking = await orm.values(
    sql`select p.address from conversations c join participants p on p.conversation_id = c.id and p.reached = 1 join contacts k on k.owner_id = p.account_id and k.contact_id = c.owner_id where c.id = ${id} and c.state = 'submitted' and k.standing = 'blocked'`,
  );
  claim(blocking.length === 0, `${blocking} reached by whom they block`);
  if (act === "quote") return;
  const unpaid = await orm.values(
    sql`select p.address, r.value ->> '$.price', c.price from conversations c join participants p on p.conversation_id = c.id and p.position > 0 join profiles f on f.account_id = p.account_id join json_each(f.prices) r left join contacts k on k.owner_id = p.account_id and k.contact_id = c.owner_id where c.id = ${id} and c.state = 'submitted' and coalesce(k.standing, 'usual') <> 'allowed' and r.value ->> '$.contactType' = coalesce(k.contact_type, 'everyone') and r.value ->> '$.price' > c.price`,
  );
  claim(unpaid.length === 0, `${unpaid} reached for less than they ask`);
}

/** The outcomes that the runs must have left, or the checks saw nothing. */
export async function admissionOutcomes({
  core,
}: World): Promise<readonly string[]> {
  const rows = await core.services.db.orm.values<[string]>(
    sql`select distinct state || ' ' || state_reason from conversations where state_reason in ('R-BLOCKED', 'below_recipient_price')`,
  );
  return rows.map(([outcome]) => outcome);
}
