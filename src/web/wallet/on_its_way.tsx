import { t } from "../ui/t.ts";

/** Says that what a wallet signed waits for its chain, and that nobody has to do anything. */
export function OnItsWay({ what }: { what: "payment" | "refund" }) {
  return (
    <p className="hint mt-0.5" role="status">
      {WAITS[what]}
    </p>
  );
}

const WAITS = {
  payment: t`Signed and on its way. It goes on by itself once the chain cannot undo it any more, which may take some minutes.`,
  refund: t`Signed and on its way back. It counts once the chain cannot undo it any more, which may take some minutes.`,
} as const;
