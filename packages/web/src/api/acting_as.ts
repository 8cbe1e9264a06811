import type { GetAccountOutput } from "../../../client/src/generated/types.ts";

/** The team that this tab acts as: its address, kept until the tab is closed. */

const CHOSEN = "acting-as";

/** The header of every call; empty for the person's own inbox. */
export function actingHeaders(): Readonly<Record<string, string>> {
  const team = actingTeam();
  return team === undefined ? {} : { "svc-act-as": team };
}

/** The team, which a link names by `?as=`; undefined for the person's own inbox. */
export function actingTeam(): string | undefined {
  const url = new URL(location.href);
  const named = url.searchParams.get("as");
  if (named !== null) {
    choose(named);
    url.searchParams.delete("as");
    history.replaceState(history.state, "", url);
  }
  return sessionStorage.getItem(CHOSEN) ?? undefined;
}

/** Opens the inbox of a team, or one's own: the page starts anew, with nothing of the other. */
export function openInboxOf(team: string | undefined, path = "/inbox"): void {
  choose(team ?? "");
  location.assign(path);
}

/** Returns to one's own inbox after a membership has ended. */
export async function leaveEnded(response: Response): Promise<void> {
  if (response.status !== 403 || actingTeam() === undefined) return;
  const said = await response
    .clone()
    .json()
    .catch(() => undefined);
  if (said?.code === "not_a_member") openInboxOf(undefined);
}

function choose(team: string): void {
  if (team === "") sessionStorage.removeItem(CHOSEN);
  else sessionStorage.setItem(CHOSEN, team);
}

/** The person whom the reader decides for, if this is their inbox. */
export function decidedFor(data: GetAccountOutput | undefined) {
  return data?.decidesFor?.find((it) => it.accountId === data.account.id);
}

/** The reader's place in the team whose inbox this is; undefined in their own. */
export function placeIn(data: GetAccountOutput | undefined) {
  return data?.teams?.find(({ id }) => id === data.account.id);
}
