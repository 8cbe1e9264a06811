import type { ReactNode } from "react";
import type { Action, Checkpoint, Conversation } from "../api/types.ts";
import { CodeBlock } from "../ui/code_block.tsx";
import { rich } from "../ui/rich.ts";
import { t } from "../ui/t.ts";
import { Time, untilText } from "../ui/time.tsx";
import { inSentence } from "../ui/words.ts";
import { isInThread } from "./asked_about.ts";
import { ProposalView } from "./proposal.tsx";

/** The effect of each answer, the reason for the question, and the exact action. */
export function Details({
  checkpoint,
  conversation,
  approve,
  decline,
}: {
  checkpoint: Checkpoint;
  conversation: Conversation;
  approve: Action | undefined;
  decline: Action | undefined;
}) {
  const { outcomes, expiresAt, rules, action, actionDigest } = checkpoint;
  return (
    <div className="mt-3 border-line border-t pt-3 text-sm">
      {isInThread(conversation, checkpoint) && (
        <div className="mb-3">
          <ProposalView
            checkpoint={checkpoint}
            conversation={conversation}
            isSaid
          />
        </div>
      )}
      <dl className="mb-3 grid gap-1.5">
        <Fact name={ifYou(approve)}>{outcomes.approve}</Fact>
        <Fact name={ifYou(decline)}>{outcomes.decline}</Fact>
        <Fact name={t`If nobody answers`}>
          {outcomes.silence}{" "}
          {rich`Expires ${<Time at={expiresAt} />} (${untilText(expiresAt)}).`}
        </Fact>
        {rules.length > 0 && (
          <Fact name={t`Needs a decision because`}>
            <Rules rules={rules} />
          </Fact>
        )}
      </dl>
      <details>
        <summary className="hint">{t`Technical details`}</summary>
        <CodeBlock
          label={t`Technical details`}
          text={`${JSON.stringify(action, null, 2)}\nsha256 ${actionDigest}`}
        />
      </details>
    </div>
  );
}

function ifYou(answer: Action | undefined): string {
  return answer ? t`If you ${inSentence(answer.title)}` : t`If you decide`;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="inline font-semibold">{name}: </dt>
      <dd className="inline">{children}</dd>
    </div>
  );
}

/** The rules that ask, each by its name with the service's sentence. */
function Rules({ rules }: Pick<Checkpoint, "rules">) {
  return (
    <ul className="list-disc ps-5">
      {rules.map(({ id, detail }) => (
        <li key={id}>
          <bdi>{detail || t`A review rule needs a person to decide.`}</bdi>{" "}
          <code className="hint whitespace-nowrap">{id}</code>
        </li>
      ))}
    </ul>
  );
}
