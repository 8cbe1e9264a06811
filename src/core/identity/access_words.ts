import type { Settings } from "../access/context.ts";
import { contactWords } from "../base/contact_titles.ts";
import type { MicroUsdc } from "../base/money.ts";
import { amountOn } from "../base/money.ts";
import type { Say } from "../base/words/say.ts";
import type { Credential } from "./credentials_store.ts";
import { cannotWords, mayWords } from "./scopes.ts";

/** The settings that apply if an owner has set no limit. */
export type AgentSettings = Pick<
  Settings,
  "agentAutoLimit" | "agentAutoDayLimit" | "agentAutoPayeeLimit" | "rails"
>;

/** An access in sentences, made from its scopes and limits. */
export interface AccessWords {
  readonly may: string;
  readonly cannot: string;
  readonly pays: string;
  readonly accepts: string;
}

type Access = Pick<
  Credential,
  | "scopes"
  | "perPayment"
  | "perDay"
  | "perPayee"
  | "payees"
  | "contactTypes"
  | "askFirstPayment"
  | "accept"
>;

/** Describes an access to its owner. Pure. */
export function accessWords(
  settings: AgentSettings,
  access: Access,
  say: Say,
): AccessWords {
  const { scopes, askFirstPayment } = access;
  return {
    may: mayWords(scopes, say),
    cannot: cannotWords(scopes, say, askFirstPayment),
    pays: paysWords(settings, access, say),
    accepts: acceptsWords(settings, access, say),
  };
}

function paysWords(settings: AgentSettings, access: Access, say: Say): string {
  const { scopes, payees, contactTypes, askFirstPayment } = access;
  if (scopes && !scopes.includes("payments:hold")) return say`It can't pay.`;
  const most = mostWords(settings, access, say).join(", ");
  const types = contactTypes?.map((it) => say.of(contactWords(it)));
  const limits = [
    most !== "" && say`at most ${most}`,
    payees && say`only to ${payees.join(", ")}`,
    types && say`only as ${types.join(", ")}`,
    // Payees it names are not new, and it pays no others.
    askFirstPayment &&
      !payees &&
      say`never first to anyone outside your contacts`,
  ].filter(Boolean);
  return limits.length === 0
    ? say`It can pay any amount on its own.`
    : say`On its own it can pay ${limits.join("; ")}. It asks you about everything else.`;
}

/** The maximum per payment, per day and per payee, where limited. */
function mostWords(
  settings: AgentSettings,
  { perPayment, perDay, perPayee }: Access,
  say: Say,
): readonly string[] {
  const { agentAutoLimit, agentAutoDayLimit, agentAutoPayeeLimit } = settings;
  const amount = (most: MicroUsdc | null) => amountIn(settings, most, say);
  const once = amount(perPayment ?? agentAutoLimit);
  const [ownDay, allDay] = [perDay, agentAutoDayLimit].map(amount);
  const [ownPayee, allPayee] = [perPayee, agentAutoPayeeLimit].map(amount);
  return [
    once && say`${once} per payment`,
    ownDay
      ? say`${ownDay} per day`
      : allDay && say`${allDay} per day (all your agents together)`,
    ownPayee
      ? say`${ownPayee} per day to one payee`
      : allPayee &&
        say`${allPayee} per day to one payee (all your agents together)`,
  ].filter((it) => it !== undefined);
}

function acceptsWords(
  settings: AgentSettings,
  { scopes, accept }: Access,
  say: Say,
): string {
  if (scopes && !scopes.includes("decisions:write")) {
    return say`It can't accept requests: it asks you.`;
  }
  const { maxPrice = null, contactTypes, senders } = accept ?? {};
  const most = amountIn(settings, maxPrice, say);
  const types = contactTypes?.map((it) => say.of(contactWords(it)));
  const limits = [
    most && say`up to ${most}`,
    types && say`from ${types.reduce((all, it) => say`${all} or ${it}`)}`,
    senders && say`from ${senders.join(", ")}`,
  ].filter(Boolean);
  return limits.length === 0
    ? say`It can accept any request on its own.`
    : say`On its own it can accept requests ${limits.join(", ")}. It asks you about others.`;
}

/** A limit is the same in each currency: it is shown in test money if there is no other. */
function amountIn(
  { rails }: AgentSettings,
  most: MicroUsdc | null,
  { language }: Say,
): string | undefined {
  const rail = rails.find((it) => it !== "ledger") ?? "ledger";
  return most === null ? undefined : amountOn({ rail }, most, language);
}
