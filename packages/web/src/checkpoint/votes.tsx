import type { Checkpoint } from "../api/types.ts";
import { rich } from "../ui/rich.ts";
import { t } from "../ui/t.ts";
import { Time } from "../ui/time.tsx";

/** The approvals that a decision of several people takes, has and can still get. */
export function Votes({
  checkpoint: { needed, decisions = [], deciders = [], status, escalatedAt },
}: {
  checkpoint: Checkpoint;
}) {
  const isOpen = status === "open";
  const again = isOpen && escalatedAt && (
    <p className="hint mb-3">
      {rich`There was no answer, so everyone who can decide was asked ${<Time at={escalatedAt} isShort />}.`}
    </p>
  );
  if (needed === undefined) return again;
  const isShort = isOpen && deciders.length < needed;
  return (
    <>
      <div className="mb-3">
        <p className="font-semibold">
          {isOpen
            ? t`Needs ${needed} approvals, of which the last one carries it out. ${decisions.length} of ${needed} so far.`
            : t`${needed} approvals`}
        </p>
        {decisions.length > 0 && (
          <ul aria-label={t`Approvals`}>
            {decisions.map(({ by, at }) => (
              <li key={`${by} ${at}`} className="hint">
                {rich`${<bdi>{by}</bdi>} approved ${<Time at={at} isShort />}`}
              </li>
            ))}
          </ul>
        )}
        {isShort && (
          <p className="text-error">{t`Too few people are left who can approve it. An owner can lower the number under Settings, Team.`}</p>
        )}
      </div>
      {again}
    </>
  );
}
