import { Window as PlainWindow } from "happy-dom";
import { appCode } from "./app_code.ts";
import { Changes } from "./changes.ts";
import { Hands } from "./hands.ts";
import { PlainLocator } from "./locator.ts";
import type { PlainRequest, PlainResponse, Which } from "./network.ts";
import { fits, Network } from "./network.ts";
import { pageHistory } from "./page_history.ts";
import type { Globals } from "./page_window.ts";
import { namesOf, prepare, scriptOf } from "./page_window.ts";
import { requestClass } from "./request_class.ts";
import type { RoleOptions } from "./roles.ts";

type PageWindow = Window & typeof globalThis;

/** How somebody's device is set. */
export interface PlainOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  /** The language that it asks for. */
  readonly locale?: string;
  /** Leaves the time in which something sent is taken back as it comes. */
  readonly canTakeBack?: boolean;
}

const WAIT_MS = 15_000;

/**
 * The app on a page without a browser: the DOM alone, in this process, with the real service
 * behind it. It takes a third of the processor time. A test that is about colours, sizes,
 * places, layers, policies, workers or files that a browser shows needs a browser (`person.ts`).
 */
export class PlainPage {
  readonly complaints: string[] = [];
  readonly #baseUrl: string;
  readonly #network: Network;
  readonly #storage: ReadonlyMap<string, Map<string, string>> = new Map([
    ["localStorage", new Map()],
    ["sessionStorage", new Map()],
  ]);
  readonly #options: PlainOptions;
  #window: PlainWindow | undefined;
  readonly #changes = new Changes();
  #globals: Globals = {};
  #given: Globals = {};

  constructor(
    baseUrl: string,
    cookies: () => string,
    options: PlainOptions = {},
  ) {
    this.#baseUrl = baseUrl;
    this.#network = new Network(baseUrl, cookies);
    this.#options = options;
    if (options.canTakeBack) return;
    // Stories look at what was sent at once; how it is taken back has a test of its own.
    this.#storage.get("localStorage")?.set("undo-send", "0");
  }

  /** Gives the page names of the window, from its next load on. */
  give(names: Globals): void {
    this.#given = { ...this.#given, ...names };
  }

  get #dom(): PlainWindow {
    if (!this.#window) throw new Error("No page is open");
    return this.#window;
  }

  /** Loads the app anew at an address. */
  async goto(path: string): Promise<void> {
    this.#leave();
    const { locale = "en", viewport } = this.#options;
    const it = await this.#network.document(path, locale);
    const window = new PlainWindow({
      url: new URL(path, this.#baseUrl).href,
      ...{ width: 1280, height: 720, ...viewport },
    });
    this.#window = window;
    prepare(window);
    for (const [name, kept] of this.#storage) {
      const store =
        name === "localStorage" ? window.localStorage : window.sessionStorage;
      for (const [key, value] of kept) store.setItem(key, value);
    }
    Object.assign(window, this.#given);
    this.#globals = this.#globalsOf(window);
    const { document, location } = window;
    Object.defineProperty(location, "reload", { value: () => this.reload() });
    document.documentElement.lang = it.language;
    document.head.innerHTML = '<link rel="icon" href="/icon.svg">';
    document.body.innerHTML = '<div id="app"></div>';
    this.#changes.watch(window);
    for (const script of it.scripts) this.#run(script);
    this.#run(await appCode());
    await this.#nextFrame();
  }

  async reload(): Promise<void> {
    await this.goto(this.url());
  }

  async goBack(): Promise<void> {
    this.#run("history.back()");
    await this.#nextFrame();
  }

  url(): string {
    return this.#dom.location.href;
  }

  async title(): Promise<string> {
    return this.#dom.document.title;
  }

  /** Ends the document, and keeps what it stored. */
  #leave(): void {
    const window = this.#window;
    if (!window) return;
    for (const [name, kept] of this.#storage) {
      const store =
        name === "localStorage" ? window.localStorage : window.sessionStorage;
      kept.clear();
      for (let at = 0; at < store.length; at++) {
        const key = store.key(at);
        if (key !== null) kept.set(key, store.getItem(key) ?? "");
      }
    }
    this.#network.leave();
    void window.happyDOM.abort();
    this.#window = undefined;
  }

  #globalsOf(window: PlainWindow): Globals {
    const isHere = () => this.#window === window;
    // A document that is gone hears nothing and has nothing to say.
    const complain = (...said: readonly unknown[]) => {
      if (isHere()) this.complaints.push(said.join(" "));
    };
    const ask = async (path: string, init?: RequestInit) => {
      if (!isHere()) return await never();
      try {
        const response = await this.#network.fetch(path, init);
        return isHere() ? response : await never();
      } catch (error) {
        if (isHere()) throw error;
        return await never();
      }
    };
    return {
      ...namesOf(window),
      ...{ window, self: window, globalThis: window },
      history: pageHistory(window),
      fetch: ask,
      XMLHttpRequest: requestClass(ask),
      reportError: complain,
      console: { ...console, error: complain },
      ...this.#given,
    };
  }

  #run(code: string): unknown {
    return scriptOf(code, this.#globals)(this.#globals);
  }

  /** Runs an expression, or a function with what it is given, in the page. */
  async evaluate<T, A = undefined>(
    script: string | ((given: A) => T),
    given?: A,
  ): Promise<T> {
    const code =
      typeof script === "function"
        ? `return (${script})`
        : `return eval(${JSON.stringify(script)})`;
    const result: unknown = this.#run(code);
    const made =
      typeof script === "function" && typeof result === "function"
        ? result(given)
        : result;
    return await made;
  }

  /** Waits until a function of the page gives something. */
  async waitForFunction<A = undefined>(
    look: (given: A) => unknown,
    given?: A,
  ): Promise<void> {
    const end = performance.now() + WAIT_MS;
    while (!(await this.evaluate<unknown, A>(look, given))) {
      if (performance.now() > end) throw new Error(`Not yet: ${look}`);
      await this.#nextFrame();
    }
  }

  #nextFrame = async (): Promise<void> => {
    const window = this.#dom;
    await new Promise<void>((resolve) => {
      window.requestAnimationFrame(() => resolve());
    });
  };

  get #hands(): Hands {
    const window: PageWindow = Object(this.#dom);
    return new Hands(window);
  }

  #all(): PlainLocator {
    const page = this;
    const finding = {
      get hands() {
        return page.#hands;
      },
      nextChange: () => this.#changes.next(),
    };
    const root = () => {
      const { document }: PageWindow = Object(this.#dom);
      return [document.documentElement];
    };
    return new PlainLocator(finding, root, "page:");
  }

  getByRole(role: string, options: RoleOptions = {}): PlainLocator {
    return this.#all().getByRole(role, options);
  }

  getByText(text: string | RegExp, options: { exact?: boolean } = {}) {
    return this.#all().getByText(text, options);
  }

  getByLabel(text: string | RegExp, options: { exact?: boolean } = {}) {
    return this.#all().getByLabel(text, options);
  }

  locator(css: string): PlainLocator {
    return this.#all().locator(css);
  }

  async emulateMedia(_: object): Promise<void> {}
  async setViewportSize(_: object): Promise<void> {}

  readonly keyboard = {
    press: (keys: string) => this.#hands.press(keys),
    type: (text: string) => this.#hands.type(text),
  };

  async route(
    which: Which,
    handle: Parameters<Network["route"]>[1],
  ): Promise<void> {
    this.#network.route(which, handle);
  }

  async unroute(which: Which): Promise<void> {
    this.#network.unroute(which);
  }

  async unrouteAll(): Promise<void> {
    this.#network.unroute();
  }

  async waitForResponse(
    which: string | RegExp | ((response: PlainResponse) => boolean),
  ): Promise<PlainResponse> {
    return await this.#network.nextResponse(which);
  }

  on(_: "request", hear: (request: PlainRequest) => void): void {
    this.#network.onRequest(hear);
  }

  async waitForURL(which: Which): Promise<void> {
    const end = performance.now() + WAIT_MS;
    while (!fits(which, new URL(this.url()))) {
      if (performance.now() > end) throw new Error(`Still at ${this.url()}`);
      await this.#nextFrame();
    }
  }

  [Symbol.dispose](): void {
    this.#leave();
  }
}

function never(): Promise<never> {
  return new Promise(() => {});
}
