import { lazy, Suspense } from "react";
import type { Paying } from "./paying.ts";

const WalletButton = lazy(async () => ({
  default: (await import("./wallet_button.tsx")).WalletButton,
}));

/** A button that pays with the browser's wallet; its code is loaded when it is visible. */
export function PayByWallet(paying: Paying) {
  return (
    <Suspense fallback={null}>
      <WalletButton {...paying} />
    </Suspense>
  );
}
