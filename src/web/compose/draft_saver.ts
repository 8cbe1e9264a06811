import type { Changed } from "../api/changes.ts";
import { api, onceKey } from "../api/client.ts";
import { sentenceOf } from "../api/problem.ts";
import type { Conversation } from "../api/types.ts";
import type { Written } from "./written.ts";
import { bodyOf, isBlank } from "./written.ts";

/** How safe what was written is, as the person is told. */
export interface Saving {
  readonly state: "nothing" | "saving" | "saved" | "kept";
  /** Why it is on this device only. */
  readonly why?: string;
}

/** What is kept on this device until the service has it. */
export interface Kept {
  readonly id: string | undefined;
  readonly written: Written;
}

const PAUSE_MS = 800;
const RETRY_MS = 5_000;
const PREFIX = "compose:";

/** What was kept of a draft that never reached the service. */
export function keptDraft(name: string): Kept | undefined {
  const text = localStorage.getItem(PREFIX + name);
  return text === null ? undefined : JSON.parse(text);
}

/**
 * Saves a draft by itself: on this device at each key, at the service once the
 * typing pauses. One save at a time; nothing is dropped before the service has it.
 */
export class DraftSaver {
  readonly #name: string;
  readonly #contextId: string | undefined;
  readonly #tell: (saving: Saving, draft?: Conversation) => void;
  #id: string | undefined;
  #latest: Written | undefined;
  #saved: Written | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  /** The same key for the same first save, so that a lost answer makes no second draft. */
  readonly #creation = onceKey();

  constructor(
    { name, id, contextId }: { name: string; id?: string; contextId?: string },
    tell: (saving: Saving, draft?: Conversation) => void,
  ) {
    this.#name = name;
    this.#id = id;
    this.#contextId = contextId;
    this.#tell = tell;
  }

  /** Takes what is written now. */
  change(written: Written): void {
    this.#latest = written;
    keep(this.#name, { id: this.#id, written });
    this.#schedule(PAUSE_MS);
  }

  /** Brings everything to the service and gives the draft's id. */
  async flush(): Promise<string> {
    clearTimeout(this.#timer);
    await this.#running;
    await this.#save();
    if (this.#id === undefined) throw new Error("There is no draft yet");
    return this.#id;
  }

  /** The page goes away: a last try; what the service does not have stays here. */
  leave(): void {
    clearTimeout(this.#timer);
    if (this.#latest && this.#latest !== this.#saved) {
      void this.#save().catch(() => {});
    }
  }

  /** The draft is no draft any more. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#latest = this.#saved;
    localStorage.removeItem(PREFIX + this.#name);
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#running = (this.#running ?? Promise.resolve())
        .then(() => this.#save())
        .catch(() => this.#schedule(RETRY_MS));
    }, ms);
  }

  async #save(): Promise<void> {
    const written = this.#latest;
    if (!written || written === this.#saved) return;
    if (this.#id === undefined && isBlank(written)) return;
    this.#tell({ state: "saving" });
    let conversation: Conversation;
    try {
      ({ conversation } = await this.#write(written));
      this.#id = conversation.id;
    } catch (error) {
      this.#tell({ state: "kept", why: sentenceOf(error) });
      throw error;
    }
    this.#saved = written;
    const isAll = written === this.#latest;
    if (isAll) localStorage.removeItem(PREFIX + this.#name);
    this.#tell({ state: isAll ? "saved" : "saving" }, conversation);
  }

  async #write(written: Written): Promise<Changed> {
    const json = bodyOf(written);
    if (this.#id !== undefined) {
      return await api(`/v1/conversations/${this.#id}`, {
        method: "PATCH",
        json,
      });
    }
    const contextId = this.#contextId;
    return await api("/v1/conversations", {
      method: "POST",
      json: { ...json, submit: false, ...(contextId && { contextId }) },
      headers: this.#creation,
    });
  }
}

function keep(name: string, kept: Kept): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(kept));
  } catch {
    // No room on the device: the page holds it, and the service soon.
  }
}
