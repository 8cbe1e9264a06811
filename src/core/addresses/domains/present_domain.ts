import type { Static } from "typebox";
import { showTime } from "../../base/time.ts";
import type { DomainSchema } from "../schemas.ts";
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
): Static<typeof DomainSchema> {
  const { id, domain, status, token, lastCheck } = row;
  const hasMailbox = localPart !== undefined && isHeld(status);
  return {
    id,
    domain,
    status,
    token,
    record: {
      type: "TXT",
      name: recordName(domain),
      value: recordValue(token),
    },
    address: hasMailbox ? `${localPart}@${domain}` : null,
    createdAt: showTime(row.createdAt),
    ...shownTime("lastCheckedAt", row.lastCheckedAt),
    ...shownTime("verifiedAt", row.verifiedAt),
    ...shownTime("nextCheckAt", row.nextCheckAt),
    ...(lastCheck && {
      check: { ...lastCheck, observed: [...lastCheck.observed] },
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
