/**
 * How does a model call an operation as a tool? `mappings.ts` and `terms.ts` say how a tool
 * differs from its operation, `toolsets.ts` which are listed, `grown.ts` which stand for
 * several. `results/rows.ts` is the table of short results, `bound.ts` keeps them whole and
 * bounded, `fence.ts` marks the words of others, `failure.ts` says an error.
 * `methods/mod.ts` is the table of MCP's methods, `protocol/` HTTP and JSON-RPC under it,
 * `ask_person.ts` how a client asks its person, `cards/` the cards of MCP Apps,
 * `resources/mod.ts` the resources.
 * @module
 */
import { Type } from "typebox";
import type { Operation } from "../core/access/operation.ts";
import type { ToolMeta } from "./cards/tool_cards.ts";
import { toolMeta } from "./cards/tool_cards.ts";
import { GROWN_FIELDS, GROWN_FROM } from "./grown.ts";
import { listedOutput } from "./listed_output.ts";
import type { ObjectSchema } from "./mappings.ts";
import { descriptionOf, inputSchemaOf } from "./mappings.ts";
import type { Names } from "./names.ts";
import { spellings, toolName, underscored } from "./names.ts";
import { inListedOrder } from "./toolsets.ts";

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
  readonly _meta: ToolMeta;
}

/** Everything about the tools that is made before the first request. */
export interface Registry
  extends Readonly<Record<Names, readonly ListedTool[]>> {
  /** The results of `tools/list`, as JSON texts. */
  readonly lists: Readonly<Record<Names, string>>;
  /** The tool of a name in any spelling. */
  find(name: string): Operation | undefined;
}

/** Makes the tools from the operations with a `tool` property. */
export function createRegistry(all: readonly Operation[]): Registry {
  const operations = all.filter((operation) => operation.tool !== undefined);
  const byName = spellings(operations);
  const dotted = inListedOrder(operations).map((it) => listed(it, operations));
  // Descriptions of fields name tools, too.
  const underscoredTools: readonly ListedTool[] = JSON.parse(
    underscored(JSON.stringify(dotted)),
  );
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

function listed(operation: Operation, all: readonly Operation[]): ListedTool {
  const { title } = operation;
  const meant = [operation, ...grownFrom(operation, all)];
  const isSome = (hint: "destructive" | "openWorld") =>
    meant.some(({ tool }) => tool?.[hint] ?? true);
  return {
    name: toolName(operation),
    title,
    description: descriptionOf(operation),
    inputSchema: grownInput(operation, all),
    outputSchema: listedOutput(operation, grownFrom(operation, all)),
    annotations: {
      title,
      readOnlyHint: isReading(operation, all),
      destructiveHint: isSome("destructive"),
      idempotentHint: meant.every(({ tool }) => tool?.idempotent ?? false),
      openWorldHint: isSome("openWorld"),
    },
    _meta: toolMeta(operation),
  };
}

/** The other operations that a tool stands for. */
function grownFrom(
  { name }: Operation,
  all: readonly Operation[],
): readonly Operation[] {
  return all.filter((it) => GROWN_FROM[name]?.includes(it.name));
}

function isReading(operation: Operation, all: readonly Operation[]): boolean {
  const meant = [operation, ...grownFrom(operation, all)];
  return meant.every(({ kind }) => kind === "query");
}

/** The input of a tool for several operations, with the fields of all. */
function grownInput(
  operation: Operation,
  all: readonly Operation[],
): ObjectSchema {
  const own = inputSchemaOf(operation);
  const others = grownFrom(operation, all).map(inputSchemaOf);
  if (others.length === 0) return own;
  const telling = Object.entries(GROWN_FIELDS[operation.name] ?? {}).map(
    ([name, description]) => [name, Type.Literal(true, { description })],
  );
  const isNeeded = (field: string) =>
    others.every(({ required = [] }) => required.includes(field));
  return {
    ...own,
    properties: Object.assign(
      {},
      ...others.map(({ properties }) => properties),
      own.properties,
      Object.fromEntries(telling),
    ),
    required: (own.required ?? []).filter(isNeeded),
  };
}
