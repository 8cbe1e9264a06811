import type { QueryClient } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { StreamEvent } from "../../../client/src/event_lines.ts";
import { Problem } from "../../../client/src/problem.ts";
import { takeReplying } from "../thread/team/replying.tsx";
import { inbox } from "./client.ts";
import { setLiveness } from "./connection.ts";
import { refreshAll, showEverywhere, showNowhere } from "./lists.ts";
import { KEYS } from "./queries.ts";
import { listenTo } from "./stream.ts";

/** Changes in quick succession are shown together. */
const GATHER_MS = 1_000;
/** For more conversations than this, reading the lists is cheaper. */
const READ_ONE_BY_ONE = 3;

/** Drafts that were deleted: hints about them and answers to earlier reads may arrive later. */
const discarded = new Set<string>();

/** Deletes a draft without reading it again. */
export async function discardDraft(id: string): Promise<void> {
  discarded.add(id);
  try {
    await inbox.deleteDraft({ conversationId: id });
  } catch (error) {
    discarded.delete(id);
    throw error;
  }
}

/**
 * Shows changes of the inbox live. A hidden page has no stream: browsers allow six
 * connections to a service for all their tabs.
 */
export function useLive(): void {
  const client = useQueryClient();
  useEffect(() => {
    let ending: AbortController | undefined;
    const hints = new Hints(client);
    const events = { path: "/v1/events" };
    const start = () => {
      ending = new AbortController();
      const onEvent = (event: StreamEvent) => hints.take(event);
      void listenTo(events, onEvent, ending.signal);
    };
    const stop = () => {
      ending?.abort();
      setLiveness("resting");
    };
    const onVisibility = () => {
      stop();
      if (document.visibilityState === "visible") start();
    };
    if (document.visibilityState === "visible") start();
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      document.removeEventListener("visibilitychange", onVisibility);
      stop();
    };
  }, [client]);
}

/** Reads again what hints name: the first at once, later ones together. */
class Hints {
  readonly #client: QueryClient;
  readonly #waiting = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** True if something that a hint named could not be read. */
  #hasMissed = false;
  /** True if all must be read again once no change is under way. */
  #isOld = false;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  take({ name, data }: StreamEvent): void {
    if (name === "ready") {
      setLiveness("live");
      // Data from before the first stream may be outdated; later streams tell what was
      // missed.
      if (JSON.parse(data).reset || this.#hasMissed) this.#readAll();
      return;
    }
    const { conversationId } = JSON.parse(data);
    if (typeof conversationId !== "string") return;
    if (name === "draft.deleted") {
      this.#waiting.delete(conversationId);
      discarded.add(conversationId);
      showNowhere(this.#client, conversationId);
      return;
    }
    if (name === "replying.changed") {
      takeReplying(this.#client, JSON.parse(data));
      return;
    }
    if (discarded.has(conversationId)) return;
    this.#waiting.add(conversationId);
    if (this.#timer === undefined) this.#flush();
  }

  #flush(): void {
    const ids = [...this.#waiting].filter((id) => !discarded.has(id));
    this.#waiting.clear();
    this.#timer = undefined;
    if (ids.length === 0 && !this.#isOld) return;
    this.#gather();
    if (this.#isOld || ids.length > READ_ONE_BY_ONE) this.#readAll();
    else for (const id of ids) void this.#show(id);
  }

  #gather(): void {
    this.#timer = setTimeout(() => this.#flush(), GATHER_MS);
  }

  #readAll(): void {
    // Reading a list before a change reached the service would undo it on the page.
    this.#isOld = this.#isChanging();
    if (this.#isOld) {
      if (this.#timer === undefined) this.#gather();
      return;
    }
    this.#hasMissed = false;
    void refreshAll(this.#client);
  }

  async #show(id: string): Promise<void> {
    const shown = this.#timesShown(id);
    try {
      const { conversation } = await inbox.getConversation({
        conversationId: id,
      });
      if (discarded.has(id)) return;
      // A change that the person made meanwhile is newer than this answer.
      if (this.#isChanging() || this.#timesShown(id) !== shown) {
        this.#waiting.add(id);
        if (this.#timer === undefined) this.#gather();
        return;
      }
      showEverywhere(this.#client, conversation);
    } catch (error) {
      const isGone = error instanceof Problem && error.status === 404;
      if (isGone) showNowhere(this.#client, id);
      else this.#hasMissed = true;
    }
  }

  #isChanging(): boolean {
    return this.#client.isMutating({ mutationKey: KEYS.flagging }) > 0;
  }

  #timesShown(id: string): number {
    const state = this.#client.getQueryState(KEYS.conversation(id));
    return state?.dataUpdateCount ?? 0;
  }
}
