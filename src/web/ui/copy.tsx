import { useState } from "react";
import { CodeBlock } from "./code_block.tsx";

/** A text that is to be taken elsewhere, with a button that does it. */
export function Copy({ text, label }: { text: string; label: string }) {
  const [said, setSaid] = useState("");
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied");
    } catch {
      setSaid("Select it and copy it yourself");
    }
  }
  return (
    <div className="mb-3">
      <CodeBlock label={label} text={text} />
      <div className="mt-1.5 flex items-center gap-3">
        <button type="button" className="btn" onClick={copy}>
          Copy {label.charAt(0).toLowerCase() + label.slice(1)}
        </button>
        <span role="status" className="hint">
          {said}
        </span>
      </div>
    </div>
  );
}
