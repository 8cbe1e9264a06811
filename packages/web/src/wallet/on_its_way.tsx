import { t } from "../ui/t.ts";

/** Says that what was decided waits for its chain, and that nobody has to do anything. */
export function OnItsWay({ what }: { what: keyof typeof WAITS }) {
  return (
    <p className="hint mt-0.5" role="status">
      {WAITS[what]}
    </p>
  );
}

const WAITS = {
  hold: t`Signed and on its way. It goes on by itself once the chain cannot undo it any more, which may take some minutes.`,
  capture: t`On its way to the recipient. It is theirs once the chain cannot undo it any more, which may take some minutes.`,
  void: t`On its way back. It is there once the chain cannot undo it any more, which may take some minutes.`,
  refund: t`Signed and on its way back. It counts once the chain cannot undo it any more, which may take some minutes.`,
} as const;
