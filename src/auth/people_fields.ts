import { escaped } from "../../packages/standards/src/html.ts";
import { parseAddress } from "../core/addresses/address.ts";
import type { ContactType } from "../core/addresses/contact_types.ts";
import { CONTACT_TYPES } from "../core/addresses/contact_types.ts";
import { CONTACT_TITLES } from "../core/base/contact_titles.ts";
import { LIMITS } from "../core/base/limits.ts";
import type { Say } from "../core/base/words/say.ts";
import { phrase } from "../core/base/words/say.ts";
import type { Form } from "../pages/forms.ts";
import { field } from "../pages/forms.ts";

/** Fields for people and types of contacts, folded while empty; translated later. */
export interface PeopleFields {
  /** Name of the field of addresses, and the prefix of each type's name. */
  readonly name: string;
  readonly prefix: string;
  readonly summary: string;
  readonly label: string;
  readonly legend: string;
  readonly hint: string;
}

/** The people an access may pay, and their contact types. */
export const PAYEES: PeopleFields = {
  name: "payees",
  prefix: "as",
  summary: phrase`Limit who it can pay`,
  label: phrase`Only to these addresses`,
  legend: phrase`Only as these groups`,
  hint: phrase`Who it can say you are. Leave empty for any.`,
};

/** The people whose requests an access may accept. */
export const SENDERS: PeopleFields = {
  name: "senders",
  prefix: "from",
  summary: phrase`Limit whose requests it can accept`,
  label: phrase`Only from these addresses`,
  legend: phrase`Only from these groups`,
  hint: phrase`Groups in your contacts. Anyone not in your contacts is everyone else. Leave empty for any.`,
};

/** People and types of contacts, as they were written; all if absent. */
export interface People {
  readonly addresses?: string[];
  readonly types?: ContactType[];
}

/** The fields as a person fills them in. */
export function peopleFields(
  of: PeopleFields,
  { said, wrong }: { readonly said: Form; readonly wrong: Form },
  say: Say,
): string {
  const { [of.name]: addresses = "" } = said;
  const isOpen = addresses !== "" || typesIn(of, said).length > 0;
  const hintId = `${of.name}-types-hint`;
  return `<details${isOpen ? " open" : ""}><summary>${say.of(of.summary)}</summary>
${field({
  name: of.name,
  label: say.of(of.label),
  attributes: `autocomplete="off" autocapitalize="none" spellcheck="false"`,
  value: addresses,
  hint: say`Separate with commas. Leave empty for anyone.`,
  error: wrong[of.name],
})}
<fieldset aria-describedby="${hintId}"><legend>${say.of(of.legend)}</legend>
<p class="hint lead" id="${hintId}">${say.of(of.hint)}</p>
${CONTACT_TYPES.map((type) => tick(of, type, { said, say })).join("\n")}
</fieldset>
</details>`;
}

function tick(
  of: PeopleFields,
  type: ContactType,
  { said, say }: { readonly said: Form; readonly say: Say },
): string {
  const name = nameOf(of, type);
  const isChosen = name in said;
  return `<label class="choice"><input type="checkbox" name="${name}" value="yes"${isChosen ? " checked" : ""}> <span>${escaped(say.of(CONTACT_TITLES[type]))}</span></label>`;
}

/** A form keeps one value per name, so each type has its own name. */
function nameOf({ prefix }: PeopleFields, type: ContactType): string {
  return `${prefix}_${type}`;
}

function typesIn(of: PeopleFields, said: Form): ContactType[] {
  return CONTACT_TYPES.filter((type) => nameOf(of, type) in said);
}

/** Reads these fields, or returns the errors by field. */
export function readPeople(
  of: PeopleFields,
  said: Form,
  say: Say,
): People | { readonly wrong: Form } {
  const addresses = (said[of.name] ?? "").split(/[\s,;]+/).filter(Boolean);
  if (addresses.length > LIMITS.credentialListMax) {
    const wrong = say`Enter at most ${LIMITS.credentialListMax} addresses.`;
    return { wrong: { [of.name]: wrong } };
  }
  if (!addresses.every(isAddress)) {
    return {
      wrong: { [of.name]: say`Enter addresses such as bob@example.org.` },
    };
  }
  const types = typesIn(of, said);
  return {
    ...(addresses.length > 0 && { addresses }),
    ...(types.length > 0 && { types }),
  };
}

function isAddress(text: string): boolean {
  try {
    parseAddress(text);
    return true;
  } catch {
    return false;
  }
}
