import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { authorKindOf } from "../../../access/principal.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { invalid } from "../../../errors/field_errors.ts";
import { credentialStore } from "../../../identity/credentials_store.ts";
import { isCurrent } from "../../../identity/teams/acting_as.ts";
import { quorumFor } from "../../../identity/teams/quorum.ts";
import { mayPay } from "../../../identity/teams/roles.ts";
import { teamStore } from "../../../identity/teams/team_store.ts";
import type { Checkpoint, Conversation } from "../../model/model.ts";
import { spentBy } from "../../model/turn/quorum.ts";
import type { Vote } from "../../model/turn/vote.ts";
import { askedPositions } from "../checkpoints/checkpoint.ts";
import { recordEvent } from "../store/change.ts";
import { madeByCaller } from "./made_by_caller.ts";
import type { Edited } from "./rows/row.ts";
import { personRequired } from "./rows/shared.ts";

/** An approval of several people, and how it stands. */
export interface Count {
  readonly needed: number;
  /** Approvals of those who may still approve it. */
  readonly votes: readonly Vote[];
}

/** The approvals that a decision takes and has; undefined if one person makes it. */
export async function countOf(
  call: QueryCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
): Promise<Count | undefined> {
  const { forAccountId, votes } = checkpoint;
  const amount = spentBy(conversation, checkpoint);
  const quorum = await quorumFor(call, forAccountId, amount);
  if (!quorum) return undefined;
  const places =
    votes.length > 0 ? await teamStore(call.db).ofTeam(forAccountId) : [];
  const { act } = checkpoint.action;
  const able = places.filter(
    (it) =>
      isCurrent(it, call.now) &&
      mayPay(it, amount) &&
      (it.decides === null || it.decides.includes(act)),
  );
  const counted = votes.filter(({ credentialId }) =>
    able.some(({ id }) => id === credentialId),
  );
  return { needed: quorum.needed, votes: counted };
}

/** Why the caller's approval can't be one of several; undefined if it can. */
export async function refusalToVote(
  call: QueryCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
): Promise<ServiceError | undefined> {
  const { member } = call;
  if (hasVoted(checkpoint, call)) {
    return new ServiceError("already_decided", {
      detail: told`Cannot approve it again: you did, and others have to.`,
    });
  }
  if (!member.team || authorKindOf(member) !== "person") {
    return personRequired(
      told`more than one person of the team has to approve it.`,
    );
  }
  const proposer = await proposerOf(call, conversation, checkpoint);
  return proposer === member.team.memberId
    ? madeByCaller(call, conversation, checkpoint)
    : undefined;
}

/**
 * The account of the person who proposed it: by any membership that they had, by an agent, or
 * as the other side.
 */
export async function proposerOf(
  { db }: QueryCall,
  { participants }: Conversation,
  { askedBy: { address, credentialId }, forAccountId }: Checkpoint,
): Promise<string> {
  const side = participants.find((it) => it.address === address);
  const accountId = side?.accountId ?? forAccountId;
  if (credentialId === undefined) return accountId;
  const made = await credentialStore(db).find(accountId, credentialId);
  // A membership was made by the one who added the member.
  return made?.memberId ?? made?.madeBy ?? accountId;
}

/** True if the caller is one of those who approved it. Pure. */
export function hasVoted(
  { status, votes }: Pick<Checkpoint, "status" | "votes">,
  { member }: Pick<QueryCall, "member">,
): boolean {
  return (
    status === "open" &&
    votes.some(({ credentialId }) => credentialId === member.credentialId)
  );
}

/** A conversation with a checkpoint in it. */
interface Voted {
  readonly conversation: Conversation;
  readonly checkpoint: Checkpoint;
}

/**
 * Counts the caller's approval where it takes several; `isCounted` while others are missing.
 * With the last one the commit is refused if one of the others has left meanwhile.
 * @throws invalid_input for an approval of something else than the others approved
 */
export async function voteOn(
  call: CommandCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
  edited: Edited | undefined,
): Promise<Voted | (Voted & { readonly isCounted: true })> {
  const count = await countOf(call, conversation, checkpoint);
  if (!count) return { conversation, checkpoint };
  if (edited) {
    const [field = ""] = Object.keys(edited);
    const why = told`it can't be changed where several people approve it`;
    throw invalid(`/edited/${field}`, "not_editable", why);
  }
  const voted = withVote(call, conversation, checkpoint, count);
  if (voted.checkpoint.votes.length < count.needed) {
    return { ...voted, isCounted: true };
  }
  const store = teamStore(call.db);
  const places = await store.ofTeam(checkpoint.forAccountId);
  for (const { credentialId: id } of count.votes) {
    const found = places.find((it) => it.id === id);
    const { perPayment = null, perDay = null } = found ?? {};
    const place = { id, role: found?.role ?? "", perPayment, perDay };
    call.write(store.guard(place, call.now));
  }
  return voted;
}

/** Adds the caller's approval, and records it for the team. */
function withVote(
  call: CommandCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
  { needed, votes }: Count,
): Voted {
  const { team, credentialId = "", credentialName = "" } = call.member;
  const vote = {
    ...{ memberId: team?.memberId ?? "", credentialId },
    ...{ name: credentialName, at: call.now },
  };
  const voted = { ...checkpoint, votes: [...votes, vote] };
  recordEvent(call, conversation, "checkpoint.voted", {
    checkpointId: checkpoint.id,
    refs: { approvals: String(voted.votes.length), needed: String(needed) },
    audience: askedPositions(conversation, checkpoint),
  });
  const checkpoints = conversation.checkpoints.map((it) =>
    it === checkpoint ? voted : it,
  );
  return { conversation: { ...conversation, checkpoints }, checkpoint: voted };
}
