import { LIMITS } from "../core/base/limits.ts";
import type { Say } from "../core/base/words/say.ts";
import { phrase } from "../core/base/words/say.ts";
import type { ServiceError } from "../core/errors/errors.ts";
import { field } from "../pages/forms.ts";

/** The two fields for a person's name and address. */
export interface AccountField {
  readonly value: string;
  readonly error: string | undefined;
  readonly hasFocus?: boolean;
  /** Where a script may ask whether it is free. */
  readonly asksAt?: string;
  /** Where it may ask for free ones by a name. */
  readonly suggestsAt?: string;
}

/** The local-part of a free address, with the error of the last one. */
export function addressField(
  { domain, hint }: { readonly domain: string; readonly hint: string },
  { value, error, hasFocus = false, asksAt, suggestsAt }: AccountField,
  say: Say,
): string {
  const asks = asksAt === undefined ? "" : ` data-available="${asksAt}"`;
  const status =
    asksAt === undefined
      ? ""
      : `<p class="status" id="localPart-status" role="status"></p>`;
  return `${field({
    name: "localPart",
    label: say`Your address`,
    hasFocus,
    attributes: `autocapitalize="none" autocomplete="off" spellcheck="false" maxlength="64"${asks}`,
    value,
    error,
    unit: `@${domain}`,
    hint,
  })}${status}${suggestsAt === undefined ? "" : `<div class="suggested" role="group" aria-label="${say`Available addresses`}" data-suggests="${suggestsAt}" data-leads="${say`Available:`}" hidden></div>`}`;
}

/** Why a local-part was refused, and which are free; undefined if it was not. */
export function whyNotAddress(
  refusal: ServiceError | undefined,
  say: Say,
  suggestions = suggestionsIn(refusal),
): string | undefined {
  if (refusal?.code === "taken" || refusal?.code === "reserved") {
    return whyNotFree({ reason: refusal.code, suggestions }, say);
  }
  const wrong = wrongField(refusal, "localPart");
  return wrong && sentence(wrong.detail.in(say));
}

const NOT_FREE = {
  taken: phrase`This address is taken.`,
  reserved: phrase`This address is reserved.`,
  invalid: phrase`Use lowercase letters, digits, dots and hyphens. Start and end with a letter or digit.`,
} as const;

/** Why a local-part is taken, and which are free instead. */
export function whyNotFree(
  {
    reason,
    suggestions,
  }: {
    readonly reason: keyof typeof NOT_FREE | null;
    readonly suggestions: readonly string[];
  },
  say: Say,
): string {
  const why = say.of(NOT_FREE[reason ?? "taken"]);
  return suggestions.length === 0
    ? why
    : `${why} ${say`Available: ${suggestions.join(", ")}.`}`;
}

function suggestionsIn(refusal: ServiceError | undefined): readonly string[] {
  const { suggestions } = refusal?.extra ?? {};
  return Array.isArray(suggestions) ? suggestions.map(String) : [];
}

/** The texts that refuse a name, by the code of its field's error. */
const NAME_REFUSALS: Readonly<Record<string, string>> = {
  required: phrase`Enter a name.`,
  minLength: phrase`Enter a name.`,
  empty: phrase`Enter a name with at least one visible character.`,
  address_like: phrase`A name can't contain @, because it would look like an address.`,
  reserved: phrase`This name belongs to one of the service's agents. Choose another.`,
};

/** Why a name was refused; undefined if it was not. */
export function whyNotName(
  refusal: ServiceError | undefined,
  field: "displayName" | "name",
  say: Say,
): string | undefined {
  const wrong = wrongField(refusal, field);
  if (wrong?.code === "maxLength") {
    return say`Use at most ${LIMITS.nameCharsMax} characters.`;
  }
  const words = wrong && NAME_REFUSALS[wrong.code];
  return words ? say.of(words) : wrong && sentence(wrong.detail.in(say));
}

function wrongField(refusal: ServiceError | undefined, name: string) {
  return refusal?.faults.find(({ pointer }) => pointer === `/${name}`);
}

/** Details of fields are written as parts of a longer sentence. */
function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return begun.endsWith(".") ? begun : `${begun}.`;
}
