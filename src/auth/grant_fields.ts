import type { Preset } from "../core/identity/scopes.ts";
import { PRESETS } from "../core/identity/scopes.ts";
import { parsePrice } from "../core/money.ts";
import { escaped } from "../http/html.ts";
import type { Form } from "./forms.ts";
import { field } from "./forms.ts";
import type { PayTo } from "./pay_to_fields.ts";
import { payToFields, readPayTo } from "./pay_to_fields.ts";

const PRESET_AT_FIRST = "assistant";

/** An answer that could not be taken, to be mended. */
export interface Unread {
  readonly said: Form;
  /** By field, what is wrong. */
  readonly wrong: Form;
}

/** What somebody is allowed: scopes, all if absent, and limits as they were written. */
export interface Grant extends PayTo {
  readonly scopes?: string[];
  readonly perPayment?: string;
  readonly perDay?: string;
}

/** The fields in which a person says what a client or a credential may do and spend. */
export function grantFields(unread?: Unread): string {
  const { preset = PRESET_AT_FIRST } = unread?.said ?? {};
  const wrong = unread?.wrong.preset;
  return `<fieldset${wrong === undefined ? "" : ` aria-describedby="preset-error"`}><legend>What it may do</legend>
${wrong === undefined ? "" : `<p class="error" id="preset-error" role="alert">${escaped(wrong)}</p>`}
${PRESETS.map((it) => choice(it, it.id === preset)).join("\n")}
</fieldset>
<fieldset aria-describedby="spend-hint"><legend>What it may spend</legend>
<p class="hint lead" id="spend-hint">Only <em>Full</em> may pay. Leave a limit empty to set none.</p>
<div class="pair">
${amount("perPayment", "For one payment", unread)}
${amount("perDay", "In a day", unread)}
</div>
${payToFields(unread?.said ?? {}, unread?.wrong ?? {})}
</fieldset>`;
}

function choice(preset: Preset, isChosen: boolean): string {
  const { id, title, means, cannot } = preset;
  return `<label class="choice"><input type="radio" name="preset" value="${id}" required${isChosen ? " checked" : ""} aria-labelledby="${id}-title" aria-describedby="${id}-means ${id}-cannot">
<span><strong id="${id}-title">${escaped(title)}</strong> <span class="means" id="${id}-means">${escaped(means)}</span> <span class="cannot" id="${id}-cannot">${escaped(cannot)}</span></span></label>`;
}

function amount(
  name: "perPayment" | "perDay",
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

/** The choice of scopes and limits, or which fields cannot be read, each with why. */
export function readGrant(
  said: Form,
): { readonly grant: Grant } | { readonly wrong: Form } {
  const { preset = "", perPayment = "", perDay = "" } = said;
  const payTo = readPayTo(said);
  const chosen = PRESETS.find(({ id }) => id === preset);
  const wrong = {
    ...(!chosen && { preset: "Choose what it may do." }),
    ...wrongAmount("perPayment", perPayment),
    ...wrongAmount("perDay", perDay),
    ...("wrong" in payTo && payTo.wrong),
  };
  const isWrong = Object.keys(wrong).length > 0;
  if (!chosen || isWrong || "wrong" in payTo) return { wrong };
  const grant = {
    ...(chosen.scopes && { scopes: [...chosen.scopes] }),
    ...(perPayment !== "" && { perPayment }),
    ...(perDay !== "" && { perDay }),
    ...payTo,
  };
  return { grant };
}

function wrongAmount(name: string, text: string): Form {
  try {
    if (text !== "") parsePrice(text);
    return {};
  } catch {
    return { [name]: "Write an amount such as 5.00." };
  }
}
