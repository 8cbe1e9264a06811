import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import { inbox } from "../api/client.ts";
import type { Suggestions } from "../api/types.ts";

const KEPT_MS = 30_000;

/** Recipients suggested for the text typed so far. */
export function useSuggestions(typed: string): Suggestions["recipients"] {
  const q = useDeferredValue(typed.trim());
  const isAsked = q !== "" && q.length <= LIMITS.directoryQueryCharsMax;
  const { data } = useQuery({
    queryKey: ["suggestions", q],
    queryFn: () => inbox.suggestRecipients({ q }),
    enabled: isAsked,
    staleTime: KEPT_MS,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return isAsked ? (data?.recipients ?? []) : [];
}
