import { useEffect, useState } from "react";
import { inbox } from "../api/client.ts";
import { KEYS } from "../api/queries.ts";
import type { Domain } from "../api/types.ts";
import { useSave } from "../api/use_save.ts";
import { Badge } from "../ui/badge.tsx";
import { Copy } from "../ui/copy.tsx";
import { Notice } from "../ui/notice.tsx";
import { rich } from "../ui/rich.ts";
import { t } from "../ui/t.ts";
import { Time } from "../ui/time.tsx";

const STATUS: Readonly<Record<Domain["status"], string>> = {
  "pending-dns": t`Waiting for DNS record`,
  verified: t`Verified`,
  "dns-missing": t`DNS record missing`,
  revoked: t`Revoked`,
  superseded: t`Verified by someone else`,
  expired: t`Expired`,
};

/** The service refuses more frequent checks. */
const LIVE_MS = 11_000;
const LIVE_TIMES = 12;

/** A domain: the record to publish, and DNS's current answer. */
export function DomainItem({ domain }: { domain: Domain }) {
  const { id, status, record, check, lastCheckedAt, nextCheckAt, address } =
    domain;
  const [left, setLeft] = useState(0);
  const verify = useSave(() => inbox.verifyDomain({ id }), {
    reads: [KEYS.domains],
  });
  const isWaiting = status === "pending-dns" || status === "dns-missing";
  const { mutate } = verify;
  useEffect(() => {
    if (left === 0 || !isWaiting) return;
    const timer = setTimeout(() => {
      setLeft(left - 1);
      mutate(undefined);
    }, LIVE_MS);
    return () => clearTimeout(timer);
  }, [left, isWaiting, mutate]);
  return (
    <section aria-label={domain.domain} className="card p-4">
      <h3 className="mb-2 flex flex-wrap items-center gap-2 font-semibold">
        <bdi>{domain.domain}</bdi>
        <Badge
          look={
            status === "verified"
              ? "bg-good-back text-good"
              : "bg-warn-back text-warn"
          }
        >
          {STATUS[status]}
        </Badge>
      </h3>
      {address && <p className="mb-2">{t`Your address: ${address}`}</p>}
      {isWaiting && (
        <>
          <p className="mb-2">{t`Add this TXT record at your DNS provider:`}</p>
          <p className="mb-1 text-sm">
            {rich`Type ${<strong>{record.type}</strong>}`}
          </p>
          <Copy
            label={t`Record name`}
            act={t`Copy record name`}
            text={record.name}
          />
          <Copy
            label={t`Record value`}
            act={t`Copy record value`}
            text={record.value}
          />
        </>
      )}
      <div role="status" aria-label={t`DNS of ${domain.domain}`}>
        {check && (
          <Notice look={check.ok ? "good" : "warn"}>
            <p>{check.detail}</p>
            <p>
              {lastCheckedAt
                ? rich`DNS returned ${answered(check)} (asked ${check.resolver}, ${<Time at={lastCheckedAt} />}).`
                : t`DNS returned ${answered(check)} (asked ${check.resolver}).`}
            </p>
          </Notice>
        )}
      </div>
      {nextCheckAt && (
        <p className="hint mb-3">
          {rich`Next check: ${<Time at={nextCheckAt} />}`}
        </p>
      )}
      {isWaiting && (
        <div className="flex flex-wrap items-center gap-3">
          <button
            type="button"
            className="btn"
            aria-disabled={verify.isPending}
            onClick={() => {
              setLeft(LIVE_TIMES);
              if (!verify.isPending) mutate(undefined);
            }}
          >{t`Check now`}</button>
          {left > 0 && (
            <span className="hint">{t`Checking again every few seconds for two minutes.`}</span>
          )}
        </div>
      )}
    </section>
  );
}

/** DNS's content under the record's name. */
function answered({ observed }: NonNullable<Domain["check"]>): string {
  return observed.length === 0
    ? t`no TXT value`
    : observed.map((it) => t`“${it}”`).join(", ");
}
