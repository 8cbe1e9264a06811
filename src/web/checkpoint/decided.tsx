import { currencyText } from "../../core/base/money.ts";
import type { Checkpoint } from "../api/types.ts";
import { Icon } from "../ui/icon.tsx";
import { Time } from "../ui/time.tsx";
import { OUTCOME_WORDS } from "../ui/words.ts";
import { questionId } from "./question_id.ts";

type Decision = NonNullable<Checkpoint["decision"]>;

/** What was decided, in a line of the thread that opens: by whom, when, and why. */
export function Decided({
  checkpoint,
  decision,
}: {
  checkpoint: Checkpoint;
  decision: Decision;
}) {
  const { title, proposal, rules } = checkpoint;
  const { outcome, effect, actor, at, comment } = decision;
  const recipients = proposal.recipients.map(({ address }) => address);
  return (
    <details className="group mb-6 ms-10 text-sm">
      <summary
        id={questionId(checkpoint.checkpointId)}
        className="flex list-none items-start gap-2 text-soft [&::-webkit-details-marker]:hidden"
      >
        <Icon name="check" />
        <span className="min-w-0 flex-1">
          <strong className="text-ink">{OUTCOME_WORDS[outcome]}</strong>:{" "}
          <bdi>{title}</bdi>
          {comment && (
            <>
              {" "}
              <q className="text-soft">{comment}</q>
            </>
          )}
          <span className="hint block">
            {actor && (
              <>
                By <bdi>{actor.label}</bdi>
                {at && ", "}
              </>
            )}
            {at && <Time at={at} />}
          </span>
        </span>
        <span className="hint underline group-open:hidden">More</span>
      </summary>
      <div className="mt-2 grid gap-2 border-line border-s-2 ps-4">
        <p>{effect}</p>
        {proposal.reason && (
          <p>
            Reason given: <q>{proposal.reason}</q>
          </p>
        )}
        {proposal.artifacts.length > 0 && (
          <p>Files: {proposal.artifacts.map(({ name }) => name).join(", ")}</p>
        )}
        {recipients.length > 0 && (
          <p>
            For: <bdi>{recipients.join(", ")}</bdi>
          </p>
        )}
        {proposal.money && (
          <p>
            Money: {proposal.money.amount.amount} {currencyText(proposal.money)}
          </p>
        )}
        {rules.length > 0 && (
          <p className="hint">
            Asked because of {rules.map(({ id }) => id).join(", ")}
          </p>
        )}
      </div>
    </details>
  );
}
