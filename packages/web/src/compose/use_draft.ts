import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { Unreached } from "../../../client/src/problem.ts";
import { inbox, onceKey } from "../api/client.ts";
import { showEverywhere, showNowhere } from "../api/lists.ts";
import { discardDraft } from "../api/live.ts";
import { sentenceOf } from "../api/problem.ts";
import { toast } from "../shell/toasts.ts";
import type { DraftStart, Saving } from "./draft_saver.ts";
import { DraftSaver } from "./draft_saver.ts";
import type { When } from "./send_later.ts";
import { announce, schedule, sentWords } from "./send_later.ts";
import type { Written } from "./written.ts";

/**
 * A draft under way: what is written, how safe it is, and what can be done with it.
 * `onMade` hears the id that its first save gave it, while the page is open.
 */
export function useDraft(start: DraftStart, onMade: (id: string) => void) {
  const [written, setWritten] = useState(start.written);
  const [saving, setSaving] = useState<Saving>({ state: "nothing" });
  const [id, setId] = useState(start.id);
  const client = useQueryClient();
  const made = useRef(onMade);
  const [saver] = useState(
    () =>
      new DraftSaver(start, (now, saved) => {
        setSaving(now);
        if (!saved) return;
        showEverywhere(client, saved);
        setId(saved.id);
        made.current(saved.id);
      }),
  );
  const [, navigate] = useLocation();
  useEffect(() => {
    saver.resume();
    return () => {
      made.current = () => {};
      saver.leave();
    };
  }, [saver]);
  const once = useRef(onceKey());
  const idOf = async () => {
    saver.change(written);
    return await saver.flush();
  };
  const onError = (error: unknown) =>
    toast({ text: sentenceOf(error), isError: true });
  const failed = (error: unknown) => {
    // Only after a lost answer is the next try the same one.
    if (!(error instanceof Unreached)) once.current = onceKey();
    onError(error);
  };
  /** At once, or at a time: until then it can be taken back. */
  const send = useMutation({
    mutationFn: async (when: When | undefined) => {
      const draftId = await idOf();
      if (when) return await schedule(draftId, when);
      const { conversation } = await inbox.submitDraft(
        { conversationId: draftId },
        { headers: once.current },
      );
      return conversation;
    },
    onSuccess: (conversation, when) => {
      saver.forget();
      showEverywhere(client, conversation);
      if (when) {
        announce(conversation, when, { client, navigate });
        navigate("/inbox");
        return;
      }
      toast({ text: sentWords(conversation) });
      navigate(`/c/${conversation.id}?in=${conversation.folder ?? "sent"}`);
    },
    onError: failed,
  });
  const discard = useMutation({
    mutationFn: async () => {
      const found = await saver.found();
      if (found !== undefined) await discardDraft(found);
      return found;
    },
    onSuccess: (gone) => {
      saver.forget();
      navigate("/drafts");
      if (gone !== undefined) showNowhere(client, gone);
    },
    onError,
  });
  return {
    written,
    set: (change: Partial<Written>) => {
      const next = { ...written, ...change };
      setWritten(next);
      saver.change(next);
    },
    saving,
    id,
    idOf,
    send,
    discard,
  };
}

export type Draft = ReturnType<typeof useDraft>;
