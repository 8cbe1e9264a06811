import type { Static } from "typebox";
import { currencyText } from "../core/base/money.ts";
import { told } from "../core/base/words/sentence.ts";
import { ServiceError } from "../core/errors/errors.ts";
import type { SubmitResult } from "../core/operations/create_conversation.ts";
import { headerOf } from "../http/payment_headers.ts";
import type { Strict } from "./route.ts";

/** True for `Prefer: handling=strict` (RFC 7240, section 4.4). */
export function prefersStrict(prefer: string | undefined): boolean {
  const handling = prefer && /(?:^|,)\s*handling\s*=\s*"?(\w*)/i.exec(prefer);
  return handling ? handling[1]?.toLowerCase() === "strict" : false;
}

/**
 * Answers a submit that waits for money with 402 and the header of x402 v2 (docs/money.md,
 * Requirements): the conversation exists and can be funded. A later repeat is not refused.
 */
export function paymentRequired(
  output: Static<typeof SubmitResult>,
  isMinimal: boolean,
): Strict | undefined {
  const { conversationId, contextId, state, conversation } = output;
  const { requirements } = conversation.payment;
  if (state !== "auth-required" || !requirements) return undefined;
  const { path } = requirements.fund;
  const error = new ServiceError("payment_required", {
    detail: told`Not delivered yet: ${requirements.needed.amount} ${currencyText(requirements)} must be held first. The conversation is saved; fund it with POST ${path}.`,
    extra: {
      ...{ conversationId, contextId, state, requirements },
      conversation: isMinimal ? named(conversation) : conversation,
    },
  });
  const required = {
    x402Version: 2,
    error: error.message,
    resource: { url: conversation.links.self },
    accepts: requirements.accepts,
  };
  return {
    error,
    headers: {
      "payment-required": headerOf(required),
      "preference-applied": isMinimal
        ? "handling=strict, return=minimal"
        : "handling=strict",
    },
  };
}

/** True for `Prefer: return=minimal` of a write (RFC 7240, section 4.2). */
export function prefersMinimal(
  method: string,
  prefer: string | undefined,
): boolean {
  if (method === "GET") return false;
  const asked = prefer && /(?:^|,)\s*return\s*=\s*"?(\w*)/i.exec(prefer);
  return asked ? asked[1]?.toLowerCase() === "minimal" : false;
}

/** The members that a minimal answer keeps of nested objects: names, state and outcome. */
const NAMING = /^(?:id|state|status|version|outcome|code|\w+Id)$/;

/**
 * The answer to a write with `return=minimal`: its own words and numbers, and of nested
 * objects only {@linkcode NAMING}, each in its usual place. Pure.
 */
export function minimalOf(output: object): object {
  const kept = Object.entries(output).flatMap(([name, value]) => {
    if (isPlain(value)) return [[name, value]];
    const within = [value].flat().map(named);
    if (within.every((it) => Object.keys(it).length === 0)) return [];
    return [[name, Array.isArray(value) ? within : within[0]]];
  });
  return Object.fromEntries(kept);
}

function named(value: object | null | undefined): object {
  return Object.fromEntries(
    Object.entries(value ?? {}).filter(
      ([name, it]) => NAMING.test(name) && isPlain(it),
    ),
  );
}

function isPlain(value: unknown): boolean {
  return (
    value === null || ["string", "number", "boolean"].includes(typeof value)
  );
}
