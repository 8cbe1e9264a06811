import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { Unreached } from "../../../client/src/problem.ts";
import { inbox, onceKey } from "../api/client.ts";
import { showEverywhere, showNowhere } from "../api/lists.ts";
import { discardDraft } from "../api/live.ts";
import { faultAt, sentenceOf } from "../api/problem.ts";
import { toast } from "../shell/toasts.ts";
import { t } from "../ui/t.ts";
import type { DraftStart, Saving } from "./draft_saver.ts";
import { DraftSaver } from "./draft_saver.ts";
import type { When } from "./send_later.ts";
import { announce, schedule, sentWords } from "./send_later.ts";
import type { Written } from "./written.ts";

/**
 * Text that saves itself. `onMade` gets the id from the first save while the form is open. A
 * form that is closed tells where its text is, unless it is being sent.
 */
function useSaved(start: DraftStart, onMade: (id: string) => void) {
  const [written, setWritten] = useState(start.written);
  const [saving, setSaving] = useState<Saving>({ state: "nothing" });
  const [id, setId] = useState(start.id);
  const client = useQueryClient();
  const made = useRef(onMade);
  const isGoing = useRef(false);
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
      const left = saver.leave();
      if (left && !isGoing.current) void tellWhere(left, navigate);
    };
  }, [saver, navigate]);
  const set = (change: Partial<Written>) => {
    const next = { ...written, ...change };
    setWritten(next);
    saver.change(next);
  };
  const idOf = async () => {
    saver.change(written);
    return await saver.flush();
  };
  const takeTheirs = () => {
    const theirs = saver.takeTheirs();
    if (theirs) setWritten(theirs);
  };
  const keepOwn = () => saver.keepOwn();
  const choice = { takeTheirs, keepOwn };
  return { written, set, saving, id, idOf, saver, isGoing, choice };
}

/** A draft being written: its text, whether it is saved, and what can be done with it. */
export function useDraft(
  start: DraftStart,
  {
    onMade,
    onClose,
  }: {
    readonly onMade: (id: string) => void;
    /** Called when it is no longer a draft. */
    readonly onClose: () => void;
  },
) {
  const { saver, isGoing, ...saved } = useSaved(start, onMade);
  const { idOf } = saved;
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const once = useRef(onceKey());
  const onError = (error: unknown) =>
    toast({ text: sentenceOf(error), isError: true });
  const failed = (error: Error) => {
    isGoing.current = false;
    // Only after a lost answer is the next try the same one.
    if (!(error instanceof Unreached)) once.current = onceKey();
    // The form of an order says it at the field.
    if (faultAt(error, "/input") === undefined) onError(error);
  };
  /** At once, or at a time until which it can be undone. */
  const send = useMutation({
    mutationFn: async (when: When | undefined) => {
      isGoing.current = true;
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
        onClose();
        return;
      }
      toast({ text: sentWords(conversation) });
      onClose();
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
      onClose();
      if (gone !== undefined) showNowhere(client, gone);
    },
    onError,
  });
  return { ...saved, templateId: start.templateId, send, discard };
}

/** Tells where the text of a closed form is, with a link to it. */
async function tellWhere(
  left: Promise<string>,
  navigate: (path: string) => void,
): Promise<void> {
  try {
    const id = await left;
    const undo = () => navigate(`/compose/${id}`);
    toast({ text: t`Saved in Drafts`, undo });
  } catch (error) {
    const text = t`Saved on this device only. ${sentenceOf(error)}`;
    toast({ text, undo: () => navigate("/compose") });
  }
}

export type Draft = ReturnType<typeof useDraft>;
