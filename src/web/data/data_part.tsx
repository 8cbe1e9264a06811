import { ExportSection } from "./export_section.tsx";
import { ImportsSection } from "./imports_section.tsx";

/** What a person may take with them. */
export function DataPart() {
  return (
    <>
      <ExportSection />
      <ImportsSection />
    </>
  );
}
