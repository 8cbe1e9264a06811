import type { QueryCall } from "../../../access/context.ts";
import { accountStore } from "../../../identity/accounts_store.ts";
import { actingIn, isCurrent } from "../../../identity/teams/acting_as.ts";
import { rightsOf } from "../../../identity/teams/roles.ts";
import type { Membership } from "../../../identity/teams/team_store.ts";
import { teamStore } from "../../../identity/teams/team_store.ts";
import { noticeStore } from "../../../mail/notice_store.ts";
import type { Checkpoint, Conversation } from "../../model/model.ts";
import { awayOf } from "../checkpoints/stand_in.ts";
import { assigneeIn } from "../labels/assignee.ts";
import { conversationStore } from "../store/store.ts";
import { refusalToApprove } from "./may_decide.ts";

/** Something that happened to an account, and whether it waits for a decision. */
export interface Happened {
  /** Null for what concerns the account itself. */
  readonly conversationId: string | null;
  readonly isAsk: boolean;
}

/**
 * The accounts whose people are told of something that happened to an account: its own, and
 * for a team its members: the one who is on the conversation, else those who may act on it.
 * A decision is told to those who may make it. Members who are away are told if all are.
 */
export async function peopleToTell(
  call: QueryCall,
  accountId: string,
  { conversationId, isAsk }: Happened,
): Promise<readonly string[]> {
  const account = await accountStore(call.db).byId(accountId);
  if (account?.kind !== "team") return [accountId];
  const all = await teamStore(call.db).ofTeam(accountId);
  const places = all.filter((it) => isCurrent(it, call.now));
  const able =
    conversationId === null
      ? places.filter(({ role }) => role !== null && rightsOf(role).mayAdmin)
      : await ableOn(call, conversationId, accountId, { places, isAsk });
  const people = able.map(({ memberId }) => memberId ?? "");
  const told: string[] = [];
  for (const it of people) {
    if (await isToldFor(call, accountId, it)) told.push(it);
  }
  const away = await Promise.all(told.map((it) => awayOf(call, it)));
  const here = told.filter((_it, index) => !away[index]);
  return here.length > 0 ? here : told;
}

/** True for the account itself, and for a member who has not muted their team. */
export async function isToldFor(
  { db, now }: QueryCall,
  accountId: string,
  personId: string,
): Promise<boolean> {
  if (accountId === personId) return true;
  const { mutedTeams } = await noticeStore(db).settings(personId);
  if (mutedTeams.includes(accountId)) return false;
  const places = await teamStore(db).ofMember(personId);
  return places.some((it) => it.accountId === accountId && isCurrent(it, now));
}

/** Members who may act on a conversation of the team; only the one who is on it, if they may. */
async function ableOn(
  call: QueryCall,
  conversationId: string,
  accountId: string,
  { places, isAsk }: { places: readonly Membership[]; isAsk: boolean },
): Promise<readonly Membership[]> {
  const store = conversationStore(call.db);
  const row = await store.viewerRow(conversationId, accountId);
  if (!row) return [];
  const { version, labels } = row;
  const conversation = await store.load(conversationId, version);
  const domain = call.settings.addressDomain;
  const assignee = assigneeIn(labels, domain);
  const isOn = (it: Membership) => `${it.memberAddress}@${domain}` === assignee;
  const asked = conversation.checkpoints.filter(
    (it) => isAsk && it.status === "open" && it.forAccountId === accountId,
  );
  if (asked.length === 0) {
    const on = places.filter(isOn);
    const writing = ({ role }: Membership) => role && rightsOf(role).mayWrite;
    return on.length > 0 ? on : places.filter(writing);
  }
  const may = await Promise.all(
    places.map((it) => mayDecide(call, it, conversation, asked)),
  );
  const able = places.filter((_it, index) => may[index]);
  // Asked again, it is not only the matter of the one who is on it.
  if (asked.some(({ escalatedAt }) => escalatedAt !== null)) return able;
  const on = able.filter(isOn);
  return on.length > 0 ? on : able;
}

/** True if a member may make one of some decisions. */
async function mayDecide(
  call: QueryCall,
  place: Membership,
  conversation: Conversation,
  asked: readonly Checkpoint[],
): Promise<boolean> {
  const accountId = place.memberId ?? "";
  const by = { kind: "person", accountId, scopes: null } as const;
  const member = actingIn(place, by, place.memberName);
  for (const it of asked) {
    const own = { ...call, member, attempt: new Map() };
    if (!(await refusalToApprove(own, conversation, it))) return true;
  }
  return false;
}
