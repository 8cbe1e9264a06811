import { useEffect, useRef } from "react";
import { answersIn } from "../api/actions.ts";
import { useBalance } from "../api/queries.ts";
import type { Action, Checkpoint, Conversation } from "../api/types.ts";
import { TrustBadges } from "../thread/trust_badges.tsx";
import { CodeBlock } from "../ui/code_block.tsx";
import { Icon } from "../ui/icon.tsx";
import { Time, untilText } from "../ui/time.tsx";
import { Deciding } from "./deciding.tsx";
import { ProposalView } from "./proposal.tsx";
import { questionId } from "./question_id.ts";

/** The number of messages that still leaves the question in sight. */
const SHORT = 3;

/** What waits for a decision: all of what will happen, then what each answer leads to. */
export function CheckpointCard({
  checkpoint,
  conversation,
}: {
  checkpoint: Checkpoint;
  conversation: Conversation;
}) {
  const { checkpointId, title, outcomes, askedBy } = checkpoint;
  const { openedAt, expiresAt, mayDecide, mayDecline } = checkpoint;
  const { approve, decline } = answersIn(conversation, checkpoint);
  const { spends } = checkpoint.proposal;
  const { data } = useBalance();
  // Only what leaves the person's own balance is set against it.
  const balance = spends ? data?.available : undefined;
  const card = useSight(conversation.messages.length);
  return (
    <section
      ref={card}
      id={questionId(checkpointId)}
      tabIndex={-1}
      aria-label={title}
      className="card mb-4 scroll-mt-14 border-accent border-l-4 p-4"
    >
      <p className="mb-1 flex items-center gap-2 text-sm font-semibold text-accent">
        <Icon name="needs" size={18} /> Needs you
      </p>
      <h2 className="font-semibold">
        <bdi>{title}</bdi>
      </h2>
      <p className="hint mb-3">
        {askedBy && (
          <>
            Asked by <bdi>{askedBy.label}</bdi> (<bdi>{askedBy.address}</bdi>),{" "}
          </>
        )}
        <Time at={openedAt} />
        {askedBy?.trust && askedBy.trust.relation !== "self" && (
          <span className="mt-1 flex flex-wrap gap-2">
            <TrustBadges trust={askedBy.trust} author={askedBy} />
          </span>
        )}
      </p>
      <ProposalView
        checkpoint={checkpoint}
        payment={conversation.payment}
        balance={balance}
      />
      <dl className="mb-3 grid gap-1.5 border-line border-t pt-3">
        <Fact name={ifYou(approve)}>{outcomes.approve}</Fact>
        <Fact name={ifYou(decline)}>{outcomes.decline}</Fact>
        <Fact name="If nobody answers">
          {outcomes.silence} It waits until <Time at={expiresAt} /> (
          {untilText(expiresAt)}).
        </Fact>
        {checkpoint.rules.length > 0 && (
          <Fact name="It asks because">
            <Rules rules={checkpoint.rules} />
          </Fact>
        )}
      </dl>
      <Exact checkpoint={checkpoint} />
      {!mayDecide && <WhoDecides checkpoint={checkpoint} />}
      {(mayDecide || mayDecline) && (
        <Deciding checkpoint={checkpoint} conversation={conversation} />
      )}
    </section>
  );
}

/** In a long thread the question must not be missed. */
function useSight(count: number) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (count > SHORT) card.current?.scrollIntoView({ block: "nearest" });
  }, [count]);
  return card;
}

/** Why this reader cannot decide it, and who does where. */
function WhoDecides({
  checkpoint: { because, approvalUrl },
}: {
  checkpoint: Checkpoint;
}) {
  return (
    <div className="mb-3">
      <p>
        You cannot approve this here. {because?.detail} It waits for the person
        of this account, signed in.
      </p>
      {approvalUrl && (
        <p>
          They decide it at{" "}
          <a href={approvalUrl} className="text-accent underline">
            {approvalUrl}
          </a>
        </p>
      )}
    </div>
  );
}

function ifYou(answer: Action | undefined): string {
  return `If you ${answer?.title.toLowerCase() ?? "decide"}`;
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="inline font-semibold">{name}: </dt>
      <dd className="inline">{children}</dd>
    </div>
  );
}

/** Which rules ask, each in the service's own sentence and by its name. */
function Rules({ rules }: Pick<Checkpoint, "rules">) {
  return (
    <ul className="list-disc pl-5">
      {rules.map(({ id, detail }) => (
        <li key={id}>
          <bdi>{detail || "A rule of the review asks a person."}</bdi>{" "}
          <code className="hint whitespace-nowrap">{id}</code>
        </li>
      ))}
    </ul>
  );
}

/** The action as the decision is bound to it, for whoever wants to see it. */
function Exact({
  checkpoint: { action, actionDigest },
}: {
  checkpoint: Checkpoint;
}) {
  return (
    <details className="mb-3">
      <summary className="hint">The exact action</summary>
      <CodeBlock
        label="The exact action"
        text={`${JSON.stringify(action, null, 2)}\nsha256 ${actionDigest}`}
      />
    </details>
  );
}
