import {
  keepPreviousData,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { inbox } from "../api/client.ts";
import { useConversation } from "../api/queries.ts";
import type { Draft } from "./use_draft.ts";
import type { Written } from "./written.ts";
import { draftBody, isAddress } from "./written.ts";

const PAUSE_MS = 400;
const KEPT_MS = 30_000;

/**
 * The draft for a preview, which only needs to know whether there is a text, so that typing
 * causes no request.
 */
function asking(written: Written, conversationId: string | undefined) {
  const text = written.text.trim() === "" ? "" : "…";
  const json = {
    ...draftBody({ ...written, title: "", text }),
    ...(conversationId && { conversationId }),
  };
  return {
    queryKey: ["preview", json],
    queryFn: () => inbox.previewConversation(json),
  };
}

/** The effects of sending, in the service's words; the last answer until there is a new one. */
export function usePreview({
  written,
  id,
  send,
}: Pick<Draft, "written" | "id" | "send">) {
  const [paused, setPaused] = useState(written);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(written), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [written]);
  const files = useConversation(id ?? "").data?.artifacts.length ?? 0;
  const { queryKey, queryFn } = asking(paused, id);
  const all = [...paused.to, ...paused.cc, ...paused.bcc];
  const { data } = useQuery({
    queryKey: [...queryKey, files],
    queryFn,
    // A draft that is being sent is no longer a draft.
    enabled: all.some(isAddress) && !send.isPending && !send.isSuccess,
    staleTime: KEPT_MS,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return data;
}

/** Finds addresses here that do not exist, before sending to them. */
export function useUnheld() {
  const client = useQueryClient();
  return async (
    written: Written,
    id: string | undefined,
  ): Promise<readonly string[]> => {
    const { recipients } = await client.fetchQuery(asking(written, id));
    return recipients
      .filter(({ how }) => how === "nobody_here")
      .map(({ address }) => address);
  };
}
