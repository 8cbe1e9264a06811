import type { ReactNode } from "react";

const LOOKS = {
  plain: "border-line bg-page",
  good: "border-good bg-good-back text-good",
  warn: "border-warn bg-warn-back text-warn",
  error: "border-error bg-error-back text-error",
} as const;

/** A paragraph that stands out. */
export function Notice({
  look = "plain",
  children,
}: {
  look?: keyof typeof LOOKS;
  children: ReactNode;
}) {
  return (
    <div className={`mb-4 rounded-lg border px-4 py-3 ${LOOKS[look]}`}>
      {children}
    </div>
  );
}

/** What is shown while an answer is awaited, or when there is none. */
export function Waiting({ error }: { error?: string | undefined }) {
  return error ? (
    <div className="p-6">
      <Notice look="error">{error}</Notice>
    </div>
  ) : (
    <p role="status" className="p-8 text-center text-soft">
      Loading…
    </p>
  );
}
