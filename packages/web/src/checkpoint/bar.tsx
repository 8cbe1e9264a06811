import type { ReactNode } from "react";

/** The bar for decisions, which does not scroll away and covers nothing. */
export function Bar({
  id,
  name,
  question,
  aside,
  children,
}: {
  /** The id for links to the question, if nothing in the thread has it. */
  id?: string | undefined;
  /** Its name; the question by default. */
  name?: string;
  question: string;
  /** Shown beside the question. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      tabIndex={-1}
      data-decision=""
      aria-label={name ?? question}
      className="group shrink-0 outline-none px-6 pb-5 max-md:px-3 max-md:pb-3 tall:max-h-[60vh] tall:overflow-y-auto"
    >
      <div className="mx-auto max-w-read rounded-xl border border-line bg-card px-4 py-3.5 shadow-float group-focus-visible:border-accent">
        <div className="flex items-baseline gap-3">
          <h2 className="min-w-0 flex-1 font-semibold text-lg">
            <bdi>{question}</bdi>
          </h2>
          {aside}
        </div>
        {children}
      </div>
    </section>
  );
}
