import { Problem } from "../../../client/src/problem.ts";
import { inbox, onceKey } from "../api/client.ts";
import { sentenceOf } from "../api/problem.ts";
import type { Conversation } from "../api/types.ts";
import type { KeptDraft } from "./kept_draft.ts";
import { keepDraft } from "./kept_draft.ts";
import type { Written } from "./written.ts";
import { draftBody, isBlank } from "./written.ts";

/** How safe what was written is, as the person is told. */
export interface Saving {
  readonly state: "nothing" | "saving" | "saved" | "kept";
  /** Why it is on this device only. */
  readonly why?: string;
}

/** Where a draft starts from. */
export interface DraftStart extends KeptDraft {
  readonly accountId: string;
  /** Under which it is kept until it has an id. */
  readonly name: string;
  /** True for words that the service does not have. */
  readonly isUnsaved: boolean;
  /** The template with which it begins. */
  readonly templateId?: string;
}

const PAUSE_MS = 800;
const RETRY_MS = 5_000;
/** Refusals after which the first save may have been done all the same: its key is kept. */
const LATER: readonly number[] = [401, 408, 429];

/**
 * Saves a draft by itself: on this device at each key, at the service once the
 * typing pauses. One save at a time; nothing is dropped before the service has it.
 */
export class DraftSaver {
  readonly #start: DraftStart;
  readonly #tell: (saving: Saving, draft?: Conversation) => void;
  #name: string;
  #id: string | undefined;
  #creation: KeptDraft["creation"];
  #latest: Written | undefined;
  #saved: Written | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> = Promise.resolve();
  #isOver = false;
  #isLeft = false;

  constructor(
    start: DraftStart,
    tell: (saving: Saving, draft?: Conversation) => void,
  ) {
    this.#start = start;
    this.#name = start.name;
    this.#id = start.id;
    this.#creation = start.creation;
    this.#tell = tell;
  }

  /** Goes on with what a page before this one could not save. */
  resume(): void {
    if (this.#start.isUnsaved) this.change(this.#start.written);
  }

  /** Takes what is written now. */
  change(written: Written): void {
    this.#latest = written;
    this.#keep();
    this.#schedule(PAUSE_MS);
  }

  /** Brings everything to the service, even if it is nothing yet, and gives the draft's id. */
  async flush(): Promise<string> {
    await this.#save({ isWanted: true });
    if (this.#id === undefined) throw new Error("There is no draft yet");
    return this.#id;
  }

  /** The id of what the service holds of it, if it may hold anything. */
  async found(): Promise<string | undefined> {
    clearTimeout(this.#timer);
    await this.#running;
    return this.#id === undefined && this.#creation
      ? await this.flush()
      : this.#id;
  }

  /**
   * The form goes away: a last try; what the service does not have stays here. Gives the
   * draft's id, or nothing if nothing worth keeping was written.
   */
  leave(): Promise<string> | undefined {
    this.#isLeft = true;
    clearTimeout(this.#timer);
    const isNothing =
      this.#id === undefined &&
      !this.#creation &&
      (!this.#latest || isBlank(this.#latest));
    if (this.#isOver || !this.#latest || isNothing) return undefined;
    return this.flush();
  }

  /** The draft is no draft any more. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#isOver = true;
    this.#keep();
  }

  #isUnsaved(): boolean {
    return this.#latest !== undefined && this.#latest !== this.#saved;
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    // A later try could undo what the next page saves.
    if (this.#isLeft) return;
    this.#timer = setTimeout(() => {
      this.#save().catch(() => this.#schedule(RETRY_MS));
    }, ms);
  }

  /** One save after the other. */
  #save({ isWanted = false } = {}): Promise<void> {
    clearTimeout(this.#timer);
    const saved = this.#running.then(() => this.#saveNow(isWanted));
    this.#running = saved.catch(() => {});
    return saved;
  }

  async #saveNow(isWanted: boolean): Promise<void> {
    const written = this.#latest;
    if (this.#isOver || !written || written === this.#saved) return;
    const isNew = this.#id === undefined && !this.#creation;
    if (isNew && !isWanted && isBlank(written)) return;
    this.#tell({ state: "saving" });
    try {
      if (this.#id === undefined) await this.#create(written);
      if (written !== this.#saved) await this.#update(written);
    } catch (error) {
      this.#tell({ state: "kept", why: sentenceOf(error) });
      throw error;
    }
  }

  /** Words that came later than the first try follow in a change: they are not part of its key. */
  async #create(now: Written): Promise<void> {
    this.#creation ??= { headers: onceKey(), written: now };
    this.#keep();
    const { headers, written } = this.#creation;
    const { contextId } = this.#start;
    const json = {
      ...draftBody(written),
      submit: false,
      ...(contextId && { contextId }),
    };
    try {
      const { conversation } = await inbox.createConversation(json, {
        headers,
      });
      keepDraft({ ...this.#start, name: this.#name });
      this.#name = this.#id = conversation.id;
      this.#done(written, conversation);
    } catch (error) {
      const isRefused = error instanceof Problem && error.status < 500;
      if (isRefused && !LATER.includes(error.status)) {
        this.#creation = undefined;
        this.#keep();
      }
      throw error;
    }
  }

  async #update(written: Written): Promise<void> {
    const { conversation } = await inbox.updateConversation({
      conversationId: this.#id ?? "",
      ...draftBody(written),
    });
    this.#done(written, conversation);
  }

  #done(written: Written, conversation: Conversation): void {
    this.#creation = undefined;
    this.#saved = written;
    this.#keep();
    const state = this.#isUnsaved() ? "saving" : "saved";
    this.#tell({ state }, conversation);
  }

  /** Keeps on this device whatever the service does not have. */
  #keep(): void {
    const place = { ...this.#start, name: this.#name };
    const { contextId } = this.#start;
    const isKept = !this.#isOver && this.#isUnsaved();
    keepDraft(
      place,
      isKept && this.#latest
        ? {
            ...(this.#id && { id: this.#id }),
            ...(contextId && { contextId }),
            written: this.#latest,
            ...(this.#creation && { creation: this.#creation }),
          }
        : undefined,
    );
  }
}
