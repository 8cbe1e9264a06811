import {
  APP,
  CLIENT,
  FORMS,
  PAGE_SCRIPTS,
  RAIL,
  STANDARDS,
  TERMINAL,
  VERIFY,
} from "./sources.ts";

/** Level 1 of ARCHITECTURE.md, Layers: each may import what stands after it. */
export const SUBJECTS = [
  "verify",
  "senders",
  "deletion",
  "exports",
  "webhooks",
  "conversations",
  "federation",
  "agents",
  "push",
  "mail",
  "delivery",
  "addresses",
  "payments",
  "review",
  "identity",
  "events",
  "audit",
  "backup",
];
/** Level 4 beside the files of the root: terminal and settings. */
const TOP = ["cli", "process", "rails", "config"];
const WIRES = ["tools", "rest", "a2a", "auth", "guests", "web"];
/** Level 2: the operations and what calls them; a call itself knows no operation. */
const CALLS: Readonly<Record<string, number>> = {
  loops: 0,
  streams: 1,
  operations: 2,
  pipeline: 2,
};
/** Level 0: what everything stands on. */
const GROUND = ["access", "insight", "errors", "db", "base"];
/** The layers of a conversation: each may import what stands before it. */
export const LAYERS = ["model", "acts", "read"];
const CONVERSATIONS = "core/conversations/";
/** Shared by wires, and no wire themselves. */
const SHARED = ["http", "pages"];

interface Place {
  readonly level: number;
  /** Within a level a file imports its own part or one further right. */
  readonly order: number;
}

/** Where a file stands; undefined for one that no rule knows. */
export function placeOf(path: string): Place | undefined {
  // Below everything: it knows the service by its wire alone.
  if (path.startsWith(CLIENT)) return { level: -1, order: 0 };
  if (path.startsWith(VERIFY)) return { level: -1, order: 1 };
  if (path.startsWith(STANDARDS)) return { level: -1, order: 3 };
  if (FORMS.some((it) => path.startsWith(it))) return { level: -1, order: 2 };
  // Scripts of pages, each served as a file.
  if (path.startsWith(PAGE_SCRIPTS)) return { level: 2.5, order: 2 };
  // Above the core, whose port it fills, and below what loads it.
  if (path.startsWith(RAIL)) return { level: 3.5, order: 0 };
  // A client of REST, which a wire serves as files.
  if (path.startsWith(APP)) return { level: 2.5, order: 0 };
  // A client of REST and MCP, whose commands the operator's terminal has, too.
  if (path.startsWith(TERMINAL)) return { level: 2.5, order: 1 };
  const [first = "", second = ""] = path.split("/");
  if (first !== "core") {
    const isTop = !path.includes("/") || TOP.includes(first);
    if (isTop) return { level: 4, order: 0 };
    if (WIRES.includes(first)) return { level: 3, order: 0 };
    return SHARED.includes(first) ? { level: 3, order: 1 } : undefined;
  }
  const calls = CALLS[second];
  if (calls !== undefined) return { level: 2, order: calls };
  if (SUBJECTS.includes(second)) {
    return { level: 1, order: SUBJECTS.indexOf(second) };
  }
  const ground = GROUND.indexOf(second);
  return ground < 0 ? undefined : { level: 0, order: ground };
}

/** The number of the layer that a file of a conversation is in; -1 in none. */
export function layerOf(path: string): number {
  return LAYERS.indexOf(path.slice(CONVERSATIONS.length).split("/")[0] ?? "");
}

/** The wire that a file belongs to, if it does. */
export const wireOf = (path: string) =>
  WIRES.find((wire) => path.startsWith(`${wire}/`));

/** True if the import rule lets one file import another. */
export function isAllowed(from: string, to: string): boolean {
  const [here, there] = [placeOf(from), placeOf(to)];
  if (!here || !there) return false;
  const [own, other] = [wireOf(from), wireOf(to)];
  if (own && other && own !== other) return false;
  if (here.level !== there.level) return here.level > there.level;
  if (from.startsWith(CONVERSATIONS) && to.startsWith(CONVERSATIONS)) {
    return layerOf(to) <= layerOf(from);
  }
  return there.order >= here.order;
}
