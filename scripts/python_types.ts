/**
 * Writes the generated part of packages/client-python: the types of the REST interface,
 * and a method for each of its operations, from the OpenAPI document.
 * @module
 */

import type { Member, Method, OpenApi, Schema } from "./openapi_methods.ts";
import { itemsOf, membersOf, methodsOf } from "./openapi_methods.ts";

const PATH = "packages/client-python/conversation_inbox/generated.py";

/** The generated file, by its path from the root. */
export function pythonFiles(
  document: OpenApi,
): Readonly<Record<string, string>> {
  const types = new Types();
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    types.define(name, schema);
  }
  const methods = methodsOf(document).map((it) => methodText(it, types));
  return { [PATH]: `${HEADING}${types.text}${CLASS}${methods.join("")}` };
}

/** Named types: an object within another is named by its place. */
class Types {
  readonly #texts = new Map<string, string>();

  get text(): string {
    return [...this.#texts.values()].map((it) => `${it}\n`).join("");
  }

  /** Defines a type after all types that it uses. */
  define(name: string, schema: Schema): string {
    const type = isObject(schema)
      ? this.#object(name, membersOf(schema))
      : this.typeOf(schema, name);
    // An object has already defined itself.
    if (type !== name) this.#put(name, `${name} = ${type}`);
    return name;
  }

  /** Defines the input of a call, as the fields of one object. */
  input(name: string, members: readonly Member[]): string {
    return this.#object(name, members);
  }

  /** A schema of JSON as a type of Python. */
  typeOf(schema: Schema, name: string): string {
    const { $ref, anyOf, type } = schema;
    if (typeof $ref === "string") return $ref.slice($ref.lastIndexOf("/") + 1);
    if ("const" in schema) return literal([schema.const]);
    if (Array.isArray(schema.enum)) return literal(schema.enum);
    if (Array.isArray(anyOf)) {
      return union(anyOf.map((it, at) => this.typeOf(it, `${name}${at + 1}`)));
    }
    if (Array.isArray(type)) {
      return union(
        type.map((it) => this.typeOf({ ...schema, type: it }, name)),
      );
    }
    if (type === "array") {
      return `list[${this.typeOf(itemsOf(schema), `${name}Item`)}]`;
    }
    if (isObject(schema)) return this.#object(name, membersOf(schema));
    if (type === "object") return this.#record(schema, name);
    return (typeof type === "string" && PLAIN[type]) || "Any";
  }

  #object(name: string, members: readonly Member[]): string {
    const fields = members.map(({ name: field, isNeeded, schema }) => {
      const part = field.replace(/(?:^|\W|_)(\w)/g, (_, it) =>
        it.toUpperCase(),
      );
      const type = this.typeOf(schema, `${name}${part}`);
      // A type that it refers to may be defined further down.
      const isLater = JSON.stringify(schema).includes('"$ref"');
      const said = isLater ? JSON.stringify(type) : type;
      const shown = isNeeded ? said : `NotRequired[${said}]`;
      return `    ${JSON.stringify(field)}: ${shown},`;
    });
    const text = `${name} = TypedDict("${name}", {\n${fields.join("\n")}\n})`;
    this.#put(name, text);
    return name;
  }

  #record(schema: Schema, name: string): string {
    const [pattern = schema.additionalProperties] = Object.values(
      (schema.patternProperties as Record<string, unknown> | undefined) ?? {},
    );
    const isOpen = typeof pattern === "object" && pattern !== null;
    const value = isOpen ? this.typeOf({ ...pattern }, `${name}Value`) : "Any";
    return `dict[str, ${value}]`;
  }

  #put(name: string, text: string): void {
    if (this.#texts.has(name)) {
      throw new Error(`Cannot generate: two types are called ${name}`);
    }
    this.#texts.set(name, text);
  }
}

const PLAIN: Readonly<Record<string, string>> = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  null: "None",
};

function isObject(schema: Schema): boolean {
  return schema.type === "object" && membersOf(schema).length > 0;
}

function literal(values: readonly unknown[]): string {
  const shown = values.map((it) =>
    typeof it === "boolean" ? (it ? "True" : "False") : JSON.stringify(it),
  );
  return `Literal[${shown.join(", ")}]`;
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ");
}

function methodText(method: Method, types: Types): string {
  const { title, verb, path, input, output } = method;
  const id = method.id.replace(/[A-Z]/g, (it) => `_${it.toLowerCase()}`);
  const base = id.replace(/(?:^|_)(\w)/g, (_, it) => it.toUpperCase());
  const takes =
    input.length > 0
      ? `, **input: Unpack[${types.input(`${base}Input`, input)}]`
      : "";
  const [by, answer] = output
    ? ["call", types.define(`${base}Output`, output)]
    : ["send", "HTTPResponse"];
  const given = takes ? "input" : "{}";
  return `
    def ${id}(self, options: Options = {}, /${takes}) -> ${answer}:
        """${title}. \`${verb} ${path}\`"""
        return self.${by}("${verb}", "${path}", ${given}, options)
`;
}

const HEADING = `# Generated from docs/openapi.json by \`bun run generate\`: do not edit.

from __future__ import annotations

from http.client import HTTPResponse
from typing import Any, Literal, Mapping, NotRequired, TypedDict, Unpack


class Options(TypedDict, total=False):
    """Options of a single call."""

    idempotency_key: str
    """Names a write: a repeat with the same key has one effect. Each write gets one anyway."""
    if_match: str
    """ETag of the version that is to be changed."""
    headers: Mapping[str, str]


`;

const CLASS = `

class Operations:
    """A method for each operation of the REST interface."""

    def call(self, verb: str, path: str, given: Mapping[str, Any], options: Options) -> Any:
        """Sends one call and reads its JSON."""
        raise NotImplementedError

    def send(self, verb: str, path: str, given: Mapping[str, Any], options: Options) -> HTTPResponse:
        """Sends one call; its answer is left to be read and closed."""
        raise NotImplementedError
`;
