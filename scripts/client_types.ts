/**
 * Writes the generated part of packages/client: the types of the REST interface, and a
 * method for each of its operations, from the OpenAPI document.
 * @module
 */

type Schema = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

/** What of an OpenAPI document is read. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Fields of a call: how they are typed, and whether one of them has to be there. */
interface Input {
  readonly text: string;
  readonly isNeeded: boolean;
}

interface Method {
  readonly name: string;
  readonly title: string;
  readonly verb: string;
  readonly path: string;
  readonly input: Input | undefined;
  /** Undefined for what answers bytes. */
  readonly output: string | undefined;
}

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

function methodsOf({ paths }: OpenApi): readonly Method[] {
  return Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs)
      .filter(([, it]) => !isStream(it))
      .map(([verb, it]) => methodOf(verb.toUpperCase(), path, it)),
  );
}

/** Streams are followed by hand-written code, which goes on after a break. */
function isStream({ responses }: Described): boolean {
  return responses["200"]?.content?.["text/event-stream"] !== undefined;
}

function methodOf(verb: string, path: string, it: Described): Method {
  const [, answer] =
    Object.entries(it.responses).find(([status]) => status[0] === "2") ?? [];
  const output = answer?.content?.["application/json"]?.schema;
  return {
    name: it.operationId.replace(/_(\w)/g, (_, first) => first.toUpperCase()),
    title: it.summary,
    verb,
    path,
    input: inputOf(it),
    output: output && typeOf(output, 1),
  };
}

/** Path, query and body in one object, as the operation itself takes them. */
function inputOf({ parameters = [], requestBody }: Described) {
  const fields = parameters
    .filter((it) => it.in === "path" || it.in === "query")
    .map(({ name = "", required = false, description, schema = {} }) => ({
      name,
      isNeeded: required,
      schema: { ...schema, ...(description && { description }) },
    }));
  const body = requestBody?.content?.["application/json"]?.schema;
  const all = [...fields, ...(body ? membersOf(body) : [])];
  if (all.length === 0) return undefined;
  const names = all.map(({ name }) => name);
  if (new Set(names).size < names.length) {
    throw new Error(`Cannot generate: a name stands twice in ${names}`);
  }
  const isNeeded = all.some((it) => it.isNeeded);
  return { text: `{\n${lines(all, 1, "readonly ")}\n}`, isNeeded };
}

interface Member {
  readonly name: string;
  readonly isNeeded: boolean;
  readonly schema: Schema;
}

function membersOf({ properties = {}, required = [] }: Schema): Member[] {
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties as Record<string, Schema>).map(
    ([name, schema]) => ({ name, isNeeded: needed.includes(name), schema }),
  );
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

function itemsOf({ items }: Schema): Schema {
  return typeof items === "object" && items !== null ? { ...items } : {};
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

function typeName({ name }: Method, kind: "Input" | "Output"): string {
  return `${name[0]?.toUpperCase()}${name.slice(1)}${kind}`;
}

function typesFile({ components }: OpenApi, methods: readonly Method[]) {
  const shared = Object.entries(components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema, 1)};`,
  );
  const own = methods.flatMap((method) => [
    ...(method.input
      ? [`export type ${typeName(method, "Input")} = ${method.input.text};`]
      : []),
    ...(method.output
      ? [`export type ${typeName(method, "Output")} = ${method.output};`]
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
  const { name, title, verb, path, input, output } = method;
  const nothing = input?.isNeeded ? "" : " = {}";
  const type = `input: types.${typeName(method, "Input")}${nothing}`;
  const [by, answer] = output
    ? ["call", `types.${typeName(method, "Output")}`]
    : ["send", "Response"];
  return `  /** ${title}. \`${verb} ${path}\` */
  ${name}(${input ? `${type}, ` : ""}options?: CallOptions): Promise<${answer}> {
    return this.${by}({ verb: "${verb}", path: "${path}"${input ? ", input" : ""} }, options);
  }`;
}
