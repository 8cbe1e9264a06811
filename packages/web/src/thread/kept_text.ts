import { useRef, useState } from "react";
import type { KeptPlace } from "../api/kept.ts";
import { keep, kept } from "../api/kept.ts";

/** A text that survives a closed page, even while it is being sent. */
export interface KeptText {
  readonly text: string;
  readonly set: (text: string) => void;
  /** Empties the box and returns its text, which stays on the device until `sent`. */
  readonly take: () => string;
  /** Called when the service has the taken text. */
  readonly sent: () => void;
  /** Restores the taken text, before anything typed meanwhile. */
  readonly giveBack: () => void;
  /** True while nothing was typed since it was taken. */
  readonly isEmpty: () => boolean;
}

/** The storage key of the reply to a conversation. */
export function replyPlace(accountId: string, id: string): KeptPlace {
  return { accountId, name: `reply:${id}` };
}

/** Stores a text on this device as it is typed. */
export function useKeptText(place: KeptPlace): KeptText {
  const [text, setText] = useState(() => kept(place) ?? "");
  // The current text, for answers that arrive after the page was drawn.
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
