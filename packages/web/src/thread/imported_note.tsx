import type { Conversation } from "../api/types.ts";
import { rich } from "../ui/rich.ts";
import { t } from "../ui/t.ts";
import { Time } from "../ui/time.tsx";

/** The origin of an imported conversation, and how its archive was verified. */
export function ImportedNote({
  imported: { service, address, exportedAt, importedAt, logSize, keyKnown },
}: {
  imported: NonNullable<Conversation["imported"]>;
}) {
  return (
    <section
      aria-label={t`Imported`}
      className="card mb-6 p-4"
      data-imported-note=""
    >
      <p className="mb-1 font-semibold">{t`Imported: read-only`}</p>
      <p className="hint">
        {rich`From the archive of ${<bdi>{address}</bdi>} at ${<bdi>{service}</bdi>}, exported ${<Time at={exportedAt} />} and imported by the operator ${<Time at={importedAt} />}.`}{" "}
        {t`Names and addresses belong to that service, not to accounts here.`}{" "}
        {keyKnown
          ? t`The archive was verified against the signed log of size ${logSize}, with a key the operator knew independently.`
          : t`The archive was verified against the signed log of size ${logSize}, with the key named in the archive itself.`}
      </p>
    </section>
  );
}
