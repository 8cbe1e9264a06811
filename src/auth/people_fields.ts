import { parseAddress } from "../core/addresses/address.ts";
import type { ContactType } from "../core/addresses/contact_types.ts";
import { CONTACT_TYPES } from "../core/addresses/contact_types.ts";
import { CONTACT_TITLES } from "../core/base/contact_titles.ts";
import { LIMITS } from "../core/base/limits.ts";
import { escaped } from "../core/base/text.ts";
import type { Form } from "../pages/forms.ts";
import { field } from "../pages/forms.ts";

/** Fields that name people and types of contacts, folded away while nothing is said. */
export interface PeopleFields {
  /** Name of the field of addresses, and what comes before each type's name. */
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
  summary: "Only to some, or only as some",
  label: "Only to these addresses",
  legend: "Only as these types of contact",
  hint: "What it says that you are to whoever is paid. Choose none to let it say any.",
};

/** The people whose requests an access may accept. */
export const SENDERS: PeopleFields = {
  name: "senders",
  prefix: "from",
  summary: "Only from some",
  label: "Only from these addresses",
  legend: "Only from these types of contact",
  hint: "What they are in your own contacts; who is in none is everyone else. Choose none to let it accept from any.",
};

/** People and types of contacts, as they were written; all if absent. */
export interface People {
  readonly addresses?: string[];
  readonly types?: ContactType[];
}

/** The fields as a person fills them in. */
export function peopleFields(
  of: PeopleFields,
  said: Form,
  wrong: Form,
): string {
  const { [of.name]: addresses = "" } = said;
  const isOpen = addresses !== "" || typesIn(of, said).length > 0;
  const hintId = `${of.name}-types-hint`;
  return `<details${isOpen ? " open" : ""}><summary>${of.summary}</summary>
${field({
  name: of.name,
  label: of.label,
  attributes: `autocomplete="off" autocapitalize="none" spellcheck="false"`,
  value: addresses,
  hint: "With commas between them. Every address of the same account counts.",
  error: wrong[of.name],
})}
<fieldset aria-describedby="${hintId}"><legend>${of.legend}</legend>
<p class="hint lead" id="${hintId}">${of.hint}</p>
${CONTACT_TYPES.map((type) => tick(of, type, said)).join("\n")}
</fieldset>
</details>`;
}

function tick(of: PeopleFields, type: ContactType, said: Form): string {
  const name = nameOf(of, type);
  const isChosen = name in said;
  return `<label class="choice"><input type="checkbox" name="${name}" value="yes"${isChosen ? " checked" : ""}> <span>${escaped(CONTACT_TITLES[type])}</span></label>`;
}

/** A form keeps one value of each name, so each type has a name of its own. */
function nameOf({ prefix }: PeopleFields, type: ContactType): string {
  return `${prefix}_${type}`;
}

function typesIn(of: PeopleFields, said: Form): ContactType[] {
  return CONTACT_TYPES.filter((type) => nameOf(of, type) in said);
}

/** Reads these fields, or says at which one something cannot be read. */
export function readPeople(
  of: PeopleFields,
  said: Form,
): People | { readonly wrong: Form } {
  const addresses = (said[of.name] ?? "").split(/[\s,;]+/).filter(Boolean);
  if (addresses.length > LIMITS.credentialListMax) {
    const wrong = `Write at most ${LIMITS.credentialListMax} addresses.`;
    return { wrong: { [of.name]: wrong } };
  }
  if (!addresses.every(isAddress)) {
    return { wrong: { [of.name]: "Write addresses such as bob@example.org." } };
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
