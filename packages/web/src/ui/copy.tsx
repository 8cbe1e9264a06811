import { useState } from "react";
import { CodeBlock } from "./code_block.tsx";
import { t } from "./t.ts";

/** A text with a button that copies it. */
export function Copy({
  text,
  label,
  act,
}: {
  text: string;
  label: string;
  /** The button's text. */
  act: string;
}) {
  const [said, setSaid] = useState("");
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(t`Copied`);
    } catch {
      setSaid(t`Couldn't copy. Select the text and copy it.`);
    }
  }
  return (
    <div className="mb-3">
      <CodeBlock label={label} text={text} />
      <div className="mt-1.5 flex items-center gap-3">
        <button type="button" className="btn" onClick={copy}>
          {act}
        </button>
        <span role="status" className="hint">
          {said}
        </span>
      </div>
    </div>
  );
}
