import { useRef, useState } from "react";
import type { KeptPlace } from "../api/kept.ts";
import { keep, kept } from "../api/kept.ts";

/** A text that survives whatever happens to the page, also while it is on its way. */
export interface KeptText {
  readonly text: string;
  readonly set: (text: string) => void;
  /** Empties the box and gives what was in it; it stays on the device until `sent`. */
  readonly take: () => string;
  /** The service has what was taken. */
  readonly sent: () => void;
  /** Puts the taken text back, before anything typed meanwhile. */
  readonly giveBack: () => void;
  /** True as long as nothing was typed since it was taken. */
  readonly isEmpty: () => boolean;
}

/** The place on this device of the reply to a conversation. */
export function replyPlace(accountId: string, id: string): KeptPlace {
  return { accountId, name: `reply:${id}` };
}

/** Keeps a text on this device as it is typed. */
export function useKeptText(place: KeptPlace): KeptText {
  const [text, setText] = useState(() => kept(place) ?? "");
  // The text as it is now, for answers that come after the page was drawn.
  const now = useRef({ taken: "", text });
  const change = (next: { readonly taken: string; readonly text: string }) => {
    now.current = next;
    setText(next.text);
    keep(place, joined(next));
  };
  return {
    text,
    set: (typed) => change({ ...now.current, text: typed }),
    take: () => {
      const taken = now.current.text;
      change({ taken, text: "" });
      return taken;
    },
    sent: () => change({ ...now.current, taken: "" }),
    isEmpty: () => now.current.text.trim() === "",
    giveBack: () => change({ taken: "", text: joined(now.current) }),
  };
}

function joined({ taken, text }: { taken: string; text: string }): string {
  return [taken, text].filter((it) => it.trim() !== "").join("\n\n");
}
