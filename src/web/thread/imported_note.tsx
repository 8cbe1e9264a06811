import type { Conversation } from "../api/types.ts";
import { Time } from "../ui/time.tsx";

/** Where an imported conversation is from, and what its archive was checked against. */
export function ImportedNote({
  imported: { service, address, exportedAt, importedAt, logSize, keyKnown },
}: {
  imported: NonNullable<Conversation["imported"]>;
}) {
  return (
    <section
      aria-label="Imported"
      className="card mb-6 p-4"
      data-imported-note=""
    >
      <p className="mb-1 font-semibold">Imported: it can only be read</p>
      <p className="hint">
        From the archive of <bdi>{address}</bdi> at <bdi>{service}</bdi>,
        exported <Time at={exportedAt} /> and imported by the operator{" "}
        <Time at={importedAt} />. Names and addresses are those of that service:
        nobody in it is anybody here. The archive was verified against the
        signed log of size {logSize},{" "}
        {keyKnown
          ? "with a key that the operator knew from elsewhere."
          : "with the key that the archive itself names."}
      </p>
    </section>
  );
}
