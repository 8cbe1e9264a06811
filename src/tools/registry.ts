import type { Operation } from "../core/access/operation.ts";
import { wholeSchemaOf } from "./bound.ts";
import type { ObjectSchema } from "./mappings.ts";
import { descriptionOf, inputSchemaOf } from "./mappings.ts";
import type { Names, Spelling } from "./names.ts";
import { spellings, toolName, underscored } from "./names.ts";
import { presentationOf } from "./results/rows.ts";
import { shallow } from "./shallow.ts";

/** A tool as `tools/list` shows it (MCP 2025-11-25, server/tools). */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** Everything about the tools that can be made before the first request. */
export interface Registry
  extends Readonly<Record<Names, readonly ListedTool[]>> {
  /** The results of `tools/list`, as JSON texts. */
  readonly lists: Readonly<Record<Names, string>>;
  /** What any spelling of a tool's name stands for. */
  find(name: string): Spelling | undefined;
}

/** Makes the tools out of the operations that have a `tool` property. */
export function createRegistry(all: readonly Operation[]): Registry {
  const operations = all.filter((operation) => operation.tool !== undefined);
  const byName = spellings(operations);
  const dotted = operations.map(listed);
  const underscoredTools = dotted.map((tool) => ({
    ...tool,
    name: underscored(tool.name),
    description: underscored(tool.description),
  }));
  return {
    dotted,
    underscored: underscoredTools,
    lists: {
      dotted: JSON.stringify({ tools: dotted }),
      underscored: JSON.stringify({ tools: underscoredTools }),
    },
    find: (name) => byName.get(name),
  };
}

function listed(operation: Operation): ListedTool {
  const { title, tool, kind } = operation;
  return {
    name: toolName(operation),
    title,
    description: descriptionOf(operation),
    inputSchema: inputSchemaOf(operation),
    outputSchema: shallow(
      presentationOf(operation).schema,
      wholeSchemaOf(operation),
    ),
    annotations: {
      title,
      readOnlyHint: kind === "query",
      destructiveHint: tool?.destructive ?? true,
      idempotentHint: tool?.idempotent ?? false,
      openWorldHint: tool?.openWorld ?? true,
    },
  };
}
