import { useState } from "react";

/** A text that survives whatever happens to the page: kept on this device as it is typed. */
export function useKeptText(
  key: string,
): readonly [text: string, set: (text: string) => void] {
  const [text, setText] = useState(() => localStorage.getItem(key) ?? "");
  return [
    text,
    (next) => {
      setText(next);
      if (next === "") localStorage.removeItem(key);
      else keep(key, next);
    },
  ];
}

function keep(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // No room on the device: the text is on the page still.
  }
}
