import type { Static } from "typebox";
import { showTime } from "../../base/time.ts";
import type { Say } from "../../base/words/say.ts";
import type { DomainSchema } from "../schemas.ts";
import { checkWords } from "./check_words.ts";
import { recordName, recordValue } from "./domain_name.ts";
import { isHeld } from "./domain_rules.ts";
import type { DomainRow } from "./domain_store.ts";

/**
 * Shows a claim of a domain to its owner.
 * @param localPart The owner's free local-part, if they have one.
 */
export function presentDomain(
  row: DomainRow,
  localPart: string | undefined,
  say: Say,
): Static<typeof DomainSchema> {
  const { id, domain, status, token, lastCheck } = row;
  const name = recordName(domain);
  const value = recordValue(token);
  const hasMailbox = localPart !== undefined && isHeld(status);
  return {
    id,
    domain,
    status,
    token,
    record: { type: "TXT", name, value },
    address: hasMailbox ? `${localPart}@${domain}` : null,
    createdAt: showTime(row.createdAt),
    ...shownTime("lastCheckedAt", row.lastCheckedAt),
    ...shownTime("verifiedAt", row.verifiedAt),
    ...shownTime("nextCheckAt", row.nextCheckAt),
    ...(lastCheck && {
      check: {
        ok: lastCheck.ok,
        observed: [...lastCheck.observed],
        resolver: say.of(lastCheck.resolver),
        code: lastCheck.code,
        detail: checkWords(lastCheck, { domain, name, value }, say),
      },
    }),
  };
}

function shownTime<N extends string>(
  name: N,
  at: number | null,
): { [name in N]?: string } {
  const shown: { [name in N]?: string } = {};
  if (at !== null) shown[name] = showTime(at);
  return shown;
}
