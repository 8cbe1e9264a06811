import { currencyText } from "../../../../src/core/base/money.ts";
import type { Checkpoint } from "../api/types.ts";
import { Icon } from "../ui/icon.tsx";
import { amountSaid } from "../ui/money/money.tsx";
import { rich } from "../ui/rich.ts";
import { t } from "../ui/t.ts";
import { Time } from "../ui/time.tsx";
import { OUTCOME_WORDS } from "../ui/words.ts";
import { questionId } from "./question_id.ts";

type Decision = NonNullable<Checkpoint["decision"]>;

/** A decision as a line of the thread that can be opened: by whom, when, and why. */
export function Decided({
  checkpoint,
  decision,
}: {
  checkpoint: Checkpoint;
  decision: Decision;
}) {
  const { title, proposal, rules } = checkpoint;
  const { outcome, effect, comment, edited } = decision;
  const recipients = proposal.recipients.map(({ address }) => address);
  return (
    <details className="group mb-6 ms-10 text-sm">
      <summary
        id={questionId(checkpoint.checkpointId)}
        className="flex list-none items-start gap-2 text-soft [&::-webkit-details-marker]:hidden"
      >
        <Icon name="check" />
        <span className="min-w-0 flex-1">
          <strong className="text-ink">
            {edited ? t`Approved with changes` : OUTCOME_WORDS[outcome]}
          </strong>
          : <bdi>{title}</bdi>
          {comment && (
            <>
              {" "}
              <q className="text-soft">{comment}</q>
            </>
          )}
          <span className="hint block">
            <ByAndAt decision={decision} />
          </span>
        </span>
        <span className="hint underline group-open:hidden">{t`More`}</span>
      </summary>
      <div className="mt-2 grid gap-2 border-line border-s-2 ps-4">
        <p>{effect}</p>
        {proposal.reason && <p>{rich`Reason: ${<q>{proposal.reason}</q>}`}</p>}
        {proposal.artifacts.length > 0 && (
          <p>{t`Files: ${proposal.artifacts.map(({ name }) => name).join(", ")}`}</p>
        )}
        {recipients.length > 0 && (
          <p>{rich`For: ${<bdi>{recipients.join(", ")}</bdi>}`}</p>
        )}
        {proposal.money && (
          <p>
            {t`Amount: ${amountSaid(proposal.money.amount)} ${currencyText(proposal.money)}`}
          </p>
        )}
        {rules.length > 0 && (
          <p className="hint">
            {t`Triggered by ${rules.map(({ id }) => id).join(", ")}`}
          </p>
        )}
      </div>
    </details>
  );
}

function ByAndAt({ decision: { actor, at } }: { decision: Decision }) {
  const time = at && <Time at={at} />;
  if (!actor) return time;
  const who = <bdi>{actor.label}</bdi>;
  return time ? rich`By ${who}, ${time}` : rich`By ${who}`;
}
