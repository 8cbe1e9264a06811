import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { addressStore } from "../../../addresses/store.ts";
import { LIMITS } from "../../../base/limits.ts";
import { DELEGATE } from "../../../base/team_roles.ts";
import { told } from "../../../base/words/sentence.ts";
import { invalid } from "../../../errors/field_errors.ts";
import { settingChange } from "../../../events/setting_changes.ts";
import { isCurrent } from "../../../identity/teams/acting_as.ts";
import { selfOf } from "../../../identity/teams/present_member.ts";
import { rightsOf } from "../../../identity/teams/roles.ts";
import type { Membership } from "../../../identity/teams/team_store.ts";
import { teamStore } from "../../../identity/teams/team_store.ts";
import { queueNotice } from "../../../mail/notices.ts";
import { awayOf } from "../checkpoints/stand_in.ts";
import type { WantedLabels } from "./label_change.ts";
import { labelStore } from "./label_store.ts";

/** How the label of a team's member begins; the rest is the local part of their address. */
const MARK = "@";

/** The views of a team's inbox besides those of every account. */
export const TEAM_VIEWS = ["mine", "unassigned"] as const;

/** The label that the rows of a team's view have; "" for none. */
export async function labelOfView(
  { db, ...call }: QueryCall,
  view: (typeof TEAM_VIEWS)[number],
): Promise<string> {
  if (view === "unassigned") return "";
  const own = await addressStore(db).ofAccount(selfOf({ db, ...call }));
  return `${MARK}${own?.localPart}`;
}

/** The member who is on a conversation, by the team's labels on it; null for nobody. */
export function assigneeIn(
  labels: readonly string[] | null | undefined,
  domain: string,
): string | null {
  const label = labels?.find((it) => it.startsWith(MARK));
  return label === undefined ? null : `${label.slice(1)}@${domain}`;
}

/**
 * The same labels to add and remove, with those that put a member on a conversation in place
 * of another. In a team, a label that begins as theirs names a member.
 * @throws invalid_input for somebody who is not in the team, or an assignee without a team
 */
export async function withAssignee(
  { db, member: { accountId } }: CommandCall,
  { addLabels = [], removeLabels = [] }: WantedLabels,
  assignee?: string | null,
  at = "/addLabels",
): Promise<WantedLabels> {
  const isMark = (label: string) => label.startsWith(MARK);
  const isNamed = assignee !== undefined;
  const wanted = isNamed ? assignee : addLabels.findLast(isMark)?.slice(1);
  if (wanted === undefined) return { addLabels, removeLabels };
  const places = await teamStore(db).ofTeam(accountId);
  const members = places.filter(({ role }) => role !== DELEGATE);
  // An account that is no team names its labels as it likes.
  if (!isNamed && members.length === 0) return { addLabels, removeLabels };
  const [name] = wanted?.toLowerCase().split("@") ?? [];
  if (wanted !== null && !members.some((it) => it.memberAddress === name)) {
    const why = told`no one in the team has this address`;
    throw invalid(isNamed ? "/assignee" : at, "not_a_member", why);
  }
  const label = wanted === null ? [] : [`${MARK}${name}`];
  const all = (await labelStore(db).of(accountId)).map((it) => it.name);
  const others = all.filter((it) => isMark(it) && it !== label[0]);
  return {
    addLabels: [...addLabels.filter((it) => !isMark(it)), ...label],
    removeLabels: [...removeLabels, ...others],
  };
}

/**
 * Those of a team who take a turn now, by their memberships: all who may write, or those of
 * the addresses.
 */
export async function takingTurns(
  { db, now, settings }: Pick<QueryCall, "db" | "now" | "settings">,
  teamId: string,
  among: readonly string[],
): Promise<readonly Membership[]> {
  const places = await teamStore(db).ofTeam(teamId);
  return places.filter((it) => {
    const address = `${it.memberAddress}@${settings.addressDomain}`;
    const isMeant = among.length === 0 || among.includes(address);
    const mayWrite = it.role !== null && rightsOf(it.role).mayWrite;
    const isMember = it.role !== DELEGATE;
    return isMember && isMeant && mayWrite && isCurrent(it, now);
  });
}

/** @throws invalid_input unless all are members who may write, and there is one */
export async function requireTakingTurns(
  call: CommandCall,
  among: readonly string[],
): Promise<void> {
  const why = told`no one in the team has this address and may reply`;
  for (const [index, address] of [...among.entries(), [-1, ""] as const]) {
    const some = address === "" ? among : [address.toLowerCase()];
    const those = await takingTurns(call, call.member.accountId, some);
    const at = index < 0 ? "/inTurn" : `/inTurn/${index}`;
    if (those.length === 0) throw invalid(at, "not_a_member", why);
  }
}

/**
 * The labels of members by their memberships, of whom the commit puts the next one on a
 * conversation; of those who are away only if all are. A label that is missing is made.
 */
export async function labelsInTurn(
  call: CommandCall,
  teamId: string,
  among: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const store = labelStore(call.db);
  const all = await store.of(teamId);
  const ids: Record<string, string> = {};
  const turns = await takingTurns(call, teamId, among);
  const away = await Promise.all(
    turns.map(({ memberId }) => awayOf(call, memberId ?? "")),
  );
  const here = turns.filter((_it, index) => !away[index]);
  for (const it of here.length > 0 ? here : turns) {
    const name = `${MARK}${it.memberAddress}`;
    const known = all.find((label) => label.name === name);
    const id = known?.id ?? call.newId("label");
    if ((await store.countOf(id)) >= LIMITS.labeledMax) continue;
    ids[it.id] = id;
    if (known) continue;
    call.write(store.insert({ id, accountId: teamId, name, key: name }));
    call.changed(settingChange(teamId, "labels", "created"));
  }
  return ids;
}

/** Tells members that a colleague put them on a conversation, or mentioned them in a note. */
export async function tellNamed(
  call: CommandCall,
  conversationId: string,
  about: "assigned" | "mentioned",
  names: readonly (string | undefined)[],
): Promise<void> {
  const { accountId, credentialName: by = "" } = call.member;
  for (const place of await teamStore(call.db).ofTeam(accountId)) {
    const { memberId, memberAddress } = place;
    const isNamed = memberAddress !== null && names.includes(memberAddress);
    if (!isNamed || memberId === null || memberId === selfOf(call)) continue;
    const notice = { accountId, conversationId, about, by };
    queueNotice(call, notice, { recipient: memberId });
    const told = { accountId: memberId, team: accountId, conversationId };
    call.tellDevices({ ...told, kind: "replies" });
  }
}

/** Removes the label of a member who leaves a team, with what they are on. */
export async function endAssignments(
  call: CommandCall,
  { accountId, memberAddress }: Membership,
): Promise<void> {
  const store = labelStore(call.db);
  const all = await store.of(accountId);
  const own = all.find(({ name }) => name === `${MARK}${memberAddress}`);
  if (own) call.write(...store.remove(own));
}
