import type { Operation } from "../core/access/operation.ts";

/** The spelling of tool names that a client asked for. */
export type Names = "dotted" | "underscored";

/** The dotted name of a tool (docs/interfaces.md, MCP). */
export function toolName(operation: Operation): string {
  return `svc.${operation.name}`;
}

/** The spelling for clients that refuse dots, also within a text. */
export function underscored(text: string): string {
  return text.replaceAll("svc.", "svc_");
}

/** A text of the service with the tool names that a caller knows. */
export function inNames(text: string, names: Names): string {
  return names === "underscored" ? underscored(text) : text;
}

/**
 * Every spelling that a call may use: dotted, underscored, and the older names with task.
 * @throws if two tools share a spelling
 */
export function spellings(
  operations: readonly Operation[],
): ReadonlyMap<string, Operation> {
  const all = new Map<string, Operation>();
  for (const operation of operations) {
    const name = toolName(operation);
    for (const dotted of [name, ...olderNames(name)]) {
      for (const spelling of [dotted, underscored(dotted)]) {
        if (all.has(spelling)) {
          throw new TypeError(`Two tools are called ${spelling}`);
        }
        all.set(spelling, operation);
      }
    }
  }
  return all;
}

function olderNames(name: string): readonly string[] {
  if (name === "svc.send_message") return ["svc.send_task_message"];
  const older = name.replace("conversation", "task");
  return older === name ? [] : [older];
}
