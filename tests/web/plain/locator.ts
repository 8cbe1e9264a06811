import type { Hands } from "./hands.ts";
import type { RoleOptions } from "./roles.ts";
import {
  byLabel,
  byRole,
  byText,
  isChecked,
  isShown,
  matches,
  plainText,
} from "./roles.ts";

type Find = () => readonly Element[];
type State = "visible" | "hidden" | "attached" | "detached";

/** How elements of a page are found and used. */
export interface Finding {
  readonly hands: Hands;
  /** Resolves once the document has changed, or a moment has passed. */
  readonly nextChange: () => Promise<void>;
}

const WAIT_MS = 15_000;

/** Elements that are looked for each time anew: the part of Playwright's that tests use. */
export class PlainLocator {
  readonly #finding: Finding;
  readonly #find: Find;
  readonly #said: string;

  constructor(finding: Finding, find: Find, said: string) {
    this.#finding = finding;
    this.#find = find;
    this.#said = said;
  }

  toString(): string {
    return this.#said;
  }

  #with(find: Find, said: string): PlainLocator {
    return new PlainLocator(this.#finding, find, `${this.#said} ${said}`);
  }

  /** The elements found in each of these, each once and in the order of the page. */
  #within(
    find: (root: Element) => readonly Element[],
    said: string,
  ): PlainLocator {
    return this.#with(() => [...new Set(this.#find().flatMap(find))], said);
  }

  getByRole(role: string, options: RoleOptions = {}): PlainLocator {
    return this.#within(
      (root) => byRole(root, role, options),
      `${role} ${options.name ?? ""}`,
    );
  }

  getByText(text: string | RegExp, { exact }: { exact?: boolean } = {}) {
    return this.#within((root) => byText(root, text, exact), `text ${text}`);
  }

  getByLabel(text: string | RegExp, { exact }: { exact?: boolean } = {}) {
    return this.#within((root) => byLabel(root, text, exact), `label ${text}`);
  }

  locator(css: string): PlainLocator {
    return this.#within((root) => query(root, css), css);
  }

  filter(only: {
    readonly hasText?: string | RegExp;
    readonly has?: PlainLocator;
  }): PlainLocator {
    const { hasText, has } = only;
    const fits = (it: Element) =>
      (hasText === undefined || matches(it.textContent ?? "", hasText)) &&
      (has === undefined || has.#find().some((inner) => it.contains(inner)));
    return this.#with(() => this.#find().filter(fits), "filtered");
  }

  and(other: PlainLocator): PlainLocator {
    const both = () => {
      const found = new Set(other.#find());
      return this.#find().filter((it) => found.has(it));
    };
    return this.#with(both, `and ${other}`);
  }

  or(other: PlainLocator): PlainLocator {
    const either = () => [...new Set([...this.#find(), ...other.#find()])];
    return this.#with(either, `or ${other}`);
  }

  nth(at: number): PlainLocator {
    const one = () => {
      const it = this.#find().at(at);
      return it ? [it] : [];
    };
    return this.#with(one, `(${at})`);
  }

  first(): PlainLocator {
    return this.nth(0);
  }

  last(): PlainLocator {
    return this.nth(-1);
  }

  async count(): Promise<number> {
    return this.#find().length;
  }

  async all(): Promise<readonly PlainLocator[]> {
    return this.#find().map((_, at) => this.nth(at));
  }

  async allTextContents(): Promise<readonly string[]> {
    return this.#find().map((it) => it.textContent ?? "");
  }

  /** As many as there are for a reader who waits for exactly one. */
  #one(): Element | undefined {
    const found = this.#find();
    if (found.length > 1) {
      throw new Error(`${found.length} elements, not one: ${this}`);
    }
    return found[0];
  }

  async #until<T>(look: () => T | undefined, what: string): Promise<T> {
    const end = performance.now() + WAIT_MS;
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      if (performance.now() > end) throw new Error(`Not ${what}: ${this}`);
      await this.#finding.nextChange();
    }
  }

  async waitFor({ state = "visible" }: { state?: State } = {}): Promise<void> {
    await this.#until(() => {
      const it = this.#one();
      const isThere = {
        visible: it !== undefined && isShown(it),
        hidden: it === undefined || !isShown(it),
        attached: it !== undefined,
        detached: it === undefined,
      }[state];
      return isThere || undefined;
    }, state);
  }

  async #shown(): Promise<Element> {
    return await this.#until(() => {
      const it = this.#one();
      return it && isShown(it) ? it : undefined;
    }, "visible");
  }

  /** One that can be used: neither switched off nor under something that is in front of it. */
  async #usable(force = false): Promise<Element> {
    return await this.#until(() => {
      const it = this.#one();
      if (!it || !isShown(it)) return undefined;
      const isOff =
        it.hasAttribute("disabled") ||
        it.closest("[inert]") !== null ||
        (!force && it.getAttribute("aria-disabled") === "true");
      return isOff ? undefined : it;
    }, "usable");
  }

  async click({ force, modifiers = [] }: ClickOptions = {}): Promise<void> {
    const { hands } = this.#finding;
    await hands.hover(await this.#usable(force));
    // The page may have put another element in its place while the pointer came.
    await hands.click(await this.#usable(force), modifiers);
  }

  async hover(): Promise<void> {
    await this.#finding.hands.hover(await this.#shown());
  }

  /** Hands files to an element, as a paste or a drop does. */
  async bring(how: "paste" | "drop", file: SentFile): Promise<void> {
    await this.#finding.hands.bring(await this.#shown(), how, file);
  }

  async check(): Promise<void> {
    if (!isChecked(await this.#usable())) await this.click();
  }

  async uncheck(): Promise<void> {
    if (isChecked(await this.#usable())) await this.click();
  }

  async fill(text: string): Promise<void> {
    await this.#finding.hands.fill(await this.#usable(), text);
  }

  async focus(): Promise<void> {
    await this.#finding.hands.focus(await this.#shown());
  }

  async press(keys: string): Promise<void> {
    await this.focus();
    await this.#finding.hands.press(keys);
  }

  async pressSequentially(text: string): Promise<void> {
    await this.focus();
    await this.#finding.hands.type(text);
  }

  /** Chooses by value or by the words that one reads. */
  async selectOption(wanted: string | { label: string }): Promise<void> {
    const words = typeof wanted === "string" ? wanted : wanted.label;
    const it = await this.#usable();
    const value = await this.#until(() => optionOf(it, words), `with ${words}`);
    await this.#finding.hands.select(it, value);
  }

  async setInputFiles(files: SentFile | readonly SentFile[]): Promise<void> {
    const it = await this.#until(() => this.#one(), "there");
    await this.#finding.hands.choose(it, [files].flat());
  }

  async inputValue(): Promise<string> {
    const it = await this.#until(() => this.#one(), "there");
    return "value" in it ? String(it.value) : "";
  }

  async isChecked(): Promise<boolean> {
    return isChecked(await this.#until(() => this.#one(), "there"));
  }

  async isVisible(): Promise<boolean> {
    const it = this.#one();
    return it !== undefined && isShown(it);
  }

  async textContent(): Promise<string> {
    return (await this.#until(() => this.#one(), "there")).textContent ?? "";
  }

  async getAttribute(name: string): Promise<string | null> {
    return (await this.#until(() => this.#one(), "there")).getAttribute(name);
  }

  /** The text that a reader sees, for a comparison. */
  async allInnerTexts(): Promise<readonly string[]> {
    return this.#find().map((it) => plainText(it.textContent ?? ""));
  }
}

interface ClickOptions {
  readonly force?: boolean;
  readonly modifiers?: readonly "Shift"[];
}

/** A file that a person chooses. */
export interface SentFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** The focus and what is typed are states of the page, which its selectors do not all know. */
function query(root: Element, css: string): readonly Element[] {
  if (css.endsWith(":focus")) {
    const { activeElement, body } = root.ownerDocument;
    if (!activeElement || activeElement === body) return [];
    const rest = css.slice(0, -":focus".length);
    return rest === "" || activeElement.matches(rest) ? [activeElement] : [];
  }
  return [...root.querySelectorAll(css)];
}

/** The value of the option that is named by it or by the words that one reads. */
function optionOf(it: Element, wanted: string): string | undefined {
  const options = [...it.querySelectorAll("option")];
  return options.find(
    ({ value, textContent }) => value === wanted || textContent === wanted,
  )?.value;
}
