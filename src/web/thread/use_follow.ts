import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { refreshLists } from "../api/changes.ts";
import { KEYS } from "../api/queries.ts";
import { follow } from "../api/stream.ts";

/**
 * Shows what happens in a conversation as it happens. A page that nobody sees holds
 * no stream: browsers allow six connections to a service, over all of their tabs.
 */
export function useFollow(id: string): void {
  const client = useQueryClient();
  useEffect(() => {
    let ending: AbortController | undefined;
    const readAgain = () => {
      void client.invalidateQueries({ queryKey: KEYS.conversation(id) });
      void refreshLists(client);
    };
    const onEvent = ({ name, data }: { name: string; data: string }) => {
      // What came before the stream was read already, unless we were away.
      if (name === "ready" && !JSON.parse(data).reset) return;
      readAgain();
    };
    const start = () => {
      ending = new AbortController();
      void follow(id, onEvent, ending.signal);
    };
    const onVisibility = () => {
      ending?.abort();
      if (document.visibilityState !== "visible") return;
      start();
      readAgain();
    };
    if (document.visibilityState === "visible") start();
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      document.removeEventListener("visibilitychange", onVisibility);
      ending?.abort();
    };
  }, [id, client]);
}
