import type { Preview } from "../api/types.ts";

/** Says what sending does, before it is done: the service's own sentences. */
export function WhatHappens({ preview }: { preview: Preview | undefined }) {
  if (!preview || preview.sentences.length === 0) return null;
  return (
    <section
      aria-label="What will happen"
      className="mb-4 rounded-lg border border-line bg-page p-4"
    >
      <h2 className="mb-1 font-semibold">When you send it</h2>
      <ul className="list-disc space-y-1 pl-5">
        {preview.sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}
