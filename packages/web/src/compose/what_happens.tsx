import type { Preview } from "../api/types.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/t.ts";

/** The effects of sending, in the service's sentences, before it is done. */
export function WhatHappens({ preview }: { preview: Preview | undefined }) {
  if (!preview || preview.sentences.length === 0) return null;
  return (
    <section
      aria-label={t`When you send`}
      className="mx-4 my-3 flex shrink-0 gap-2.5 rounded-lg bg-faint px-3 py-2.5 text-sm"
    >
      <span className="mt-0.5 text-soft">
        <Icon name="shield" />
      </span>
      <ul className="min-w-0 space-y-1">
        {preview.sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}
