import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { readingSentenceOf } from "../api/problem.ts";
import { t } from "./t.ts";

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

/** The notice while an answer is awaited, or after a failure: why, and a button to try again. */
export function Waiting({
  error,
}: {
  error?: Error | string | null | undefined;
}) {
  const client = useQueryClient();
  if (!error) {
    return (
      <p role="status" className="p-8 text-center text-soft">
        {t`Loading…`}
      </p>
    );
  }
  const retry = () =>
    client.refetchQueries({
      type: "active",
      predicate: ({ state }) => state.status === "error",
    });
  return (
    <div className="p-6">
      <Notice look="error">
        <p role="alert">
          {typeof error === "string" ? error : readingSentenceOf(error)}
        </p>
        {typeof error !== "string" && (
          <button type="button" className="btn mt-2" onClick={retry}>
            {t`Try again`}
          </button>
        )}
      </Notice>
    </div>
  );
}
