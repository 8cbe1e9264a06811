import { useAccount } from "../api/queries.ts";
import { DeletionSection } from "./deletion_section.tsx";
import { ExportSection } from "./export_section.tsx";
import { ImportsSection } from "./imports_section.tsx";

/** The person's data: export, import and deletion. */
export function DataPart() {
  const { data } = useAccount();
  return (
    <>
      <ExportSection />
      <ImportsSection />
      {data && (
        <DeletionSection address={data.address?.address ?? data.account.id} />
      )}
    </>
  );
}
