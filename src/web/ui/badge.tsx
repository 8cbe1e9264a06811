import type { ReactNode } from "react";

/** A word or two that say how something stands. */
export function Badge({
  look,
  children,
}: {
  look: string;
  children: ReactNode;
}) {
  return (
    <span
      className={`shrink-0 whitespace-nowrap rounded-md px-1.5 py-px text-sm ${look}`}
    >
      {children}
    </span>
  );
}
