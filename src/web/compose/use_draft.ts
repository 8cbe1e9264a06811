import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import type { Changed } from "../api/changes.ts";
import { api, onceKey } from "../api/client.ts";
import { showEverywhere, showNowhere } from "../api/lists.ts";
import { sentenceOf } from "../api/problem.ts";
import type { Conversation } from "../api/types.ts";
import { toast } from "../shell/toasts.ts";
import type { Saving } from "./draft_saver.ts";
import { DraftSaver } from "./draft_saver.ts";
import type { Written } from "./written.ts";

interface Start {
  readonly name: string;
  readonly start: Written;
  readonly id?: string;
  readonly contextId?: string;
}

const SAYS: Partial<Record<Conversation["state"], string>> = {
  submitted: "Sent",
  working: "Sent",
  completed: "Sent and answered",
  "auth-required": "It waits for the payment: see what is missing under Money",
  "input-required": "It waits for a decision before it is sent",
  rejected: "It was refused: see why in the audit",
};

/** A draft under way: what is written, how safe it is, and what can be done with it. */
export function useDraft({ name, start, id: startId, contextId }: Start) {
  const [written, setWritten] = useState(start);
  const [saving, setSaving] = useState<Saving>({ state: "nothing" });
  const [id, setId] = useState(startId);
  const client = useQueryClient();
  const [saver] = useState(
    () =>
      new DraftSaver(
        {
          name,
          ...(startId && { id: startId }),
          ...(contextId && { contextId }),
        },
        (now, saved) => {
          setSaving(now);
          if (saved) showEverywhere(client, saved);
        },
      ),
  );
  const [, navigate] = useLocation();
  useEffect(() => () => saver.leave(), [saver]);
  const idOf = async () => {
    saver.change(written);
    const made = await saver.flush();
    setId(made);
    return made;
  };
  const onError = (error: unknown) =>
    toast({ text: sentenceOf(error), isError: true });
  const send = useMutation({
    mutationFn: async () =>
      await api<Changed>(`/v1/conversations/${await idOf()}/submit`, {
        method: "POST",
        json: {},
        headers: onceKey(),
      }),
    onSuccess: ({ conversation }) => {
      saver.forget();
      toast({ text: SAYS[conversation.state] ?? "Sent" });
      showEverywhere(client, conversation);
      navigate(`/c/${conversation.id}?in=sent`);
    },
    onError,
  });
  const discard = useMutation({
    mutationFn: async () => {
      if (saving.state === "nothing" && id === undefined) return undefined;
      const made = await idOf();
      await api(`/v1/conversations/${made}`, { method: "DELETE" });
      return made;
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
