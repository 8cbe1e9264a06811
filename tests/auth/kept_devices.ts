/**
 * Devices that tests of one process take one after the other. A new one costs a second of the
 * processor, for Chromium starts a process for it and compiles the whole inbox anew; one that
 * was emptied is as good, and loads a page in a third of that.
 * @module
 */
import type {
  Browser,
  BrowserContext,
  CDPSession,
  Page,
} from "playwright-core";

/** A context of the browser with its one page, and nothing of whoever had it before. */
export interface KeptDevice {
  readonly browser: Browser;
  readonly baseUrl: string;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly session: CDPSession;
  /** Undoes what a test had each new document run. */
  readonly scripts: AsyncDisposable[];
  /** Something was done that cannot be undone. */
  isSpent: boolean;
}

/** How a page looks, which may differ from one test to the next. */
export type Looks = Pick<
  NonNullable<Parameters<Browser["newContext"]>[0]>,
  "viewport" | "reducedMotion" | "colorScheme"
>;

const KEPT_MAX = 4;
const STORAGE = "local_storage,indexeddb,service_workers,cache_storage";
const VIEWPORT = { width: 1280, height: 720 };
const LISTENED = [
  "console",
  "dialog",
  "download",
  "filechooser",
  "framenavigated",
  "pageerror",
  "popup",
  "request",
  "requestfailed",
  "requestfinished",
  "response",
] as const;

const idle: KeptDevice[] = [];

/** A device that was emptied, or a new one. */
export async function takeDevice(
  browser: Browser,
  baseUrl: string,
  looks: Looks,
): Promise<KeptDevice> {
  const at = idle.findIndex(
    (it) => it.browser === browser && it.baseUrl === baseUrl,
  );
  const [known] = at < 0 ? [] : idle.splice(at, 1);
  const device = known ?? (await makeDevice(browser, baseUrl));
  const { viewport, reducedMotion, colorScheme } = looks;
  await device.page.setViewportSize(viewport ?? VIEWPORT);
  await device.page.emulateMedia({
    colorScheme: colorScheme ?? "light",
    reducedMotion: reducedMotion ?? "no-preference",
  });
  return device;
}

async function makeDevice(
  browser: Browser,
  baseURL: string,
): Promise<KeptDevice> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const device: KeptDevice = {
    browser,
    baseUrl: baseURL,
    context,
    page,
    session,
    scripts: [],
    isSpent: false,
  };
  watch(device);
  return device;
}

/** Sees what a test does to its device that outlives the document. */
function watch(device: KeptDevice): void {
  const { context, page } = device;
  const spends =
    <A extends readonly unknown[], R>(act: (...args: A) => R) =>
    (...args: A) => {
      device.isSpent = true;
      return act(...args);
    };
  const { clock } = page;
  clock.install = spends(clock.install.bind(clock));
  page.exposeFunction = spends(page.exposeFunction.bind(page));
  context.newCDPSession = spends(context.newCDPSession.bind(context));
  for (const it of [context, page]) {
    const add = it.addInitScript.bind(it);
    it.addInitScript = async (...args) => {
      const script = await add(...args);
      device.scripts.push(script);
      return script;
    };
  }
}

/** Empties a device for the next test, or ends it. */
export async function giveBack(device: KeptDevice): Promise<void> {
  const { context, page } = device;
  const isKept =
    !device.isSpent &&
    !page.isClosed() &&
    context.serviceWorkers().length === 0;
  if (!isKept) return await endDevice(context);
  await unroute(context);
  await empty(device);
  idle.push(device);
  if (idle.length > KEPT_MAX) await idle.shift()?.context.close();
}

/** Ends a device that no other test can take. */
export async function endDevice(context: BrowserContext): Promise<void> {
  await unroute(context);
  await context.close();
}

/** A request that a test answers may still run when the test ends. */
async function unroute(context: BrowserContext): Promise<void> {
  for (const it of [context, ...context.pages()]) {
    await it.unrouteAll({ behavior: "ignoreErrors" });
  }
}

async function empty({ context, page, session, scripts, baseUrl }: KeptDevice) {
  for (const type of LISTENED) page.removeAllListeners(type);
  for (const open of context.pages()) if (open !== page) await open.close();
  await Promise.all([
    context.setOffline(false),
    context.clearPermissions(),
    ...scripts.splice(0).map((it) => it[Symbol.asyncDispose]()),
  ]);
  // A document of a device without a page, or of a PDF, has no storage.
  await page.evaluate("try { sessionStorage.clear() } catch {}");
  await page.goto("about:blank");
  await Promise.all([
    context.clearCookies(),
    session.send("Storage.clearDataForOrigin", {
      origin: baseUrl,
      storageTypes: STORAGE,
    }),
    session.send("Page.resetNavigationHistory"),
  ]);
}
