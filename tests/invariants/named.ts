import { sql } from "drizzle-orm";
import { addCredential } from "../../src/core/operations/add_credential.ts";
import type { Actor, TestCore } from "../core/core_harness.ts";
import { unfoldRecords } from "../records.ts";
import { claim } from "./claim.ts";
import type { World } from "./world.ts";

/** As what alone the agents of this test may pay by themselves. */
const NAMED_TYPE = "everyone";

/** An agent of an account that pays one other by itself, and as nothing special. */
export async function addNamed(
  core: TestCore,
  who: Actor,
  payee: Actor,
): Promise<Actor> {
  const { credential } = await core.run(addCredential, {
    accountId: who.accountId,
    name: "Named",
    limits: { payees: [payee.address], contactTypes: [NAMED_TYPE] },
  });
  return who.as({ credentialId: credential.id });
}

/** The holds of such an agent: only a review of its own makes one. */
const HELD = sql`from unfolded_records a
  join credentials k on k.id = a.actor_own ->> '$.credentialId' and k.payees is not null
  join payments p on p.conversation_id = a.chain_id
  join conversations c on c.id = a.chain_id
  where a.body ->> '$.type' = 'payment.held' and a.body ->> '$.reviewId' is not null`;

/** No agent has held a price for whom, or as what, its access does not name. */
export async function checkNamed({ core }: World): Promise<void> {
  await unfoldRecords(core.services.db);
  const { orm } = core.services.db;
  const beyond = await orm.values(
    sql`select a.chain_id ${HELD} and (c.contact_type <> ${NAMED_TYPE} or p.payee_id is null or p.payee_id not in (
      select account_id from addresses where local_part || '@inbox.localhost' in (
        select value from json_each(k.payees))))`,
  );
  claim(beyond.length === 0, `held beyond what is named: ${beyond}`);
}

/** The outcomes of the lists, so that the check above is about something. */
export async function namedOutcomes({
  core,
}: World): Promise<readonly string[]> {
  await unfoldRecords(core.services.db);
  const { orm } = core.services.db;
  const held = await orm.values(sql`select 1 ${HELD} limit 1`);
  const asked = await orm.values<[string]>(
    sql`select distinct r.value ->> '$.id' from checkpoints x join json_each(x.rules) r where r.value ->> '$.id' in ('R-PAY-PAYEE', 'R-PAY-TYPE')`,
  );
  return [
    ...(held.length > 0 ? ["held for whom it names"] : []),
    ...asked.map(([id]) => `asked ${id}`),
  ];
}
