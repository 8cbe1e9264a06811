import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { refreshLists } from "../api/changes.ts";
import { KEYS } from "../api/queries.ts";
import { follow } from "../api/stream.ts";

/** Shows what happens in a conversation as it happens. */
export function useFollow(id: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const ending = new AbortController();
    const onEvent = ({ name, data }: { name: string; data: string }) => {
      // What came before the stream was read already, unless we were away.
      if (name === "ready" && !JSON.parse(data).reset) return;
      void client.invalidateQueries({ queryKey: KEYS.conversation(id) });
      void refreshLists(client);
    };
    void follow(id, onEvent, ending.signal);
    return () => ending.abort();
  }, [id, client]);
}
