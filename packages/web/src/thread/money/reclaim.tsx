import { lazy, Suspense } from "react";
import type { Payment } from "../../api/types.ts";
import { rich } from "../../ui/rich.ts";
import { Time } from "../../ui/time.tsx";

const TakeBackButton = lazy(async () => ({
  default: (await import("../../wallet/take_back_button.tsx")).TakeBackButton,
}));

/** How the payer gets back what another service holds, if that service does nothing. */
export function Reclaim({ payment }: { payment: Payment }) {
  const { reclaim, settlements } = payment;
  if (!reclaim) return null;
  const { at, text } = reclaim;
  const network = settlements?.find(({ act }) => act === "hold")?.network;
  const isOver = Date.parse(at) <= Date.now();
  const time = <Time at={at} />;
  return (
    <div className="mt-2">
      <p className="hint mb-3">
        {text} {isOver ? rich`It ended on ${time}.` : rich`It ends on ${time}.`}
      </p>
      {isOver && network !== undefined && (
        <Suspense fallback={null}>
          <TakeBackButton reclaim={reclaim} network={network} />
        </Suspense>
      )}
    </div>
  );
}
