import { Problem } from "../../../client/src/problem.ts";
import { inbox, onceKey } from "../api/client.ts";
import { sentenceOf } from "../api/problem.ts";
import type { Conversation } from "../api/types.ts";
import type { KeptDraft } from "./kept_draft.ts";
import { keepDraft } from "./kept_draft.ts";
import type { Written } from "./written.ts";
import { draftBody, isBlank, saysSame, writtenOf } from "./written.ts";

/** Whether what was written is saved, as the person is told. */
export interface Saving {
  readonly state: "nothing" | "saving" | "saved" | "kept" | "changed";
  /** Why it is on this device only. */
  readonly why?: string;
}

/** The start of a draft. */
export interface DraftStart extends KeptDraft {
  readonly accountId: string;
  /** The name under which it is stored until it has an id. */
  readonly name: string;
  /** True for text that the service does not have. */
  readonly isUnsaved: boolean;
  /** The template that it starts from. */
  readonly templateId?: string;
  /** The account's own address. */
  readonly own?: string;
}

const PAUSE_MS = 800;
const RETRY_MS = 5_000;
/** Refusals after which the first save may still have been done, so that its key is kept. */
const LATER: readonly number[] = [401, 408, 429];

/**
 * Saves a draft automatically: on this device on each key, at the service once typing pauses.
 * One save at a time; nothing is removed here before the service has it.
 */
export class DraftSaver {
  readonly #start: DraftStart;
  readonly #tell: (saving: Saving, draft?: Conversation) => void;
  #name: string;
  #id: string | undefined;
  #creation: KeptDraft["creation"];
  #latest: Written | undefined;
  #saved: Written | undefined;
  /** The draft as this form last saw it at the service. */
  #known: Conversation | undefined;
  /** The draft as somebody else has changed it, until the person chooses. */
  #theirs:
    | { readonly draft: Conversation; readonly error: Problem }
    | undefined;
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
    this.#known = start.read;
    this.#tell = tell;
  }

  /** Continues with what an earlier page could not save. */
  resume(): void {
    if (this.#start.isUnsaved) this.change(this.#start.written);
  }

  /** Takes the current text. */
  change(written: Written): void {
    this.#latest = written;
    this.#keep();
    this.#schedule(PAUSE_MS);
  }

  /** Saves everything at the service, even if empty, and returns the draft's id. */
  async flush(): Promise<string> {
    await this.#save({ isWanted: true });
    if (this.#id === undefined) throw new Error("There is no draft yet");
    return this.#id;
  }

  /** The id of what the service may already have of it. */
  async found(): Promise<string | undefined> {
    clearTimeout(this.#timer);
    await this.#running;
    return this.#id === undefined && this.#creation
      ? await this.flush()
      : this.#id;
  }

  /**
   * Called when the form closes: tries a last time; what the service does not have stays
   * here. Returns the draft's id, or undefined if nothing worth keeping was written.
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

  /** Goes on with what is written here, over what was written elsewhere. */
  keepOwn(): void {
    this.#known = this.#theirs?.draft;
    this.#theirs = undefined;
    this.#schedule(0);
  }

  /** Goes on with what was written elsewhere; returns it. */
  takeTheirs(): Written | undefined {
    if (!this.#theirs) return undefined;
    const { draft } = this.#theirs;
    const written = writtenOf(draft, this.#start.own ?? "");
    this.#theirs = undefined;
    this.#latest = written;
    this.#done(written, draft);
    return written;
  }

  /** Called when it is no longer a draft. */
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

  /** Saves, one after the other. */
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
    if (this.#theirs) throw this.#theirs.error;
    this.#tell({ state: "saving" });
    try {
      if (this.#id === undefined) await this.#create(written);
      if (written !== this.#saved) await this.#update(written);
    } catch (error) {
      const state = this.#theirs ? "changed" : "kept";
      this.#tell({ state, why: sentenceOf(error) });
      throw error;
    }
  }

  /** Later words than those of the first try follow in a change: the key does not cover them. */
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

  /** Writes over the version that this form knows, never over another tab's words. */
  async #update(written: Written): Promise<void> {
    try {
      await this.#write(written);
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 412) throw error;
      const { conversation } = await inbox.getConversation({
        conversationId: this.#id ?? "",
      });
      // A file that was added is no other text.
      if (!this.#known || !saysSame(this.#known, conversation)) {
        this.#theirs = { draft: conversation, error };
        throw error;
      }
      this.#known = conversation;
      await this.#write(written);
    }
  }

  async #write(written: Written): Promise<void> {
    const input = { conversationId: this.#id ?? "", ...draftBody(written) };
    const version = this.#known?.version;
    const { conversation } = await inbox.updateConversation(
      input,
      version === undefined ? {} : { ifMatch: `"v${version}"` },
    );
    this.#done(written, conversation);
  }

  #done(written: Written, conversation: Conversation): void {
    this.#creation = undefined;
    this.#saved = written;
    this.#known = conversation;
    this.#keep();
    const state = this.#isUnsaved() ? "saving" : "saved";
    this.#tell({ state }, conversation);
  }

  /** Stores on this device what the service does not have. */
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
            ...(this.#known && { read: this.#known }),
            ...(this.#creation && { creation: this.#creation }),
          }
        : undefined,
    );
  }
}
