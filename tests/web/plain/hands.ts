/** The keyboard and the pointer of a page without a browser: what a person does with it. */
import type { SentFile } from "./locator.ts";
import { isShown } from "./roles.ts";

const TABBED =
  "a[href], button, input, select, textarea, summary, audio[controls], [tabindex]";
const TYPED = /^(?:INPUT|TEXTAREA)$/;
const UNTYPED = /^(?:checkbox|radio|button|submit|file|range)$/;

const BUBBLING = { bubbles: true, cancelable: true, composed: true };

type PageWindow = Window & typeof globalThis;

export class Hands {
  readonly #window: PageWindow;

  constructor(window: PageWindow) {
    this.#window = window;
  }

  /** Whatever has to be drawn of what was done is drawn. */
  async #drawn(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }

  #send(it: Element, type: string, shiftKey = false) {
    const { MouseEvent, PointerEvent } = this.#window;
    const init = { ...BUBBLING, detail: 1, shiftKey };
    return it.dispatchEvent(
      type.startsWith("pointer")
        ? new PointerEvent(type, { ...init, pointerType: "mouse" })
        : new MouseEvent(type, init),
    );
  }

  async hover(it: Element): Promise<void> {
    for (const over of ["over", "enter", "move"]) {
      this.#send(it, `pointer${over}`);
      this.#send(it, `mouse${over}`);
    }
    await this.#drawn();
  }

  /** Clicks an element that the pointer is on already. */
  async click(it: Element, modifiers: readonly "Shift"[] = []): Promise<void> {
    const isShift = modifiers.includes("Shift");
    this.#send(it, "pointerdown", isShift);
    const goesOn = this.#send(it, "mousedown", isShift);
    if (goesOn) this.#focusFrom(it);
    this.#send(it, "pointerup", isShift);
    this.#send(it, "mouseup", isShift);
    this.#send(it, "click", isShift);
    await this.#drawn();
  }

  async bring(
    it: Element,
    how: "paste" | "drop",
    { name, mimeType, buffer }: SentFile,
  ): Promise<void> {
    const file = new File([new Uint8Array(buffer)], name, { type: mimeType });
    const data = { files: [file], items: [], types: ["Files"] };
    const event = new this.#window.Event(how, BUBBLING);
    const member = how === "paste" ? "clipboardData" : "dataTransfer";
    Object.defineProperty(event, member, { value: data });
    it.dispatchEvent(event);
    await this.#drawn();
  }

  #focusFrom(it: Element): void {
    const found = it.closest<HTMLElement>(TABBED);
    if (found) found.focus();
    else blurActive(this.#window.document);
  }

  async focus(it: Element): Promise<void> {
    if (it instanceof this.#window.HTMLElement) it.focus();
    await this.#drawn();
  }

  async fill(it: Element, text: string): Promise<void> {
    await this.focus(it);
    this.#write(it, text);
    await this.#drawn();
  }

  /** React hears of a value only if it was set past its own setter. */
  #write(it: Element, text: string): void {
    let proto = Object.getPrototypeOf(it);
    while (proto && !Object.hasOwn(proto, "value")) {
      proto = Object.getPrototypeOf(proto);
    }
    Object.getOwnPropertyDescriptor(proto, "value")?.set?.call(it, text);
    const { Event } = this.#window;
    it.dispatchEvent(new Event("input", { bubbles: true }));
    if (/^(?:SELECT)$/.test(it.tagName)) {
      it.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }

  async select(it: Element, value: string): Promise<void> {
    this.#write(it, value);
    await this.#drawn();
  }

  async choose(it: Element, files: readonly SentFile[]): Promise<void> {
    const chosen = files.map(
      ({ name, mimeType, buffer }) =>
        new File([new Uint8Array(buffer)], name, { type: mimeType }),
    );
    Object.defineProperty(it, "files", { value: chosen, configurable: true });
    const { Event } = this.#window;
    it.dispatchEvent(new Event("input", { bubbles: true }));
    it.dispatchEvent(new Event("change", { bubbles: true }));
    await this.#drawn();
  }

  async type(text: string): Promise<void> {
    for (const key of text) await this.press(key);
  }

  /** Presses a key, such as `Control+Enter`, and does what a browser does then. */
  async press(keys: string): Promise<void> {
    const parts = keys === "+" ? ["+"] : keys.split("+");
    const key = parts.pop() ?? "";
    const init = {
      key: key === "Space" ? " " : key,
      bubbles: true,
      cancelable: true,
      composed: true,
      ctrlKey: parts.includes("Control"),
      metaKey: parts.includes("Meta"),
      shiftKey: parts.includes("Shift"),
      altKey: parts.includes("Alt"),
    };
    const { document, KeyboardEvent } = this.#window;
    const before = document.activeElement ?? document.body;
    const goesOn = before.dispatchEvent(new KeyboardEvent("keydown", init));
    const isPlain = !init.ctrlKey && !init.metaKey && !init.altKey;
    if (goesOn && isPlain) this.#act(before, init.key, init.shiftKey);
    const after = document.activeElement ?? document.body;
    after.dispatchEvent(new KeyboardEvent("keyup", init));
    if (goesOn && key === "Space") this.#space(before);
    await this.#drawn();
  }

  #act(it: Element, key: string, isBack: boolean): void {
    if (key === "Tab") this.#tab(isBack);
    else if (key === "Enter") this.#enter(it);
    else if (key === "Backspace") this.#edit(it, (text) => text.slice(0, -1));
    else if (key.length === 1) this.#edit(it, (text) => text + key);
  }

  #edit(it: Element, change: (text: string) => string): void {
    const type = it.getAttribute("type") ?? "text";
    if (!TYPED.test(it.tagName) || UNTYPED.test(type)) return;
    this.#write(it, change("value" in it ? String(it.value) : ""));
  }

  #enter(it: Element): void {
    if (it.tagName === "TEXTAREA") {
      this.#edit(it, (text) => `${text}\n`);
    } else if (it instanceof this.#window.HTMLInputElement) {
      it.form?.requestSubmit();
    } else if (/^(?:A|BUTTON|SUMMARY)$/.test(it.tagName)) {
      this.#send(it, "click");
    }
  }

  #space(it: Element): void {
    const isBox =
      it.tagName === "INPUT" &&
      /^(?:checkbox|radio)$/.test(it.getAttribute("type") ?? "");
    if (isBox || it.tagName === "BUTTON" || it.tagName === "SUMMARY") {
      this.#send(it, "click");
    }
  }

  #tab(isBack: boolean): void {
    const { document, HTMLElement } = this.#window;
    const stops = [...document.querySelectorAll(TABBED)].filter(
      (it): it is HTMLElement =>
        it instanceof HTMLElement &&
        it.getAttribute("tabindex") !== "-1" &&
        !it.hasAttribute("disabled") &&
        it.closest("[inert]") === null &&
        isShown(it),
    );
    const { activeElement } = document;
    const at = stops.findIndex((it) => it.isSameNode(activeElement));
    const next = at < 0 && !isBack ? 0 : at + (isBack ? -1 : 1);
    const stop = stops.at(next % stops.length);
    stop?.focus();
  }
}

function blurActive({ activeElement, body }: Document): void {
  if (activeElement && activeElement !== body && "blur" in activeElement) {
    const { blur } = activeElement;
    if (typeof blur === "function") blur.call(activeElement);
  }
}
