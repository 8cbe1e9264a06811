import type { TSchema } from "typebox";
import type { Random } from "../invariants/random.ts";
import { hostileText } from "./hostile.ts";

/** Values of earlier answers by field: ids and names that a later call means. */
export class Heard {
  readonly #byName = new Map<string, string[]>();

  /** Keeps the newest of each name. */
  add(name: string, value: unknown): void {
    if (typeof value === "string") {
      const known = this.#byName.get(name) ?? [];
      known.push(value);
      if (known.length > 30) known.shift();
      this.#byName.set(name, known);
    } else if (Array.isArray(value)) {
      for (const it of value.slice(0, 5)) this.add(name, it);
    } else if (typeof value === "object" && value !== null) {
      for (const [key, it] of Object.entries(value)) this.add(key, it);
    }
  }

  of(name: string): readonly string[] {
    return this.#byName.get(ALIASES.get(name) ?? name) ?? [];
  }
}

/** Fields that mean what other fields say. */
const ALIASES: ReadonlyMap<string, string> = new Map(
  ["to", "cc", "bcc", "from", "counterparty", "payee", "sender"].map((name) => [
    name,
    "address",
  ]),
);

interface Making {
  readonly random: Random;
  readonly heard: Heard;
  /** The name of the field that a value is made for. */
  readonly name: string;
}

/** A value as a schema has it, with hostile texts in it. */
export function madeFor(schema: TSchema, making: Making): unknown {
  const { random } = making;
  const it = schema as Loose;
  if ("const" in it) return it.const;
  if (it.enum) return random.maybe(it.enum);
  const choices = it.anyOf ?? it.oneOf;
  const choice = choices && random.maybe(choices);
  if (choice) return madeFor(choice, making);
  const type = [it.type].flat()[0] ?? "object";
  return MAKERS[type]?.(it, making) ?? null;
}

/** The members of a TypeBox schema that JSON Schema names. */
interface Loose extends TSchema {
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly TSchema[];
  readonly oneOf?: readonly TSchema[];
  readonly type?: string | readonly string[];
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly items?: TSchema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, TSchema>>;
}

type Maker = (schema: Loose, making: Making) => unknown;

const MAKERS: Readonly<Record<string, Maker>> = {
  string: stringOf,
  integer: numberOf,
  number: numberOf,
  boolean: (_, { random }) => random.chance(0.5),
  array({ items, minItems = 0 }, making) {
    const length = minItems + making.random.int(2);
    if (!items) return [];
    return Array.from({ length }, () => madeFor(items, making));
  },
  object({ properties = {}, required = [] }, making) {
    const { random } = making;
    const given = Object.entries(properties).filter(
      ([name]) => required.includes(name) || random.chance(0.25),
    );
    return Object.fromEntries(
      given.map(([name, it]) => [name, madeFor(it, { ...making, name })]),
    );
  },
};

function stringOf(
  { pattern, maxLength = 60_000 }: Loose,
  { random, heard, name }: Making,
): string {
  const known = heard.of(name);
  if (name === "q" && random.chance(0.5)) return `${beginning(random, heard)}`;
  const fits = pattern
    ? known.filter((it) => new RegExp(pattern).test(it))
    : known;
  const meant = random.chance(pattern ? 0.95 : 0.6)
    ? random.maybe(fits)
    : undefined;
  return meant ?? hostileText(random, maxLength);
}

/** How a word begins that somebody said. */
function beginning(random: Random, heard: Heard): string {
  const said = random.maybe(heard.of("text")) ?? "th";
  return [...said.slice(0, 12)].slice(0, 1 + random.int(4)).join("");
}

function numberOf({ minimum = 0, maximum = 2 ** 53 }: Loose, making: Making) {
  const { random } = making;
  const some = [minimum, maximum, minimum + random.int(100)] as const;
  return Math.min(random.pick(some), maximum);
}
