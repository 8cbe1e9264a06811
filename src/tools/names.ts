import type { Operation } from "../core/access/operation.ts";

/** The spelling of tool names that a client asked for. */
export type Names = "dotted" | "underscored";

/** The operation that a spelling of a tool's name refers to. */
export interface Spelling {
  readonly operation: Operation;
  /** True for an older name, whose callers send taskId. */
  readonly saysTask: boolean;
}

/** The dotted name of a tool (docs/interfaces.md, MCP). */
export function toolName(operation: Operation): string {
  return `svc.${operation.tool?.name ?? operation.name}`;
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
): ReadonlyMap<string, Spelling> {
  const all = new Map<string, Spelling>();
  for (const operation of operations) {
    const name = toolName(operation);
    add(all, name, { operation, saysTask: false });
    for (const older of olderNames(name)) {
      add(all, older, { operation, saysTask: true });
    }
  }
  return all;
}

function add(
  all: Map<string, Spelling>,
  dotted: string,
  spelling: Spelling,
): void {
  for (const name of [dotted, underscored(dotted)]) {
    if (all.has(name)) throw new TypeError(`Two tools are called ${name}`);
    all.set(name, spelling);
  }
}

function olderNames(name: string): readonly string[] {
  if (name === "svc.send_message") return ["svc.send_task_message"];
  const older = name.replace("conversation", "task");
  return older === name ? [] : [older];
}
