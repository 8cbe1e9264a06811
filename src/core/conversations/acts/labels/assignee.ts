import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { addressStore } from "../../../addresses/store.ts";
import { told } from "../../../base/words/sentence.ts";
import { invalid } from "../../../errors/field_errors.ts";
import { selfOf } from "../../../identity/teams/present_member.ts";
import { teamStore } from "../../../identity/teams/team_store.ts";
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
 * of another.
 * @throws invalid_input for somebody who is not in the team, or without a team
 */
export async function withAssignee(
  { db, member: { accountId } }: CommandCall,
  { addLabels = [], removeLabels = [] }: WantedLabels,
  assignee: string | null | undefined,
): Promise<WantedLabels> {
  if (assignee === undefined) return { addLabels, removeLabels };
  const [name] = assignee?.toLowerCase().split("@") ?? [];
  const members = await teamStore(db).ofTeam(accountId);
  if (assignee !== null && !members.some((it) => it.memberAddress === name)) {
    const why = told`no one in the team has this address`;
    throw invalid("/assignee", "not_a_member", why);
  }
  const label = assignee === null ? [] : [`${MARK}${name}`];
  const all = (await labelStore(db).of(accountId)).map((it) => it.name);
  const others = all.filter((it) => it.startsWith(MARK) && it !== label[0]);
  return {
    addLabels: [...addLabels, ...label],
    removeLabels: [...removeLabels, ...others],
  };
}

/** Removes the label of a member who leaves the team, with what they are on. */
export async function endAssignments(
  call: CommandCall,
  localPart: string | null,
): Promise<void> {
  const store = labelStore(call.db);
  const all = await store.of(call.member.accountId);
  const own = all.find(({ name }) => name === `${MARK}${localPart}`);
  if (own) call.write(...store.remove(own));
}
