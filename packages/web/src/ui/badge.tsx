import type { ReactNode } from "react";

/** A state in a word or two. */
export function Badge({
  look,
  children,
}: {
  look: string;
  children: ReactNode;
}) {
  return <span className={`pill ${look}`}>{children}</span>;
}

/** The colors of labels; without violet, which is for agents. */
export const DOTS = [
  "bg-[#e0873a]",
  "bg-[#3aa37b]",
  "bg-[#4f8fe0]",
  "bg-[#3d9fb3]",
  "bg-[#d05a7a]",
  "bg-[#8a9a3a]",
] as const;

/** The dot of a label, always in the same color. */
export function LabelDot({ name }: { name: string }) {
  let sum = 0;
  for (const char of name) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return (
    <span
      aria-hidden="true"
      className={`size-2 shrink-0 rounded-[3px] ${DOTS[sum % DOTS.length]}`}
    />
  );
}

/** One of the person's labels. */
export function Label({ name }: { name: string }) {
  return (
    <span className="inline-flex max-w-28 shrink-0 items-center gap-1 rounded-[5px] bg-faint px-1.5 align-bottom text-2xs/[1.125rem] text-soft">
      <LabelDot name={name} />
      <bdi className="truncate">{name}</bdi>
    </span>
  );
}
