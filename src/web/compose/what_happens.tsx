import { useBalance } from "../api/queries.ts";
import { useAllResolved, useOwnDomain } from "./resolved.ts";
import { sentencesOf } from "./sentences.ts";
import type { Written } from "./written.ts";

/** Says what sending does, before it is done. */
export function WhatHappens({ written }: { written: Written }) {
  const all = [...written.to, ...written.cc, ...written.bcc];
  const resolved = useAllResolved(all);
  const { data: balance } = useBalance();
  const ownDomain = useOwnDomain();
  const sentences = sentencesOf(written, resolved, {
    balance: balance?.available.amount,
    ownDomain,
  });
  if (sentences.length === 0) return null;
  return (
    <section
      aria-label="What will happen"
      className="mb-4 rounded-lg border border-line bg-page p-4"
    >
      <h2 className="mb-1 font-semibold">When you send it</h2>
      <ul className="list-disc space-y-1 pl-5">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}
