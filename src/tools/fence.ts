import type { TSchema } from "typebox";
import { Check } from "typebox/value";
import type { WordKind } from "../core/base/own_words.ts";
import { WORD_KIND } from "../core/base/own_words.ts";
import type { Names } from "./names.ts";
import { inNames } from "./names.ts";
import { isBare, quoteChosen } from "./word_forms.ts";

/**
 * Placeholder for a result's nonce. Made anew in each process and never sent, so that no text
 * can contain it.
 */
const PLACE = `${crypto.randomUUID()}${crypto.randomUUID()}`;
/** Placeholder before a tool's name in a sentence, where each caller's spelling goes. */
const TOOL_PLACE = `${crypto.randomUUID()}${crypto.randomUUID()}`;

/** A text for a model without the nonce of its result and its caller's spelling. */
export type WithoutNonce = readonly string[];

/** The JSON of a value in which others' words are fenced (docs/tool_results.md). */
export function fencedJson(schema: TSchema, value: unknown): WithoutNonce {
  return JSON.stringify(fenced(schema, value)).split(PLACE);
}

/** A text that names tools as its caller knows them. */
export function spelled(text: WithoutNonce, names: Names): WithoutNonce {
  return text.map((it) => it.replaceAll(TOOL_PLACE, inNames("svc.", names)));
}

/** The same with the nonce in its fences, which must not occur elsewhere in it. */
export function withNonce(
  text: WithoutNonce,
  nonce: string,
  names: Names = "dotted",
): string {
  return spelled(text, names).join(nonce);
}

/** One token for a model; a text that contains all these numbers gets a longer one. */
const NONCE_DIGITS = 3;
const TRIES_OF_A_LENGTH = 8;

/** A nonce that does not occur in a text: its authors could not foresee it. */
export function nonceFor(
  text: WithoutNonce,
  randomBytes: (count: number) => Uint8Array,
): string {
  for (let tries = 0; ; tries += 1) {
    const length = NONCE_DIGITS + Math.floor(tries / TRIES_OF_A_LENGTH);
    const digits = `${Number.parseInt(randomBytes(6).toHex(), 16)}`;
    const nonce = digits.slice(-length).padStart(length, "0");
    if (!text.some((it) => it.includes(nonce))) return nonce;
  }
}

const MARKED = /^<(\d{3,})>([\s\S]*)<\/\1>$/;

/** A value that was sent back as it was shown, without its mark. */
export function withoutMark(text: string): string {
  return text.replace(MARKED, "$2");
}

function quote(words: string): string {
  return words === "" ? words : `<${PLACE}>${words}</${PLACE}>`;
}

/**
 * Fences every string that the schema does not declare as the service's own. A value unknown
 * to the schema becomes one fenced text, including its keys.
 */
function fenced(schema: Node, value: unknown): unknown {
  if (schema[WORD_KIND] === "own") return value;
  if (typeof value === "string") return fencedWords(schema, value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return fencedItems(schema, value);
  const { properties } = branchFor(schema, value);
  return properties ? fencedMembers(properties, value) : foreign(value);
}

/** The parts of a JSON Schema that are read here. */
interface Node {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly [WORD_KIND]?: WordKind;
}

function fencedWords(schema: Node, text: string): string {
  if (isOwn(schema, text)) return text;
  return kindOf(schema) === "sentence"
    ? quoteChosen(text, { quote, tool: (name) => TOOL_PLACE + name })
    : quote(text);
}

function isOwn(schema: Node, text: string): boolean {
  const kind = schema[WORD_KIND];
  return (
    schema.const === text ||
    schema.enum?.includes(text) === true ||
    (kind !== undefined && isBare(kind, text)) ||
    schema.anyOf?.some((it) => isOwn(it, text)) === true
  );
}

function kindOf(schema: Node): WordKind | undefined {
  return schema[WORD_KIND] ?? schema.anyOf?.map(kindOf).find(Boolean);
}

function fencedItems(schema: Node, all: readonly unknown[]): unknown {
  const { items } = branchFor(schema, all);
  return items ? all.map((it) => fenced(items, it)) : foreign(all);
}

/** The form of a union that a value has; a schema without forms is its own. */
function branchFor(schema: Node, value: object): Node {
  const { anyOf } = schema;
  if (!anyOf) return schema;
  return anyOf.find((it) => Check(it as TSchema, value)) ?? {};
}

function fencedMembers(
  properties: Readonly<Record<string, Node>>,
  value: object,
): object {
  const shown: Record<string, unknown> = {};
  const unknown: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const schema = Object.hasOwn(properties, name) && properties[name];
    if (schema && isNameOfOurs(schema, value)) shown[name] = member;
    else if (schema) shown[name] = fenced(schema, member);
    else unknown[name] = member;
  }
  return Object.keys(unknown).length === 0
    ? shown
    : { ...shown, others: foreign(unknown) };
}

/** True for the name of one of the service's own agents, which its kind shows. */
function isNameOfOurs(schema: Node, beside: object): boolean {
  return (
    schema[WORD_KIND] === "name" &&
    "kind" in beside &&
    beside.kind === "service"
  );
}

function foreign(value: object): unknown {
  return Object.keys(value).length === 0 ? value : quote(JSON.stringify(value));
}
