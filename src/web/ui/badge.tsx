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

/** A label of the person's own. */
export function Label({ name }: { name: string }) {
  return (
    <span className="inline-block max-w-28 shrink-0 truncate rounded-md border border-line px-1.5 align-bottom text-accent text-sm">
      <bdi>{name}</bdi>
    </span>
  );
}
