/**
 * Writes the generated part of packages/client: the types of the REST interface, and a
 * method for each of its operations, from the OpenAPI document.
 * @module
 */

import type { Member, Method, OpenApi, Schema } from "./openapi_methods.ts";
import { itemsOf, membersOf, methodsOf } from "./openapi_methods.ts";

const HEADING = `// Generated from docs/openapi.json by \`bun run generate\`: do not edit.
`;

/** Both generated files, by their path from the root. */
export function clientFiles(
  document: OpenApi,
): Readonly<Record<string, string>> {
  const methods = methodsOf(document);
  const folder = "packages/client/src/generated";
  return {
    [`${folder}/types.ts`]: typesFile(document, methods),
    [`${folder}/operations.ts`]: operationsFile(methods),
  };
}

function lines(all: readonly Member[], depth: number, prefix: string): string {
  const indent = "  ".repeat(depth);
  return all
    .map(({ name, isNeeded, schema }) => {
      const { description } = schema;
      const said = typeof description === "string" ? description : "";
      const comment =
        said && `${indent}/** ${said.replaceAll("*/", "*\\/")} */\n`;
      const key = /^[\w$]+$/.test(name) ? name : JSON.stringify(name);
      const type = typeOf(schema, depth + 1);
      return `${comment}${indent}${prefix}${key}${isNeeded ? "" : "?"}: ${type};`;
    })
    .join("\n");
}

/** A schema of JSON as TypeScript. */
function typeOf(schema: Schema, depth: number): string {
  const { $ref, anyOf, type } = schema;
  if (typeof $ref === "string") return $ref.slice($ref.lastIndexOf("/") + 1);
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return union(schema.enum.map(said));
  if (Array.isArray(anyOf)) {
    return union(anyOf.map((it) => typeOf(it, depth)));
  }
  if (Array.isArray(type)) {
    return union(type.map((it) => typeOf({ ...schema, type: it }, depth)));
  }
  if (type === "array") return `Array<${typeOf(itemsOf(schema), depth)}>`;
  if (type === "object") return objectOf(schema, depth);
  if (type === "integer") return "number";
  return typeof type === "string" ? type : "unknown";
}

function said(value: unknown): string {
  return JSON.stringify(value);
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ");
}

function objectOf(schema: Schema, depth: number): string {
  const members = membersOf(schema);
  if (members.length > 0) {
    return `{\n${lines(members, depth, "")}\n${"  ".repeat(depth - 1)}}`;
  }
  const [pattern = schema.additionalProperties] = Object.values(
    (schema.patternProperties as Record<string, unknown> | undefined) ?? {},
  );
  const isOpen = typeof pattern === "object" && pattern !== null;
  return `Record<string, ${isOpen ? typeOf({ ...pattern }, depth) : "unknown"}>`;
}

function nameOf({ id }: Method): string {
  return id.replace(/_(\w)/g, (_, first) => first.toUpperCase());
}

function typeName(method: Method, kind: "Input" | "Output"): string {
  const name = nameOf(method);
  return `${name[0]?.toUpperCase()}${name.slice(1)}${kind}`;
}

function typesFile({ components }: OpenApi, methods: readonly Method[]) {
  const shared = Object.entries(components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema, 1)};`,
  );
  const own = methods.flatMap((method) => [
    ...(method.input.length > 0
      ? [
          `export type ${typeName(method, "Input")} = {\n${lines(method.input, 1, "readonly ")}\n};`,
        ]
      : []),
    ...(method.output
      ? [
          `export type ${typeName(method, "Output")} = ${typeOf(method.output, 1)};`,
        ]
      : []),
  ]);
  return `${HEADING}\n${[...shared, ...own].join("\n\n")}\n`;
}

function operationsFile(methods: readonly Method[]): string {
  return `${HEADING}
import type { CallOptions, Route } from "../transport.ts";
import type * as types from "./types.ts";

/** A method for each operation of the REST interface. */
export abstract class Operations {
  /** Sends one call and reads its JSON. */
  abstract call<O>(route: Route, options?: CallOptions): Promise<O>;

  /** Sends one call; its answer is left to be read. */
  abstract send(route: Route, options?: CallOptions): Promise<Response>;

${methods.map(methodText).join("\n\n")}
}
`;
}

function methodText(method: Method): string {
  const { title, verb, path, input, output } = method;
  const takes = input.length > 0;
  const nothing = input.some((it) => it.isNeeded) ? "" : " = {}";
  const type = `input: types.${typeName(method, "Input")}${nothing}`;
  const [by, answer] = output
    ? ["call", `types.${typeName(method, "Output")}`]
    : ["send", "Response"];
  return `  /** ${title}. \`${verb} ${path}\` */
  ${nameOf(method)}(${takes ? `${type}, ` : ""}options?: CallOptions): Promise<${answer}> {
    return this.${by}({ verb: "${verb}", path: "${path}"${takes ? ", input" : ""} }, options);
  }`;
}
