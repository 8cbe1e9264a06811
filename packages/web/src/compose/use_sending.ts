import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { sentenceOf } from "../api/problem.ts";
import { undoSeconds } from "../shell/preferences.ts";
import { toast } from "../shell/toasts.ts";
import type { When } from "./send_later.ts";
import type { Draft } from "./use_draft.ts";
import { useUnheld } from "./use_preview.ts";
import { isPriced } from "./written.ts";

/** Sends a draft, after the person has confirmed addresses that do not exist. */
export function useSending({ written, id, send }: Draft) {
  const unheld = useUnheld();
  const [nobody, setNobody] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<When>();
  const sendSoon = (when = chosen) => {
    const inSeconds = undoSeconds();
    send.mutate(when ?? (inSeconds > 0 ? { inSeconds } : undefined));
  };
  const check = useMutation({
    mutationFn: async (when: When | undefined) => {
      setChosen(when);
      return await unheld(written, id);
    },
    onSuccess: (found, when) => {
      // With a price, the service refuses them and suggests the right name: nothing to confirm.
      const isSent = found.length === 0 || isPriced(written);
      if (isSent) sendSoon(when);
      else setNobody(found);
    },
    onError: (error) => toast({ text: sentenceOf(error), isError: true }),
  });
  return { check, nobody, setNobody, sendSoon };
}
