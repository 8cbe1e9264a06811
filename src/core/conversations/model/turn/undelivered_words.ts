import type { Say } from "../../../base/words/say.ts";
import { phrase } from "../../../base/words/say.ts";
import type { Participant } from "../model.ts";

const SILENT = phrase`Their service didn't answer. Send it again later, or reach them another way.`;
const REFUSED = phrase`Their service doesn't take messages from you. Ask them, or its operator, to allow it.`;
const UNREADABLE = phrase`Their service's answer couldn't be read. Ask its operator to look into it.`;

/** Why a message did not come to another service, and what to do about it, by code. */
const WHY: Readonly<Record<string, string>> = {
  domain_refused: phrase`This service doesn't exchange messages with theirs. Ask its operator to allow it.`,
  account_disabled: phrase`The operator of this service has closed their account here. Ask the operator.`,
  unreachable: SILENT,
  timeout: SILENT,
  too_large: UNREADABLE,
  "-32006": UNREADABLE,
  "401": REFUSED,
  "403": REFUSED,
  "404": phrase`Their service doesn't know this address. Check it.`,
  "413": phrase`Their service finds it too large. Send less, or smaller files.`,
  "429": phrase`Their service has taken too many messages from here. Send it again later.`,
};

/** Why nothing came to a participant at another service; undefined if something did. Pure. */
export function undeliveredWords(
  { deliveryState, remote }: Participant,
  say: Say,
) {
  const { failure: code, refusal: theirs } = remote ?? {};
  if (deliveryState !== "undelivered" || code === undefined) return undefined;
  const known = WHY[code] ?? (/^5\d\d$/.test(code) ? SILENT : undefined);
  const detail = known
    ? say.of(known)
    : say`Their service refused it with code ${code}. Check the address and the message, or ask its operator.`;
  return { code, detail, ...(theirs !== undefined && { theirs }) };
}
