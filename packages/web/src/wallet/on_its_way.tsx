import { t } from "../ui/t.ts";

/** Says that a decided movement waits for its chain, and that nothing needs to be done. */
export function OnItsWay({ what }: { what: keyof typeof WAITS }) {
  return (
    <p className="hint mt-0.5" role="status">
      {WAITS[what]}
    </p>
  );
}

const WAITS = {
  hold: t`Signed and on its way. It continues once the blockchain makes it final, which may take a few minutes.`,
  capture: t`On its way to the recipient. It's theirs once the blockchain makes it final, which may take a few minutes.`,
  void: t`On its way back. It arrives once the blockchain makes it final, which may take a few minutes.`,
  refund: t`Signed and on its way back. It counts once the blockchain makes it final, which may take a few minutes.`,
} as const;
