import type { QueryCall } from "../../../access/context.ts";
import { addressStore, awayNow } from "../../../addresses/store.ts";
import { DELEGATE } from "../../../base/team_roles.ts";
import { isCurrent } from "../../../identity/teams/acting_as.ts";
import { addressAt } from "../../../identity/teams/present_member.ts";
import { roleRow } from "../../../identity/teams/roles.ts";
import type { Membership } from "../../../identity/teams/team_store.ts";
import { teamStore } from "../../../identity/teams/team_store.ts";
import { subjectOf } from "../../acts/checkpoints/subject.ts";
import type { CheckpointView } from "../../model/checkpoint_schema.ts";
import type { Checkpoint, Conversation } from "../../model/model.ts";
import { sumOf } from "../../model/turn/delegated.ts";

type Decider = NonNullable<CheckpointView["deciders"]>[number];

/**
 * The people who may decide an open checkpoint, for those who act as its account; undefined
 * if nobody but its one person may.
 */
export async function decidersOf(
  call: QueryCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
): Promise<Decider[] | undefined> {
  const { forAccountId } = checkpoint;
  const all = await teamStore(call.db).ofTeam(forAccountId);
  const sum = sumOf(conversation, checkpoint);
  const places = all.filter(
    (it) => isCurrent(it, call.now) && decides(it, checkpoint, sum),
  );
  if (places.length === 0) return undefined;
  const own = await addressStore(call.db).ofAccount(forAccountId);
  const standIn = own && awayNow(own, call.now)?.standInId;
  const { address, displayName } = subjectOf(conversation, checkpoint).asked;
  const isTeam = all.some(({ role }) => role !== DELEGATE);
  return [
    ...(isTeam ? [] : [{ address, name: displayName, as: "owner" as const }]),
    ...places.map((it) => ({
      address: addressAt(call, it.memberAddress),
      name: it.memberName,
      as: partOf(it, standIn),
    })),
  ];
}

function decides(
  { id, role, decides: kinds, perPayment }: Membership,
  { action, askedBy }: Checkpoint,
  sum: number,
): boolean {
  const { scopes = [] } = role ? roleRow(role) : {};
  return (
    (scopes === null || scopes.includes("decisions:write")) &&
    (kinds?.includes(action.act) ?? true) &&
    sum <= (perPayment ?? Number.POSITIVE_INFINITY) &&
    askedBy.credentialId !== id
  );
}

function partOf(
  { role, memberId }: Membership,
  standIn: string | null | undefined,
): Decider["as"] {
  if (role !== DELEGATE) return role === "owner" ? "owner" : "member";
  return memberId === standIn ? "stand_in" : "delegate";
}
