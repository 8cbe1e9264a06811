import type { QueryCall } from "../../../access/context.ts";
import { addressStore, awayNow } from "../../../addresses/store.ts";
import { DELEGATE } from "../../../base/team_roles.ts";
import type { StoredAway } from "../../../db/tables/agents_schema.ts";
import { isCurrent } from "../../../identity/teams/acting_as.ts";
import { addressAt } from "../../../identity/teams/present_member.ts";
import { roleRow } from "../../../identity/teams/roles.ts";
import type { Membership } from "../../../identity/teams/team_store.ts";
import { teamStore } from "../../../identity/teams/team_store.ts";
import type { Checkpoint, Conversation } from "../../model/model.ts";
import { sumOf } from "../../model/turn/delegated.ts";
import type { ToldPerson } from "../../model/turn/told_people.ts";

type Asking = Pick<Checkpoint, "forAccountId" | "action" | "askedBy">;

/** The members of a team, or a person's delegates, who may make a decision now. */
export async function placesToDecide(
  { db, now }: QueryCall,
  conversation: Pick<Conversation, "price">,
  checkpoint: Asking,
): Promise<readonly Membership[]> {
  const { forAccountId, action, askedBy } = checkpoint;
  const sum = sumOf(conversation, checkpoint);
  const all = await teamStore(db).ofTeam(forAccountId);
  return all.filter((it) => {
    const { scopes = [] } = it.role ? roleRow(it.role) : {};
    return (
      isCurrent(it, now) &&
      (scopes === null || scopes.includes("decisions:write")) &&
      (it.decides?.includes(action.act) ?? true) &&
      sum <= (it.perPayment ?? Number.POSITIVE_INFINITY) &&
      askedBy.credentialId !== it.id
    );
  });
}

/** The absence of an account's person, with the account that stands in; undefined without. */
export async function awayOf(
  { db, now }: QueryCall,
  accountId: string,
): Promise<StoredAway | undefined> {
  const own = await addressStore(db).ofAccount(accountId);
  return own && awayNow(own, now);
}

/** The one who is told of a decision besides the person whom it asks; null for nobody. */
export async function toldBeside(
  call: QueryCall,
  conversation: Pick<Conversation, "price">,
  checkpoint: Asking,
): Promise<readonly ToldPerson[] | null> {
  const accountId = (await awayOf(call, checkpoint.forAccountId))?.standInId;
  if (!accountId) return null;
  const places = await placesToDecide(call, conversation, checkpoint);
  const place = places.find(({ memberId }) => memberId === accountId);
  if (!place) return null;
  return [toldAs(call, place)];
}

/** The delegates of a person who may make a decision and were not told of it yet. */
export async function delegatesToTell(
  call: QueryCall,
  conversation: Pick<Conversation, "price">,
  checkpoint: Asking & Pick<Checkpoint, "told">,
): Promise<readonly ToldPerson[]> {
  const places = await placesToDecide(call, conversation, checkpoint);
  const told = checkpoint.told ?? [];
  return places
    .filter(
      ({ role, memberId }) =>
        role === DELEGATE && !told.some((it) => it.accountId === memberId),
    )
    .map((it) => toldAs(call, it));
}

function toldAs(
  call: QueryCall,
  { memberId, memberAddress, memberName: name }: Membership,
): ToldPerson {
  const address = addressAt(call, memberAddress);
  return { accountId: memberId ?? "", address, name, at: call.now };
}
