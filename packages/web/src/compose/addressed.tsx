import { useEffect, useRef, useState } from "react";
import { t } from "../ui/t.ts";
import type { DraftStart } from "./draft_saver.ts";
import { Recipients } from "./recipients.tsx";
import type { Recipient } from "./resolved.ts";
import type { Written } from "./written.ts";

/** The recipients; copies on demand. */
export function Addressed({
  start,
  written,
  set,
  found,
}: {
  start: DraftStart;
  written: Written;
  set: (change: Partial<Written>) => void;
  /** The recipients in the preview, once it is there. */
  found: readonly Recipient[] | undefined;
}) {
  const [hasCopies, setCopies] = useState(
    start.written.cc.length + start.written.bcc.length > 0,
  );
  const first = useFocusOnEmpty(start);
  return (
    <>
      <Recipients
        label={t`To`}
        addresses={written.to}
        found={found}
        field={first}
        onChange={(to) => set({ to })}
        aside={
          !hasCopies && (
            <button
              type="button"
              className="btn btn-quiet shrink-0 px-2"
              onClick={() => setCopies(true)}
            >{t`Cc Bcc`}</button>
          )
        }
      />
      {hasCopies && (
        <>
          <Recipients
            label={t`Cc`}
            addresses={written.cc}
            found={found}
            onChange={(cc) => set({ cc })}
          />
          <Recipients
            label={t`Bcc`}
            addresses={written.bcc}
            found={found}
            onChange={(bcc) => set({ bcc })}
          />
        </>
      )}
    </>
  );
}

/** Focuses the recipients of a request without any. */
function useFocusOnEmpty({ written }: DraftStart) {
  const field = useRef<HTMLInputElement>(null);
  const isFresh = written.to.length === 0;
  useEffect(() => {
    if (isFresh) field.current?.focus();
  }, [isFresh]);
  return field;
}
