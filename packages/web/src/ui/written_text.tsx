import { lazy, Suspense } from "react";
import { PlainText } from "./plain_text.tsx";

const Markdown = lazy(async () => ({
  default: (await import("./markdown/markdown.tsx")).Markdown,
}));

/** Somebody's text: plain until the Markdown parser is loaded. */
export function WrittenText({
  text,
  isWhole = false,
}: {
  text: string;
  /** True if nothing of it may be folded. */
  isWhole?: boolean;
}) {
  return (
    <Suspense fallback={<PlainText text={text} />}>
      <Markdown text={text} isWhole={isWhole} />
    </Suspense>
  );
}
