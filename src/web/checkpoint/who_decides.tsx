import type { Checkpoint } from "../api/types.ts";

/** Why this reader cannot decide it, and who does where. */
export function WhoDecides({
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
