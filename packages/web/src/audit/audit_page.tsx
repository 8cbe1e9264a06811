import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearch } from "wouter";
import { inbox } from "../api/client.ts";
import { useConversation } from "../api/queries.ts";
import type { AuditPage as Page } from "../api/types.ts";
import { usePageTitle } from "../shell/page_title.ts";
import { Icon } from "../ui/icon.tsx";
import { Notice, Waiting } from "../ui/notice.tsx";
import { rich } from "../ui/rich.ts";
import { saveFile } from "../ui/save_file.ts";
import { t } from "../ui/t.ts";
import { Time } from "../ui/time.tsx";
import { RecordList } from "./record_list.tsx";
import type { Verdict } from "./verify.ts";
import { verify } from "./verify.ts";
import type { LogVerdict } from "./verify_log.ts";
import { verifyLogged } from "./verify_log.ts";

const PAGE = 500;

/** The whole chain, page by page. */
async function readChain(id: string): Promise<Page> {
  let page = await readPage(id);
  const records = [...page.records];
  const actors = [...page.actors];
  while (page.hasMore && page.nextAfter !== null) {
    page = await readPage(id, page.nextAfter);
    records.push(...page.records);
    actors.push(...page.actors);
  }
  return { ...page, records, actors };
}

async function readPage(id: string, after?: string): Promise<Page> {
  return await inbox.readAudit({
    ...{ conversationId: id, limit: PAGE },
    ...(after !== undefined && { after }),
  });
}

/** The records of a conversation one by one, and their proof. */
export function AuditPage({ id }: { id: string }) {
  const { data: conversation } = useConversation(id);
  const { data, error } = useQuery({
    queryKey: ["audit", id],
    queryFn: () => readChain(id),
  });
  const search = useSearch();
  const [verdict, setVerdict] = useState<Verdict>();
  const [logged, setLogged] = useState<LogVerdict>();
  usePageTitle(t`Audit`);
  if (!data) return <Waiting error={error} />;
  return (
    <main id="main" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-4xl p-4 md:p-8">
        <Link
          href={`/c/${id}${search && `?${search}`}`}
          className="btn btn-quiet -ml-3 mb-2"
        >
          <Icon name="back" /> {t`Back to the conversation`}
        </Link>
        <h1
          className="mb-2 line-clamp-3 text-xl font-semibold"
          title={conversation?.title}
        >
          {rich`Audit: ${<bdi>{conversation?.title ?? ""}</bdi>}`}
        </h1>
        <p className="mb-4 max-w-prose">
          {t`Every record is chained to the one before it, so tampering shows. Records hold fingerprints of messages, not their text.`}
        </p>
        <div className="mb-4 flex flex-wrap gap-2">
          <button
            type="button"
            className="btn btn-main"
            onClick={async () => {
              setVerdict(await verify(data.records, data.head));
              setLogged(await verifyLogged(id, data.records, conversation));
            }}
          >
            <Icon name="shield" /> {t`Verify in this browser`}
          </button>
          <button type="button" className="btn" onClick={() => save(id, data)}>
            {t`Download the chain`}
          </button>
        </div>
        <div role="status" aria-label={t`Result`}>
          {verdict && <Result verdict={verdict} />}
          {logged && <LogResult logged={logged} />}
          {logged?.witnesses && <Witnesses witnesses={logged.witnesses} />}
        </div>
        <RecordList records={data.records} actors={data.actors} />
      </div>
    </main>
  );
}

function Result({ verdict: { count, redacted, fault } }: { verdict: Verdict }) {
  if (fault) {
    return (
      <Notice look="error">
        {t`The chain is broken at record ${fault.seq}: ${fault.problem}.`}
      </Notice>
    );
  }
  return (
    <Notice look="good">
      {t`Verified: all ${count} records are intact.`}
      {redacted > 0 &&
        ` ${t.many(redacted)`# is private to someone else; its place in the chain is verified, too.|# are private to someone else; their places in the chain are verified, too.`}`}
    </Notice>
  );
}

function LogResult({
  logged: { upTo, since, hasReceipt, problem },
}: {
  logged: LogVerdict;
}) {
  if (problem !== undefined) {
    return <Notice look="error">{t`Verification failed: ${problem}.`}</Notice>;
  }
  const receipt = hasReceipt
    ? ` ${t`The receipt matches the signed one.`}`
    : "";
  if (upTo === undefined) {
    return (
      <Notice look="plain">
        {t`The public log doesn't include this chain yet. It will within a minute.`}
        {receipt}
      </Notice>
    );
  }
  return (
    <Notice look="good">
      {since === undefined
        ? t`The public log includes the chain up to record ${upTo}.`
        : t`The public log includes the chain up to record ${upTo} and continues the log this browser saw first.`}
      {receipt}
    </Notice>
  );
}

/** The witnesses that signed the log, and up to which size. */
function Witnesses({
  witnesses,
}: {
  witnesses: NonNullable<LogVerdict["witnesses"]>;
}) {
  if (witnesses.length === 0) return null;
  return (
    <ul aria-label={t`Witnesses`} className="mb-4 list-disc pl-5">
      {witnesses.map(({ name, key, size, signedAt, note, problem }) => (
        <li key={key}>
          <SignedUpTo witness={{ name, size, signedAt, note }} />
          {problem !== null && ` ${t`At the last check: ${problem}`}`}
        </li>
      ))}
    </ul>
  );
}

type Witness = NonNullable<LogVerdict["witnesses"]>[number];

function SignedUpTo({
  witness: { name, size, signedAt, note },
}: {
  witness: Pick<Witness, "name" | "size" | "signedAt" | "note">;
}) {
  const who = <bdi>{name}</bdi>;
  if (signedAt === null) return rich`${who} has not signed the public log yet.`;
  const when = <Time at={signedAt} />;
  return note === null
    ? rich`${who} signed the public log up to entry ${size}, ${when} (its signature is no longer stored).`
    : rich`${who} signed the public log up to entry ${size}, ${when}.`;
}

function save(id: string, { records, actors, head }: Page): void {
  const whole = { conversationId: id, records, actors, head };
  const text = JSON.stringify(whole, null, 2);
  saveFile(new Blob([text], { type: "application/json" }), `audit-${id}.json`);
}
