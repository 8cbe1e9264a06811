import { useBalance } from "../api/queries.ts";
import type { Checkpoint, Conversation } from "../api/types.ts";
import { TrustBadges } from "../thread/trust_badges.tsx";
import { Icon } from "../ui/icon.tsx";
import { rich } from "../ui/rich.ts";
import { t } from "../ui/t.ts";
import { Time } from "../ui/time.tsx";
import { asStart } from "../ui/words.ts";
import { EditFields } from "./edit_fields.tsx";
import { useEditing } from "./editing.tsx";
import { ProposalView } from "./proposal.tsx";
import { questionId } from "./question_id.ts";

/**
 * A proposal that awaits a decision and is not in the thread yet, shown in full at its place,
 * with a dashed border.
 */
export function PendingBlock({
  checkpoint,
  conversation,
}: {
  checkpoint: Checkpoint;
  conversation: Conversation;
}) {
  const { checkpointId, title, askedBy, openedAt, proposal } = checkpoint;
  const { data } = useBalance();
  const { fields } = useEditing(conversation, checkpoint);
  return (
    <article
      id={questionId(checkpointId)}
      tabIndex={-1}
      aria-label={t`About: ${title}`}
      className="mb-6 scroll-mt-4 rounded-[10px] border-[1.5px] border-agent border-dashed bg-agent-back px-4 py-3"
    >
      <p className="flex items-center gap-1.5 font-semibold text-agent text-xs">
        <Icon name="clock" size={14} />
        <span>{proposal.sends ? wantsToSend(askedBy) : asks(askedBy)}</span>
      </p>
      <p className="mb-2 text-quiet text-xs">
        {askedBy && (
          <>
            <bdi>{askedBy.address}</bdi> ·{" "}
          </>
        )}
        <Time at={openedAt} />
      </p>
      {askedBy?.trust && askedBy.trust.relation !== "self" && (
        <p className="mb-2 flex flex-wrap gap-1.5">
          <TrustBadges trust={askedBy.trust} author={askedBy} />
        </p>
      )}
      <ProposalView
        checkpoint={checkpoint}
        conversation={conversation}
        fields={
          fields && (
            <EditFields conversation={conversation} checkpoint={checkpoint} />
          )
        }
        // Compare only what leaves the person's own balance with it.
        balance={proposal.spends ? data?.available : undefined}
      />
    </article>
  );
}

type Asker = Checkpoint["askedBy"];

function nameOf(asker: NonNullable<Asker>) {
  return <bdi>{asStart({ ...asker, kind: "person" })}</bdi>;
}

function wantsToSend(asker: Asker) {
  return asker
    ? rich`${nameOf(asker)} wants to send this · not sent yet`
    : t`Not sent yet`;
}

function asks(asker: Asker) {
  return asker
    ? rich`${nameOf(asker)} is asking · not done yet`
    : t`Needs a decision · not done yet`;
}
