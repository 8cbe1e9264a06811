import type { Checkpoint } from "../api/types.ts";
import { rich } from "../ui/rich.ts";
import { t } from "../ui/t.ts";

/** Why this reader cannot decide it, and who decides where. */
export function WhoDecides({
  checkpoint: { because, approvalUrl, needed },
}: {
  checkpoint: Checkpoint;
}) {
  // Where several people approve, the reason says who else has to.
  if (needed !== undefined) return <p className="mb-3">{because?.detail}</p>;
  const link = (
    <a href={approvalUrl} className="text-accent underline">
      {approvalUrl}
    </a>
  );
  return (
    <div className="mb-3">
      <p>
        {t`You can't approve this here.`} {because?.detail}{" "}
        {t`The account's owner has to sign in and decide.`}
      </p>
      {approvalUrl && <p>{rich`They can decide at ${link}`}</p>}
    </div>
  );
}
