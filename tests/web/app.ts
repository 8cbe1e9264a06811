import { afterAll, beforeAll } from "bun:test";
import type { Browser } from "playwright-core";
import { startChromium, startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { json } from "../harness.ts";
import { person } from "./person.ts";

/** What the tests of one file share: a service, a browser, and a way to prepare things. */
export function startApp() {
  let running: { service: TestService; browser: Browser } | undefined;
  const started = () => {
    if (!running) throw new Error("Only within a test");
    return running;
  };
  beforeAll(async () => {
    const [service, browser] = await Promise.all([
      startPages(),
      startChromium(),
    ]);
    running = { service, browser };
  }, 30_000);
  afterAll(async () => {
    await running?.browser.close();
    await running?.service[Symbol.asyncDispose]();
  });
  /** Over REST, like any client; without a body it reads. */
  async function call(token: string, path: string, body?: object) {
    const response = await started().service.fetch(path, {
      token,
      ...(body && { method: "POST", json: body }),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return await json(response);
  }
  return {
    get service() {
      return started().service;
    },
    person: (name: string, options?: Parameters<typeof person>[3]) =>
      person(started().browser, started().service, name, options),
    call,
    /** A conversation as the holder of a token reads it. */
    read: async (token: string, id: string) =>
      (await call(token, `/v1/conversations/${id}`)).conversation,
  };
}
