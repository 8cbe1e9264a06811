import { BoundedCache } from "../base/cache.ts";
import { LIMITS } from "../base/limits.ts";
import { perDatabase } from "../db/per_database.ts";

/** A member who is writing a reply for their team, until a moment. */
export interface Replying {
  readonly memberId: string;
  readonly name: string;
  readonly conversationId: string;
  readonly until: number;
}

type OfTeam = Map<string, Replying>;

/** The newest of each member, by team: only in this process, and never stored. */
const known = perDatabase(
  () => new BoundedCache<string, OfTeam>(LIMITS.replyingTeamsMax),
);

/** Notes that a member is writing, or has stopped. */
export function keepReplying(
  db: Parameters<typeof known>[0],
  teamId: string,
  now: Replying,
): void {
  const ofTeam = known(db).get(teamId) ?? new Map<string, Replying>();
  ofTeam.set(now.memberId, now);
  known(db).set(teamId, ofTeam);
}

/** The newest of each member of a team; the moment of some may be over. */
export function replyingIn(
  db: Parameters<typeof known>[0],
  teamId: string,
): readonly Replying[] {
  return [...(known(db).get(teamId)?.values() ?? [])];
}
