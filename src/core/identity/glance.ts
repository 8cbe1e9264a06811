import { phrase } from "../base/words/say.ts";
import type { Scope } from "./scopes.ts";

/** The lines by which accesses are compared, each with the scopes that it takes. */
const LINES: readonly (readonly [does: string, ...needs: Scope[]])[] = [
  [phrase`Read your inbox and payments`, "conversations:read", "payments:read"],
  [phrase`Write drafts`, "drafts:write"],
  [phrase`Reply and write to your contacts`, "conversations:submit"],
  [phrase`Pay and accept, within limits`, "payments:hold", "decisions:write"],
  [phrase`Change your profile and prices`, "profile:write"],
];

/** The few things that tell accesses apart, and whether some scopes (null: all) allow each. */
export function atAGlance(scopes: readonly string[] | null) {
  return LINES.map(([does, ...needs]) => ({
    does,
    isAllowed: needs.every((it) => scopes === null || scopes.includes(it)),
  }));
}
