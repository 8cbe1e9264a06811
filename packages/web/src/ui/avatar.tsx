import type { Participant } from "../api/types.ts";

/** White has a contrast of 4.5:1 on each, in both themes. Violet is only for agents. */
export const PERSON_BACKS = [
  "bg-[#4f62d8]",
  "bg-[#a85a2a]",
  "bg-[#22786d]",
  "bg-[#2f6cb5]",
  "bg-[#9c4f86]",
  "bg-[#5b6b2c]",
  "bg-[#a8434c]",
] as const;
export const AGENT_BACKS = [
  "bg-[#7a4fd0]",
  "bg-[#6743b4]",
  "bg-[#8b4bc6]",
] as const;

/** Kinds of participants that are programs, including the service's own. */
const AGENTS: ReadonlySet<Participant["kind"] | undefined> = new Set([
  "agent",
  "service",
]);

/** True for programs, which are square where people are round. */
export function isAgent(kind: Participant["kind"] | undefined): boolean {
  return AGENTS.has(kind);
}

const SIZES = {
  row: "size-7 text-2xs",
  chip: "size-5 text-[0.5625rem]",
} as const;

/** Somebody's initials: round for people; violet, square and with a mark for agents. */
export function Avatar({
  name,
  kind,
  size = "row",
}: {
  name: string;
  kind?: Participant["kind"] | undefined;
  size?: keyof typeof SIZES;
}) {
  const backs = isAgent(kind) ? AGENT_BACKS : PERSON_BACKS;
  const back = backs[hashOf(name) % backs.length];
  return (
    <span
      aria-hidden="true"
      // Drawn by the style: they are not part of the words around them.
      data-initials={initialsOf(name)}
      className={`relative grid before:content-[attr(data-initials)] shrink-0 select-none place-items-center font-semibold text-white ${SIZES[size]} ${back} ${isAgent(kind) ? "rounded-[0.5625rem]" : "rounded-full"}`}
    >
      {isAgent(kind) && (
        <span className="absolute -right-0.5 -bottom-0.5 size-2.5 rounded-[3px] border-2 border-card bg-agent" />
      )}
    </span>
  );
}

/** The first letters of the first two words; for an address, of its first part. */
function initialsOf(name: string): string {
  const [local = ""] = name.split("@");
  const words = local
    .split(/[\s._-]+/u)
    .filter((it) => /^[\p{L}\p{N}]/u.test(it));
  return words
    .slice(0, 2)
    .map((it) => [...it][0]?.toUpperCase() ?? "")
    .join("");
}

function hashOf(name: string): number {
  let sum = 0;
  for (const char of name) {
    sum = (sum * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  }
  return sum;
}
