import { parseAddress } from "../core/addresses/address.ts";
import type { ContactType } from "../core/addresses/contact_types.ts";
import { CONTACT_TYPES } from "../core/addresses/contact_types.ts";
import { LIMITS } from "../core/limits.ts";
import { escaped } from "../http/html.ts";
import type { Form } from "./forms.ts";
import { field } from "./forms.ts";

const TITLES: Readonly<Record<ContactType, string>> = {
  friends_family: "Friends and family",
  coworkers: "Coworkers",
  clients: "Clients",
  promotions: "Promotions",
  everyone: "Everyone else",
};

/** Whom somebody may pay and as what, as it was written; all if absent. */
export interface PayTo {
  readonly payees?: string[];
  readonly contactTypes?: ContactType[];
}

/** The fields for whom an access pays and as what, folded away while nothing is said. */
export function payToFields(said: Form, wrong: Form): string {
  const { payees = "" } = said;
  const isOpen = payees !== "" || typesIn(said).length > 0;
  return `<details${isOpen ? " open" : ""}><summary>Only to some, or only as some</summary>
${field({
  name: "payees",
  label: "Only to these addresses",
  attributes: `autocomplete="off" autocapitalize="none" spellcheck="false"`,
  value: payees,
  hint: "With commas between them. Every address of the same account counts.",
  error: wrong.payees,
})}
<fieldset aria-describedby="types-hint"><legend>Only as these types of contact</legend>
<p class="hint lead" id="types-hint">What it says that you are to whoever is paid. Choose none to let it say any.</p>
${CONTACT_TYPES.map((type) => tick(type, said)).join("\n")}
</fieldset>
</details>`;
}

function tick(type: ContactType, said: Form): string {
  const isChosen = nameOf(type) in said;
  return `<label class="choice"><input type="checkbox" name="${nameOf(type)}" value="yes"${isChosen ? " checked" : ""}> <span>${escaped(TITLES[type])}</span></label>`;
}

/** A form keeps one value of each name, so each type has a name of its own. */
function nameOf(type: ContactType): string {
  return `as_${type}`;
}

function typesIn(said: Form): ContactType[] {
  return CONTACT_TYPES.filter((type) => nameOf(type) in said);
}

/** Reads these fields, or says at which one something cannot be read. */
export function readPayTo(said: Form): PayTo | { readonly wrong: Form } {
  const payees = (said.payees ?? "").split(/[\s,;]+/).filter(Boolean);
  if (payees.length > LIMITS.credentialListMax) {
    const wrong = `Write at most ${LIMITS.credentialListMax} addresses.`;
    return { wrong: { payees: wrong } };
  }
  if (!payees.every(isAddress)) {
    return { wrong: { payees: "Write addresses such as bob@example.org." } };
  }
  const contactTypes = typesIn(said);
  return {
    ...(payees.length > 0 && { payees }),
    ...(contactTypes.length > 0 && { contactTypes }),
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

/** Whom an access pays and as what, in words; nothing where it is not limited. */
export function payToWords({
  payees,
  contactTypes,
}: {
  readonly payees: readonly string[] | null;
  readonly contactTypes: readonly string[] | null;
}): readonly string[] {
  const titles = CONTACT_TYPES.filter((it) => contactTypes?.includes(it)) //
    .map((it) => TITLES[it].toLowerCase());
  return [
    ...(payees ? [`only to ${payees.join(", ")}`] : []),
    ...(titles.length > 0 ? [`only as ${titles.join(", ")}`] : []),
  ];
}
