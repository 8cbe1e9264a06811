import type { Author, Mark } from "./marks.ts";
import type { ThreadOutput } from "./outputs.ts";

/** Whoever wrote a card; the service does not vouch for what it says. */
const OWNER: Author = {};

/** Marks the names in a page of the directory: each is its owner's. */
export function maskItems(output: ThreadOutput, mark: Mark): ThreadOutput {
  const items = output.items?.map((it) => ({
    ...it,
    name: mark(it.name, "name", OWNER),
  }));
  return { ...output, ...(items && { items }) };
}

/** Marks the texts of an agent card; what holds no blank can be no sentence. */
export function maskCard(card: ThreadOutput, mark: Mark): ThreadOutput {
  const masked = Object.entries(card).map(([key, value]) => [
    key,
    key === "name" && typeof value === "string"
      ? mark(value, "name", OWNER)
      : quoted(value, mark),
  ]);
  return Object.fromEntries(masked);
}

function quoted(value: unknown, mark: Mark): unknown {
  if (typeof value === "string") {
    return /\s/.test(value) ? mark(value, "card", OWNER) : value;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((it) => quoted(it, mark));
  const members = Object.entries(value);
  return Object.fromEntries(
    members.map(([key, it]) => [key, quoted(it, mark)]),
  );
}
