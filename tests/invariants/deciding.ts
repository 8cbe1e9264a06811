import { sql } from "drizzle-orm";
import { LIMITS } from "../../src/core/base/limits.ts";
import { ServiceError } from "../../src/core/errors/errors.ts";
import { SCOPES } from "../../src/core/identity/scopes.ts";
import { getConversation } from "../../src/core/operations/get_conversation.ts";
import type { Actor } from "../core/core_harness.ts";
import { unfoldRecords } from "../records.ts";
import { claim } from "./claim.ts";
import type { World } from "./world.ts";

/** Codes that say that somebody else has to decide. */
const NOT_THEIRS: readonly string[] = [
  "person_required",
  "maker_cannot_decide",
  "insufficient_scope",
  "limit_exceeded",
];

/** An agent that may do everything but decide, and so accept, by itself. */
export function clerkOf(who: Actor): Actor {
  return who.as({
    scopes: SCOPES.filter((scope) => scope !== "decisions:write"),
    credentialId: `cred_clerk_${who.accountId}`,
  });
}

/** A message or file that waits for its person, and that person. */
export async function waitingIn({ core, random, people }: World) {
  const open = await core.rows(
    "select conversation_id, for_account_id from checkpoints where status = 'open' and action ->> '$.act' in ('reply', 'artifact', 'receipt', 'outward') order by id",
  );
  const [conversationId, accountId] = random.maybe(open) ?? [];
  const agent = people.find((it) => it.accountId === accountId);
  if (!agent) return undefined;
  return { actor: agent, conversationId: String(conversationId) };
}

/** Approves what may be approved as it is shown, and nothing else. */
export async function asShown(
  decider: Actor,
  conversationId: string,
  checkpointId: string | undefined,
  approve: () => Promise<unknown>,
): Promise<void> {
  const shown = await shownTo(decider, conversationId, checkpointId);
  try {
    await approve();
  } catch (error) {
    if (!(error instanceof ServiceError) || !shown) throw error;
    const { code } = error;
    claim(
      !shown.mayDecide || !NOT_THEIRS.includes(code),
      `${code} for what may be decided (${shown.act})`,
    );
    const because = shown.because?.code;
    claim(
      shown.mayDecide || code === because,
      `refused with ${code}, not ${because} (${shown.act})`,
    );
    throw error;
  }
  claim(!shown || shown.mayDecide, `${shown?.act} was not to be decided`);
}

async function shownTo(
  decider: Actor,
  conversationId: string,
  checkpointId: string | undefined,
) {
  if (checkpointId === undefined) return undefined;
  try {
    const read = await decider.run(getConversation, { conversationId });
    return read.conversation.checkpoints.find(
      (it) => it.checkpointId === checkpointId && it.status === "open",
    );
  } catch {
    // A decider who does not see it is refused by the decision itself.
    return undefined;
  }
}

/** Paying what a raised price, a proposal or a refund asks for is what `payments:hold` is for. */
const BY_PAYING = sql`(a.body ->> '$.type' = 'checkpoint.approved' and exists (select 1 from checkpoints k where k.id = a.body ->> '$.checkpointId' and k.action ->> '$.act' in ('raise_price', 'refund', 'proposal')) or a.body ->> '$.type' = 'conversation.working' and exists (select 1 from conversations c where c.id = a.chain_id and c.owner_id = a.body ->> '$.actor.accountId'))`;

const BY_CLERK = sql`a.actor_own ->> '$.credentialId' like 'cred_clerk_%'`;

/** No agent has stood in for a person, and what only asks has accepted nothing. */
export async function checkDecisions({ core }: World): Promise<void> {
  await unfoldRecords(core.services.db);
  const { orm } = core.services.db;
  const accepted = await orm.values(
    sql`select a.chain_id, a.seq from unfolded_records a where ${BY_CLERK} and ((a.body ->> '$.type' = 'conversation.working' and a.body ->> '$.stateFrom' = 'submitted') or a.body ->> '$.type' in ('checkpoint.approved', 'checkpoint.declined')) and not ${BY_PAYING}`,
  );
  claim(accepted.length === 0, `decided by who may not: ${accepted}`);
  const answered = await orm.values(
    sql`select id from checkpoints where action ->> '$.act' = 'ask' and status = 'approved' and decided_actor ->> '$.kind' = 'agent'`,
  );
  claim(answered.length === 0, `an agent answered for a person: ${answered}`);
  const asked = await orm.values(
    sql`select conversation_id from messages where asks_first = 1 group by conversation_id, author having count(*) > ${LIMITS.questionsFirstMax}`,
  );
  claim(asked.length === 0, `asked first too often: ${asked}`);
  const counted = await orm.values(
    sql`select m.id from messages m join conversations c on c.id = m.conversation_id join json_each(c.receipt, '$.evidence.messageIds') e on e.value = m.id where m.asks_first = 1`,
  );
  claim(counted.length === 0, `a question met a condition: ${counted}`);
}
