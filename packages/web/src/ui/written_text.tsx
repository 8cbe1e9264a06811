import { lazy, Suspense } from "react";
import { PlainText } from "./plain_text.tsx";

const Markdown = lazy(async () => ({
  default: (await import("./markdown/markdown.tsx")).Markdown,
}));

/** What somebody wrote: as it was typed until what reads Markdown is there. */
export function WrittenText({
  text,
  isWhole = false,
}: {
  text: string;
  /** True where nothing of it may be folded away. */
  isWhole?: boolean;
}) {
  return (
    <Suspense fallback={<PlainText text={text} />}>
      <Markdown text={text} isWhole={isWhole} />
    </Suspense>
  );
}
