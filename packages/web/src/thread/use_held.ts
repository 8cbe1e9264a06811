import { useEffect, useRef, useState } from "react";
import { undoSeconds } from "../shell/preferences.ts";
import { dismiss, toast } from "../shell/toasts.ts";
import { t } from "../ui/t.ts";

/** A reply that waits in the page before it is sent, so that it can be taken back. */
export interface Held {
  readonly isHeld: boolean;
  /** Sends after the person's chosen seconds; calls `onBack` if it is taken back. */
  readonly hold: (send: () => void, onBack: () => void) => void;
  readonly sendNow: () => void;
  readonly takeBack: () => void;
}

interface Ends {
  readonly now: () => void;
  readonly back: () => void;
}

/**
 * Holds a reply for as long as the person has chosen. Leaving the conversation sends it; if
 * the page is closed meanwhile, it is stored as the text of its box.
 */
export function useHeld(): Held {
  const [isHeld, setHeld] = useState(false);
  const ends = useRef<Ends>(undefined);
  useEffect(() => () => ends.current?.now(), []);
  const hold: Held["hold"] = (send, onBack) => {
    const inSeconds = undoSeconds();
    if (inSeconds === 0) return send();
    const end = (then: () => void) => () => {
      if (!ends.current) return;
      ends.current = undefined;
      clearTimeout(timer);
      dismiss(said);
      setHeld(false);
      then();
    };
    ends.current = { now: end(send), back: end(onBack) };
    const timer = setTimeout(ends.current.now, inSeconds * 1_000);
    const said = toast({
      text: t`Sending in ${inSeconds} s`,
      shownMs: inSeconds * 1_000,
      undo: ends.current.back,
    });
    setHeld(true);
  };
  return {
    isHeld,
    hold,
    sendNow: () => ends.current?.now(),
    takeBack: () => ends.current?.back(),
  };
}
