import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { inbox } from "../api/client.ts";
import { KEYS } from "../api/queries.ts";
import { IMPORTED } from "../shell/views.ts";
import { rich } from "../ui/rich.ts";
import { t } from "../ui/t.ts";
import { Time } from "../ui/time.tsx";

/** The operator's imports from other services; shown only if there are any. */
export function ImportsSection() {
  const { data } = useQuery({
    queryKey: KEYS.imports,
    queryFn: () => inbox.listImports(),
  });
  if (!data || data.imports.length === 0) return null;
  return (
    <section aria-labelledby="imports" className="mt-8">
      <h2 id="imports" className="mb-2 text-lg font-semibold">{t`Imported`}</h2>
      <p className="mb-4 max-w-prose">
        {t`History from other services. Only you can read it, and it can't be changed.`}{" "}
        <Link href={IMPORTED.path}>{t`Show imported conversations`}</Link>
      </p>
      <ul className="space-y-3" aria-label={t`Imports`}>
        {data.imports.map((it) => (
          <li key={it.importId} className="card p-4">
            <p>
              {rich`${<bdi>{it.address}</bdi>} at ${<bdi>{it.service}</bdi>}`}
            </p>
            <p className="hint">
              {rich`Exported ${<Time at={it.exportedAt} />}, imported by the operator ${<Time at={it.createdAt} />}`}
              {it.readyAt === null &&
                t`; incomplete: ${it.items} of ${it.itemsAll}`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
