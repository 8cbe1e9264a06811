import { escaped } from "../../packages/standards/src/html.ts";
import { parsePrice } from "../core/access/parse_money.ts";
import type { ContactType } from "../core/addresses/contact_types.ts";
import type { Say } from "../core/base/words/say.ts";
import { atAGlance } from "../core/identity/glance.ts";
import type { Preset } from "../core/identity/scopes.ts";
import { cannotWords, mayWords, PRESETS } from "../core/identity/scopes.ts";
import type { Form } from "../pages/forms.ts";
import { field } from "../pages/forms.ts";
import { PAYEES, peopleFields, readPeople, SENDERS } from "./people_fields.ts";

const PRESET_AT_FIRST = "assistant";

/** An answer with errors, to be corrected. */
export interface Unread {
  readonly said: Form;
  /** The errors by field. */
  readonly wrong: Form;
}

/** The access granted: scopes, all if absent, and limits as they were written. */
export interface GrantFields {
  readonly scopes?: string[];
  readonly perPayment?: string;
  readonly perDay?: string;
  readonly perPayee?: string;
  readonly payees?: string[];
  readonly contactTypes?: ContactType[];
  readonly askFirstPayment?: false;
  readonly accept?: {
    readonly maxPrice?: string;
    readonly contactTypes?: ContactType[];
    readonly senders?: string[];
  };
}

const AMOUNTS = ["perPayment", "perDay", "perPayee", "maxPrice"] as const;
type Amount = (typeof AMOUNTS)[number];

/** Ticked to skip asking, because a form does not send unticked boxes. */
const PAYS_NEW = "pays_new";

/** The fields for what a client or a credential may do and spend. */
export function grantFields(say: Say, unread?: Unread): string {
  const { preset = PRESET_AT_FIRST } = unread?.said ?? {};
  const { said = {}, wrong = {} } = unread ?? {};
  const why = wrong.preset;
  const full = `<em>${say.of(titleOf("full"))}</em>`;
  return `<fieldset${why === undefined ? "" : ` aria-describedby="preset-error"`}><legend>${say`What it can do`}</legend>
${why === undefined ? "" : `<p class="error" id="preset-error" role="alert">${escaped(why)}</p>`}
${PRESETS.map((it) => choice(it, it.id === preset, say)).join("\n")}
${allWords(say)}
</fieldset>
<fieldset aria-describedby="spend-hint"><legend>${say`What it can spend`}</legend>
<p class="hint lead" id="spend-hint">${say`Only ${full} can pay. Above a limit it asks you. Leave empty for the default.`}</p>
<div class="pair">
${amount("perPayment", say`Per payment`, unread)}
${amount("perDay", say`Per day`, unread)}
</div>
${amount("perPayee", say`Per payee and day`, unread)}
<label class="choice"><input type="checkbox" name="${PAYS_NEW}" value="yes"${PAYS_NEW in said ? " checked" : ""}> <span>${say`It can pay new people without asking you`} <span class="means">${say`Otherwise it asks you before its first payment to anyone outside your contacts.`}</span></span></label>
${peopleFields(PAYEES, { said, wrong }, say)}
</fieldset>
<fieldset aria-describedby="accept-hint"><legend>${say`What it can accept`}</legend>
<p class="hint lead" id="accept-hint">${say`Only ${full} can accept requests for you, including paid ones. Anything above these limits asks you first.`}</p>
${amount("maxPrice", say`Requests up to`, unread)}
${peopleFields(SENDERS, { said, wrong }, say)}
</fieldset>`;
}

function titleOf(id: Preset["id"]): string {
  return PRESETS.find((it) => it.id === id)?.title ?? id;
}

function choice(
  { id, title, scopes }: Preset,
  isChosen: boolean,
  say: Say,
): string {
  const lines = atAGlance(scopes).map(
    ({ does, isAllowed }) =>
      `<span class="${isAllowed ? "can" : "cannot"}"><span class="unseen">${isAllowed ? say`Can:` : say`Can't:`} </span>${escaped(say.of(does))}</span>`,
  );
  return `<label class="choice"><input type="radio" name="preset" value="${id}" required${isChosen ? " checked" : ""} aria-labelledby="${id}-title" aria-describedby="${id}-lines">
<span><strong id="${id}-title">${escaped(say.of(title))}</strong><span id="${id}-lines">${lines.join(" ")}</span></span></label>`;
}

/** Everything that each choice allows and does not, in sentences. */
function allWords(say: Say): string {
  const all = PRESETS.map(
    ({ title, scopes }) =>
      `<p class="hint"><strong>${escaped(say.of(title))}.</strong> ${escaped(mayWords(scopes, say))} ${escaped(cannotWords(scopes, say))}</p>`,
  );
  return `<details><summary>${say`Details`}</summary>${all.join("")}</details>`;
}

function amount(
  name: Amount,
  label: string,
  unread: Unread | undefined,
): string {
  return field({
    name,
    label,
    attributes: `inputmode="decimal" autocomplete="off" maxlength="20"`,
    value: unread?.said[name] ?? "",
    unit: "USDC",
    error: unread?.wrong[name],
  });
}

/** The chosen scopes and limits, or the errors by field. */
export function readGrant(
  said: Form,
  say: Say,
): { readonly grant: GrantFields } | { readonly wrong: Form } {
  const payees = readPeople(PAYEES, said, say);
  const senders = readPeople(SENDERS, said, say);
  const chosen = PRESETS.find(({ id }) => id === said.preset);
  const wrong = {
    ...(!chosen && { preset: say`Choose what it can do.` }),
    ...wrongAmounts(said, say),
    ...("wrong" in payees && payees.wrong),
    ...("wrong" in senders && senders.wrong),
  };
  const isWrong = Object.keys(wrong).length > 0;
  if (!chosen || isWrong || "wrong" in payees || "wrong" in senders) {
    return { wrong };
  }
  const written = AMOUNTS.filter((it) => said[it]).map((it) => [it, said[it]]);
  const { maxPrice, ...limits }: Partial<Record<Amount, string>> =
    Object.fromEntries(written);
  const accept = {
    ...(maxPrice && { maxPrice }),
    ...(senders.types && { contactTypes: senders.types }),
    ...(senders.addresses && { senders: senders.addresses }),
  };
  const grant = {
    ...(chosen.scopes && { scopes: [...chosen.scopes] }),
    ...limits,
    ...(payees.addresses && { payees: payees.addresses }),
    ...(payees.types && { contactTypes: payees.types }),
    ...(PAYS_NEW in said && { askFirstPayment: false as const }),
    ...(Object.keys(accept).length > 0 && { accept }),
  };
  return { grant };
}

function wrongAmounts(said: Form, say: Say): Form {
  const wrong = AMOUNTS.map((name) => wrongAmount(name, said[name] ?? "", say));
  return Object.assign({}, ...wrong);
}

function wrongAmount(name: string, text: string, say: Say): Form {
  try {
    if (text !== "") parsePrice(text);
    return {};
  } catch {
    return { [name]: say`Enter an amount, such as 5.00.` };
  }
}
