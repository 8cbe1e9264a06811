import { Type } from "typebox";
import { parseDay } from "../../../base/time.ts";
import type { Sentence } from "../../../base/words/sentence.ts";
import { told } from "../../../base/words/sentence.ts";
import { VIEW_BITS } from "../../../db/tables/view_bits.ts";
import { invalid } from "../../../errors/field_errors.ts";
import { nearestName } from "../../../errors/unknown_fields.ts";
import { TEAM_VIEWS } from "../../acts/labels/assignee.ts";
import { VIEWS } from "../../model/schemas.ts";
import type { OperatorName } from "./operators.ts";
import { IS_VALUES, OPERATOR_NAMES } from "./operators.ts";

/** The views of a list: those of a conversation, and imported ones. */
export const LISTED_VIEWS = [...VIEWS, "imported"] as const;
export type ListedView = (typeof LISTED_VIEWS)[number];

export const ListedViewSchema = Type.Enum([...LISTED_VIEWS, ...TEAM_VIEWS], {
  description:
    "View to list; all readable conversations if absent. In a team the inbox is also listed as mine and unassigned.",
});

/** The filters of a list besides its view: each row is checked. */
export interface Refinement {
  /** A part of the sender's address or name, in small letters. */
  readonly from?: string;
  /** The same for a recipient that the viewer may know of. */
  readonly to?: string;
  readonly unread?: boolean;
  /** True: somebody has added a file that the viewer may read. */
  readonly hasFile?: boolean;
  /** Micro-USDC, inclusive. */
  readonly priceMin?: number;
  readonly priceMax?: number;
  /** Last changed before this moment, and at or after that one. */
  readonly before?: number;
  readonly after?: number;
  /** In a team: the label of the member who is on it; "" for none. */
  readonly assigned?: string;
  /** The bits of additional views. */
  readonly alsoIn?: number;
}

/** The filters from a search's operators. */
interface Said extends Refinement {
  /** All of them must match. */
  readonly views?: readonly ListedView[];
  readonly label?: string;
}

/** A parsed search: its words, and the filters of its operators. */
export interface SearchQuery extends Said {
  /** The remaining words. */
  readonly words: string;
}

/** Reads the value of an operator; undefined if it is invalid. */
type Read = (value: string) => Said | undefined;

interface Operator {
  readonly read: Read;
  /** The usage, in words. */
  readonly says: string | Sentence;
}

const IS: Readonly<Record<(typeof IS_VALUES)[number], Said>> = {
  unread: { unread: true },
  read: { unread: false },
  paid: { views: ["payments"] },
  archived: { views: ["archive"] },
};

const PRICE = /^(>=|<=|>|<|=)?(\d{1,9})(?:\.(\d{1,6}))?$/;

const OPERATORS: Readonly<Record<OperatorName, Operator>> = {
  from: {
    read: (value) => ({ from: value.toLowerCase() }),
    says: told`from: with part of an address or name`,
  },
  to: {
    read: (value) => ({ to: value.toLowerCase() }),
    says: told`to: with part of an address or name`,
  },
  in: {
    read(value) {
      const view = LISTED_VIEWS.find((it) => it === value.replace("-", "_"));
      return view && { views: [view] };
    },
    says: told`in: with one of ${LISTED_VIEWS.join(", ")}`,
  },
  is: {
    read(value) {
      const name = IS_VALUES.find((it) => it === value);
      return name && IS[name];
    },
    says: told`is: with one of ${IS_VALUES.join(", ")}`,
  },
  has: {
    read: (value) => (value === "file" ? { hasFile: true } : undefined),
    says: "has:file",
  },
  price: { read: readPrice, says: told`price:>5, price:<=10.50 or price:5` },
  before: {
    read: (value) => readDay(value, (before) => ({ before })),
    says: told`before: with a day such as 2026-01-31`,
  },
  after: {
    read: (value) => readDay(value, (after) => ({ after })),
    says: told`after: with a day such as 2026-01-31`,
  },
  label: {
    read: (label) => ({ label }),
    says: told`label: with one of your labels, such as label:shop or label:"two words"`,
  },
};

/** One word, or an operator with its value, which may be quoted. */
const TOKEN = /([a-z]+):("[^"]*"?|[^\s"]*)|"[^"]*"?|[^\s"]+/giu;

/**
 * Parses a search. A colon belongs to the words within quotes, in a URL or a time, and before
 * a blank, as in "Re: logo". Pure.
 * @throws invalid_input for an unknown operator, or an invalid value
 */
export function readQuery(text: string): SearchQuery {
  const words: string[] = [];
  let query: Said = {};
  for (const { 0: token, 1: name, 2: given = "" } of text.matchAll(TOKEN)) {
    const operator = name === undefined ? undefined : operatorIn(name, given);
    if (!operator) {
      words.push(token);
      continue;
    }
    const value = given.replaceAll('"', "").trim();
    const said = value === "" ? undefined : operator.read(value);
    if (!said) throw misread(token, operator.says);
    query = joined(query, said);
  }
  return { ...query, words: words.join(" ").trim() };
}

/** Operators of other searches, which are never meant as words. */
const OF_OTHERS: readonly string[] = [
  "subject",
  "body",
  "cc",
  "bcc",
  "filename",
  "older",
  "newer",
  "since",
  "until",
];

function operatorIn(name: string, value: string): Operator | undefined {
  const key = name.toLowerCase();
  const known = OPERATOR_NAMES.find((it) => it === key);
  if (known) return OPERATORS[known];
  const isAddress = value.startsWith("//") || key === "mailto";
  const near = key.length > 3 && nearestName(key, OPERATOR_NAMES);
  const isMeant = value !== "" || near || OF_OTHERS.includes(key);
  if (isAddress || !isMeant) return undefined;
  const all = OPERATOR_NAMES.map((it) => `${it}:`).join(" ");
  const detail = told`${key}: isn't an operator; use ${all}, or put words with a colon in quotes`;
  throw invalid("/q", "operator", detail);
}

function misread(token: string, says: string | Sentence) {
  return invalid(
    "/q",
    "operator",
    told`${token} isn't complete or valid; write ${says}`,
  );
}

/** @throws invalid_input for contradictory filters */
function joined(
  { views: knownViews = [], ...known }: Said,
  { views: saidViews = [], ...said }: Said,
): Said {
  const views = [...new Set([...knownViews, ...saidViews])];
  const both = new Map(Object.entries(known));
  for (const [name, value] of Object.entries(said)) {
    const other = both.get(name);
    if (other !== undefined && other !== value) {
      const detail = told`two operators set ${name}; keep only one`;
      throw invalid("/q", "conflict", detail);
    }
  }
  return { ...known, ...said, ...(views.length > 0 && { views }) };
}

const MICRO_DIGITS = 6;

function readPrice(value: string): Refinement | undefined {
  const [, sign = "=", whole, part = ""] = PRICE.exec(value) ?? [];
  if (whole === undefined) return undefined;
  const amount = Number(`${whole}${part.padEnd(MICRO_DIGITS, "0")}`);
  if (sign === ">") return { priceMin: amount + 1 };
  if (sign === ">=") return { priceMin: amount };
  if (sign === "<") return { priceMax: amount - 1 };
  if (sign === "<=") return { priceMax: amount };
  return { priceMin: amount, priceMax: amount };
}

function readDay(
  value: string,
  said: (at: number) => Refinement,
): Refinement | undefined {
  const at = parseDay(value);
  return Number.isFinite(at) ? said(at) : undefined;
}

/**
 * The listed view, and the conditions for its rows: several views must all match, so the
 * first is listed and the others narrow it. Pure.
 * @throws invalid_input for imported conversations, which are in no other view
 */
export function narrowedTo(
  field: ListedView | undefined,
  named: readonly ListedView[] = [],
  said: Refinement,
) {
  const views = new Set(field === undefined ? named : [field, ...named]);
  const [view, ...others] = views;
  if (others.length === 0) return { view, refinement: said };
  let alsoIn = 0;
  for (const it of others) {
    if (view === "imported" || it === "imported") {
      const why = told`imported conversations are in no other view; name only one view`;
      throw invalid(field === undefined ? "/q" : "/view", "conflict", why);
    }
    alsoIn |= VIEW_BITS[it];
  }
  return { view, refinement: { ...said, alsoIn } };
}
