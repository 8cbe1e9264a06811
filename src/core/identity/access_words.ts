import type { Settings } from "../access/context.ts";
import { contactWords } from "../base/contact_titles.ts";
import type { MicroUsdc } from "../base/money.ts";
import { showMoney } from "../base/money.ts";
import type { Credential } from "./credentials_store.ts";
import { cannotWords, mayWords } from "./scopes.ts";

/** The settings that count where an owner has set no limit. */
export type AgentSettings = Pick<
  Settings,
  "agentAutoLimit" | "agentAutoDayLimit" | "agentAutoPayeeLimit"
>;

/** What an access may do, in sentences that its scopes and limits make. */
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
  | "accept"
>;

/** Says what an access may do to its owner. Pure. */
export function accessWords(
  settings: AgentSettings,
  access: Access,
): AccessWords {
  const { scopes } = access;
  return {
    may: mayWords(scopes),
    cannot: cannotWords(scopes),
    pays: paysWords(settings, access),
    accepts: acceptsWords(access),
  };
}

function paysWords(settings: AgentSettings, access: Access): string {
  const { scopes, perPayment, perDay, perPayee, payees, contactTypes } = access;
  if (scopes && !scopes.includes("payments:hold")) return "It pays nothing.";
  const { agentAutoLimit, agentAutoDayLimit, agentAutoPayeeLimit } = settings;
  const all = " (all of your agents together)";
  const most = [
    amount(perPayment ?? agentAutoLimit, " for one payment"),
    amount(perDay, " a day") ?? amount(agentAutoDayLimit, ` a day${all}`),
    amount(perPayee, " a day to one payee") ??
      amount(agentAutoPayeeLimit, ` a day to one payee${all}`),
  ].filter((it) => it !== undefined);
  const to = [
    ...(payees ? [`only to ${payees.join(", ")}`] : []),
    ...(contactTypes
      ? [`only as ${contactTypes.map(contactWords).join(", ")}`]
      : []),
  ];
  const limits = [
    ...(most.length > 0 ? [`at most ${most.join(", ")}`] : []),
    ...to,
  ];
  if (limits.length === 0) return "It pays by itself whatever you have.";
  return `It pays by itself ${limits.join("; ")}. You are asked about everything else.`;
}

function acceptsWords({ scopes, accept }: Access): string {
  if (scopes && !scopes.includes("decisions:write")) {
    return "It accepts no request: that waits for you.";
  }
  const { maxPrice = null, contactTypes, senders } = accept ?? {};
  const limits = [
    maxPrice !== null ? `of at most ${amount(maxPrice, "")}` : undefined,
    contactTypes && `from ${contactTypes.map(contactWords).join(" or ")}`,
    senders && `from ${senders.join(", ")}`,
  ].filter((it) => it !== undefined);
  if (limits.length === 0) return "It accepts any request by itself.";
  return `It accepts by itself requests ${limits.join(", ")}. Others wait for you.`;
}

function amount(most: MicroUsdc | null, of: string): string | undefined {
  if (most === null) return undefined;
  return `${showMoney(most).amount} USDC${of}`;
}
