import { afterAll, beforeAll } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { startChromium, startPages } from "../../auth/chromium.ts";
import type { TestService } from "../../harness.ts";
import { json } from "../../harness.ts";
import type { Person } from "../person.ts";
import { person } from "../person.ts";

/** A service and a browser, which the stories of one file share. */
export interface Story {
  readonly service: TestService;
  readonly browser: Browser;
  /** Somebody who has signed up, at a device of their own. */
  readonly person: (
    name: string,
    options?: Parameters<typeof person>[3],
  ) => Promise<Person>;
  /** What a route answers; a refusal is an error. */
  readonly call: (
    token: string,
    path: string,
    body?: object,
  ) => ReturnType<typeof json>;
  /** Has an account of its own write to somebody; gives the conversation and the author. */
  readonly asks: (
    from: string,
    to: string,
    more?: object,
  ) => Promise<{ readonly id: string; readonly address: string }>;
}

/** Starts what the stories of a file need before them, and ends it after them. */
export function story(env: Readonly<Record<string, string>> = {}): Story {
  let started: Pick<Story, "service" | "browser"> | undefined;
  const here = () => {
    if (!started) throw new Error("A story begins within a test");
    return started;
  };
  beforeAll(async () => {
    const [service, browser] = await Promise.all([
      startPages(env),
      startChromium(),
    ]);
    started = { service, browser };
  }, 60_000);
  afterAll(async () => {
    await started?.service[Symbol.asyncDispose]();
  });
  const call: Story["call"] = async (token, path, body) => {
    const response = await here().service.fetch(path, {
      token,
      ...(body && { method: "POST", json: body }),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return await json(response);
  };
  return {
    get service() {
      return here().service;
    },
    get browser() {
      return here().browser;
    },
    person: (name, options) =>
      person(here().browser, here().service, name, options),
    call,
    async asks(from, to, more = {}) {
      const sender = await here().service.addAccount(from, { credit: "50.00" });
      const words = { title: "Paint the fence", text: "x", submit: true };
      const sent = { to: [to], ...words, ...more };
      const made = await call(sender.token, "/v1/conversations", sent);
      return { id: made.conversationId, address: sender.address };
    },
  };
}

/** Goes to another page as a link of the app does: loading it is tried beside. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

/** Until a page shows what it has to show. */
export async function settled(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor();
  await page.getByText("Loading…").first().waitFor({ state: "detached" });
}

/** Until that has the focus which its reader would call so. */
export async function focusOn(page: Page, name: string): Promise<void> {
  // A string would need eval, which no page of ours allows.
  await page.waitForFunction((wanted) => {
    const it = document.activeElement;
    const label = it instanceof HTMLTextAreaElement ? it.labels[0] : undefined;
    return (it?.ariaLabel ?? label?.textContent ?? it?.textContent) === wanted;
  }, name);
}

/** Presses a key that waits for the next one, and that one while it waits, on any machine. */
export async function pressTwo(
  page: Page,
  [first, second]: readonly [string, string],
): Promise<void> {
  const { keyboard } = page;
  await Promise.all([keyboard.press(first), keyboard.press(second)]);
}
