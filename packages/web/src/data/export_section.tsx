import { useQuery } from "@tanstack/react-query";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import { sizeText } from "../../../../src/core/base/text.ts";
import { inbox } from "../api/client.ts";
import { KEYS } from "../api/queries.ts";
import type { AccountExport } from "../api/types.ts";
import { useSave } from "../api/use_save.ts";
import { Waiting } from "../ui/notice.tsx";
import { rich } from "../ui/rich.ts";
import { t } from "../ui/t.ts";
import { Time } from "../ui/time.tsx";

/** Exports the whole account to one file: starts it, shows progress, downloads it. */
export function ExportSection() {
  const { data, error } = useQuery({
    queryKey: KEYS.exports,
    queryFn: () => inbox.listExports(),
    refetchInterval: ({ state }) =>
      state.data?.exports.some(isMaking) ? LIMITS.exportPassMs : false,
  });
  const begin = useSave(() => inbox.startExport(), {
    reads: [KEYS.exports],
    says: t`Export started`,
  });
  if (!data) return <Waiting error={error} />;
  const shown = data.exports.filter(({ status }) => status !== "removed");
  return (
    <section aria-labelledby="export">
      <h2 id="export" className="mb-2 text-lg font-semibold">{t`Export`}</h2>
      <p className="mb-4 max-w-prose">{t`Everything you can read here in one ZIP file: conversations, messages, files, contacts, payments and the records that prove them. Available for one day.`}</p>
      <ul className="mb-6 space-y-3" aria-label={t`Exports`}>
        {shown.map((it) => (
          <li key={it.exportId}>
            <ExportItem made={it} />
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="btn btn-main"
        disabled={begin.isPending || shown.some(isMaking)}
        onClick={() => begin.mutate(undefined)}
      >{t`Export my data`}</button>
    </section>
  );
}

function isMaking({ status }: AccountExport): boolean {
  return status === "making";
}

function ExportItem({ made }: { made: AccountExport }) {
  const { exportId, createdAt, conversations, conversationsDone } = made;
  const remove = useSave(() => inbox.deleteExport({ exportId }), {
    reads: [KEYS.exports],
    says: t`Export deleted`,
  });
  return (
    <article className="card p-4" aria-label={t`Export`}>
      <p className="mb-2">{rich`Started ${<Time at={createdAt} />}`}</p>
      {isMaking(made) && (
        <p className="mb-2" role="status">
          {t`Preparing: ${conversationsDone} of ${conversations} conversations`}
        </p>
      )}
      {made.status === "failed" && (
        <p className="mb-2">{t`This export is too large to store here. Ask the operator for it.`}</p>
      )}
      <p className="flex flex-wrap gap-3">
        {made.status === "ready" && (
          <a
            className="btn btn-main"
            href={`/exports/${exportId}/archive`}
            download
          >
            {t`Download (${sizeText(made.bytes ?? 0, t)})`}
          </a>
        )}
        <button
          type="button"
          className="btn"
          disabled={remove.isPending}
          onClick={() => remove.mutate(undefined)}
        >
          {isMaking(made) ? t`Stop` : t`Delete`}
        </button>
      </p>
    </article>
  );
}
