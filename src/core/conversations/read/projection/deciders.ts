import type { QueryCall } from "../../../access/context.ts";
import { DELEGATE } from "../../../base/team_roles.ts";
import { addressAt } from "../../../identity/teams/present_member.ts";
import { awayOf, placesToDecide } from "../../acts/checkpoints/stand_in.ts";
import { subjectOf } from "../../acts/checkpoints/subject.ts";
import { countOf, proposerOf } from "../../acts/decisions/vote.ts";
import type { CheckpointView } from "../../model/checkpoint_schema.ts";
import type { Checkpoint, Conversation } from "../../model/model.ts";

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
  const count = await countOf(call, conversation, checkpoint);
  const proposer = count && (await proposerOf(call, conversation, checkpoint));
  const all = await placesToDecide(call, conversation, checkpoint);
  const places = all.filter((it) => it.memberId !== proposer);
  if (places.length === 0) return undefined;
  const away = await awayOf(call, checkpoint.forAccountId);
  const { asked } = subjectOf(conversation, checkpoint);
  const { address, displayName: name } = asked;
  return [
    ...(asked.kind === "team" ? [] : [{ address, name, as: "owner" as const }]),
    ...places.map(({ role, memberId, memberAddress, memberName }) => {
      const as: Decider["as"] =
        role === DELEGATE
          ? memberId === away?.standInId
            ? "stand_in"
            : "delegate"
          : role === "owner"
            ? "owner"
            : "member";
      return { address: addressAt(call, memberAddress), name: memberName, as };
    }),
  ];
}
