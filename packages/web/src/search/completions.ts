import type { OperatorName } from "../../../../src/core/conversations/read/lists/operators.ts";
import {
  IS_VALUES,
  OPERATOR_NAMES,
} from "../../../../src/core/conversations/read/lists/operators.ts";
import type { ViewPlace } from "../shell/views.ts";
import { IMPORTED, NAV_VIEWS, ONLY } from "../shell/views.ts";
import { t } from "../ui/t.ts";

/** A completion: the text that the field would have, and its meaning. */
export interface Completion {
  /** The label of its line. */
  readonly label: string;
  readonly means: string;
  /** The whole text of the field. */
  readonly text: string;
}

/** The names that can be offered beside the operators. */
export interface Known {
  readonly labels: readonly string[];
  readonly people: readonly {
    readonly address: string;
    readonly name?: string;
  }[];
}

const MEANS: Readonly<Record<OperatorName, string>> = {
  from: t`Sender`,
  to: t`Recipient`,
  in: t`A view`,
  is: t`Unread, read, paid or archived`,
  has: t`A file`,
  price: t`An amount, such as >5`,
  before: t`A day, such as 2026-01-31`,
  after: t`A day, such as 2026-01-31`,
  label: t`One of your labels`,
};

const SHOWN = 8;
/** The last word of a field, which may be an operator with the start of its value. */
const LAST = /(?:^|\s)(?:([a-z]+):("?)([^"]*)|([a-z]+))$/i;

/** The start of a name typed after `from:` or `to:`; undefined otherwise. Pure. */
export function personTyped(typed: string): string | undefined {
  const [, name = "", , value = ""] = LAST.exec(typed) ?? [];
  const isPerson = name === "from" || name === "to";
  return isPerson && value !== "" && !/\s/.test(value) ? value : undefined;
}

/** The completions of the typed text. Pure. */
export function completionsOf(
  typed: string,
  known: Known,
): readonly Completion[] {
  const found = LAST.exec(typed);
  if (!found) return [];
  const [whole = "", name, , value = "", word] = found;
  const before = typed.slice(0, found.index) + (/^\s/.exec(whole)?.[0] ?? "");
  const all =
    word === undefined
      ? valuesOf(name?.toLowerCase() ?? "", known)
      : operatorsBeginning(word);
  const start = plain(value);
  return all
    .filter(
      ({ label, means }) =>
        word !== undefined ||
        plain(label.slice(label.indexOf(":") + 1)).includes(start) ||
        plain(means).includes(start),
    )
    .map((it) => ({ ...it, text: before + it.text }))
    .filter(({ text }) => text.trim() !== typed.trim())
    .slice(0, SHOWN);
}

function operatorsBeginning(word: string): readonly Completion[] {
  return OPERATOR_NAMES.filter((it) => it.startsWith(word.toLowerCase())).map(
    (it) => ({ label: `${it}:`, means: MEANS[it], text: `${it}:` }),
  );
}

function valuesOf(name: string, known: Known): readonly Completion[] {
  const value = (of: string, means = "") => {
    const quoted = /\s/.test(of) ? `"${of}"` : of;
    return { label: `${name}:${of}`, means, text: `${name}:${quoted} ` };
  };
  switch (name) {
    case "in":
      return LISTS.map((it) => value(it.view, it.name));
    case "is":
      return IS_VALUES.map((it) => value(it));
    case "has":
      return [value("file")];
    case "label":
      return known.labels.map((it) => value(it));
    case "from":
    case "to":
      return known.people.map((it) => value(it.address, it.name));
    default:
      return [];
  }
}

/** The lists that `in:` can name. */
const LISTS: readonly (ViewPlace & { readonly isPage?: boolean })[] = [
  ...NAV_VIEWS,
  IMPORTED,
];

/** A view that is named in a search in another view. */
const NAMED = /(?:^|\s)(?:in:([a-z][a-z_-]*)|is:archived)(?=\s|$)/i;

/**
 * The view that a search names, if it is not the one that it is typed in, with the rest of
 * the search; undefined if it stays, and the named view narrows it. Pure.
 */
export function ledTo(typed: string, place: ViewPlace): string | undefined {
  const found = NAMED.exec(typed);
  const name = (found?.[1] ?? "archive").toLowerCase().replaceAll("-", "_");
  const view = LISTS.find((it) => it.view === name);
  if (
    !found ||
    !view ||
    view.view === place.view ||
    place.label !== undefined
  ) {
    return undefined;
  }
  const rest = typed.replace(NAMED, " ").replace(/\s+/g, " ").trim();
  if (view.isPage && rest !== "") return undefined;
  return rest === ""
    ? view.path
    : `${view.path}?${new URLSearchParams({ q: rest, [ONLY]: "1" })}`;
}

const OPERATOR = new RegExp(
  `(^|\\s)-?(?:${OPERATOR_NAMES.join("|")}):(?:"[^"]*"?|\\S*)`,
  "gi",
);

/** Only the words of a search. Pure. */
export function withoutOperators(typed: string): string {
  return typed.replace(OPERATOR, "$1").trim();
}

/** Operators with a fixed set of values. */
const LISTED = ["in", "is", "has"];

/** True while the last operator is being typed and has no meaning yet. Pure. */
export function isHalf(typed: string): boolean {
  const [, given = "", quote, value = ""] = LAST.exec(typed) ?? [];
  const name = given.toLowerCase();
  // Without a quote, a blank ends it.
  if (quote === "" && /\s$/.test(value)) return false;
  if (!OPERATOR_NAMES.some((it) => it === name)) return false;
  const isListed = LISTED.includes(name);
  const values = valuesOf(name, { labels: [], people: [] });
  const said = plain(`${name}:${value.replaceAll("-", "_")}`);
  return value === "" || (isListed && !values.some((it) => it.label === said));
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
