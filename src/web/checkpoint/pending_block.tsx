import { useBalance } from "../api/queries.ts";
import type { Checkpoint, Conversation } from "../api/types.ts";
import { TrustBadges } from "../thread/trust_badges.tsx";
import { Icon } from "../ui/icon.tsx";
import { Time } from "../ui/time.tsx";
import { asStart } from "../ui/words.ts";
import { ProposalView } from "./proposal.tsx";
import { questionId } from "./question_id.ts";

/** What is decided about and not in the thread yet, whole and in its place: dashed. */
export function PendingBlock({
  checkpoint,
  conversation,
}: {
  checkpoint: Checkpoint;
  conversation: Conversation;
}) {
  const { checkpointId, title, askedBy, openedAt, proposal } = checkpoint;
  const { data } = useBalance();
  return (
    <article
      id={questionId(checkpointId)}
      tabIndex={-1}
      aria-label={`About: ${title}`}
      className="mb-6 scroll-mt-4 rounded-[10px] border-[1.5px] border-agent border-dashed bg-agent-back px-4 py-3"
    >
      <p className="flex items-center gap-1.5 font-semibold text-agent text-xs">
        <Icon name="clock" size={14} />
        <span>
          {askedBy ? (
            <bdi>{asStart({ ...askedBy, kind: "person" })}</bdi>
          ) : (
            "It"
          )}
          {proposal.sends
            ? " wants to send this · not sent"
            : " asks · not done"}
        </span>
      </p>
      <p className="mb-2 text-quiet text-xs">
        {askedBy && <bdi>{askedBy.address}</bdi>} <Time at={openedAt} />
      </p>
      {askedBy?.trust && askedBy.trust.relation !== "self" && (
        <p className="mb-2 flex flex-wrap gap-1.5">
          <TrustBadges trust={askedBy.trust} author={askedBy} />
        </p>
      )}
      <ProposalView
        checkpoint={checkpoint}
        payment={conversation.payment}
        // Only what leaves the person's own balance is set against it.
        balance={proposal.spends ? data?.available : undefined}
      />
    </article>
  );
}
