import type { Page } from "playwright-core";
import type { ServerProcess } from "../../scripts/server_process.ts";
import { startProcess } from "../../scripts/server_process.ts";
import { launchChromium, newDevice } from "../../tests/auth/chromium.ts";
import { filledAt } from "../scale/filled_at.ts";
import { ACTS } from "./acts.ts";

/** Whose inbox is looked at, and how often everything is done. */
export interface PaintOptions {
  /** Of all of them the account has a fifth. */
  readonly size: number;
  readonly rounds: number;
  /** Where the file is, and stays for the next run. */
  readonly directory: string;
}

export const TEN_THOUSAND: Omit<PaintOptions, "directory"> = {
  size: 50_000,
  rounds: 40,
};

/** From an input to the next picture, for one kind of input. */
export interface Paint {
  readonly name: string;
  /** In milliseconds, in order; what took less than {@linkcode TOLD_FROM_MS} counts as that. */
  readonly times: readonly number[];
}

/** What was measured, and how much of the inbox the page held meanwhile. */
export interface PaintReport {
  /** Conversations of the list. */
  readonly listed: number;
  /** Inputs that the browser told of: the others were faster. */
  readonly told: number;
  readonly paints: readonly Paint[];
}

/** The Event Timing API tells of no event that took less. */
export const TOLD_FROM_MS = 16;

const EMAIL = "big@mail.example";
const LONG_THREAD = 200;
const VIEWPORT = { width: 1440, height: 900 };
/** Any wait of the browser. */
const WAIT_MS = 30_000;

/** @throws if something that is done does not lead where it should */
export async function measurePaint(
  { size, rounds, directory }: PaintOptions,
  log: (line: string) => void = () => {},
): Promise<PaintReport> {
  const longThread = Math.min(LONG_THREAD, size);
  const wanted = { size, longThread, email: EMAIL };
  const { databaseUrl } = await filledAt(directory, wanted, log);
  await using server = await startProcess({
    script: "src/start.ts",
    env: {
      DATABASE_URL: databaseUrl,
      ADDRESS_DOMAIN: "inbox.localhost",
      RATE_LIMITS: "off",
    },
  });
  await using stack = new AsyncDisposableStack();
  const browser = stack.adopt(await launchChromium(), (it) => it.close());
  const device = stack.use(
    await newDevice(browser, server, { viewport: VIEWPORT }),
  );
  const { page, complaints } = device;
  page.setDefaultTimeout(WAIT_MS);
  await page.addInitScript(listen);
  log("Signing in, and reading the list to its end");
  await signIn(page, server);
  const listed = await readToTheEnd(page);
  for (let round = 0; round < rounds; round++) {
    log(`Round ${round + 1} of ${rounds}`);
    for (const { name, does } of ACTS) {
      await page.evaluate((it) => void performance.mark(it), name);
      await does(page);
    }
  }
  const { told, paints } = await paintsOf(page);
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
  return { listed, told, paints };
}

/** By the code that the service shows on its terminal, as nothing mails it. */
async function signIn(page: Page, server: ServerProcess): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(EMAIL);
  await page.getByRole("button", { name: "Email me a code" }).click();
  const [, code = ""] = await server.shown(/(\d{6}) is your sign-in code/);
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
  await page.goto("/inbox");
  await page.locator("[data-row]").first().waitFor();
}

/** So that the page holds all of the list, as after a day of reading; gives how many. */
async function readToTheEnd(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    const scroller = () =>
      document.querySelector("[aria-posinset]")?.closest("section > div");
    const sizes = () =>
      [...document.querySelectorAll("[aria-setsize]")].map(({ ariaSetSize }) =>
        Number(ariaSetSize),
      );
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    while (sizes().includes(-1)) {
      const it = scroller();
      it?.scrollTo(0, it.scrollHeight);
      await frame();
    }
    scroller()?.scrollTo(0, 0);
    await frame();
    return sizes()[0] ?? 0;
  });
}

/** In the page: it keeps what the browser tells of each input, from the first one on. */
function listen(): void {
  const keep = (list: PerformanceObserverEntryList) => {
    for (const it of list.getEntries()) {
      if (!(it instanceof PerformanceEventTiming && it.interactionId)) continue;
      performance.measure("interaction", {
        start: it.startTime,
        duration: it.duration,
      });
    }
  };
  // Event Timing API, 3.2: without it only what takes 104 ms is told of.
  const wanted: PerformanceObserverInit & {
    readonly durationThreshold: number;
  } = { type: "event", durationThreshold: 16, buffered: true };
  new PerformanceObserver(keep).observe(wanted);
}

/** What each act took: the longest event of the interactions between its mark and the next. */
async function paintsOf(
  page: Page,
): Promise<Pick<PaintReport, "told" | "paints">> {
  // The last input is told of once its picture is there.
  await page.evaluate(
    () => new Promise((done) => requestIdleCallback(done, { timeout: 1_000 })),
  );
  const entries = await page.evaluate(() =>
    performance
      .getEntries()
      .filter(({ entryType: it }) => it === "mark" || it === "measure")
      .map(({ entryType, name, startTime, duration }) => ({
        isAct: entryType === "mark",
        name,
        from: startTime,
        ms: duration,
      })),
  );
  const acts = entries.filter(({ isAct }) => isAct);
  const inputs = entries.filter(({ isAct }) => !isAct);
  const times = new Map(ACTS.map(({ name }) => [name, [] as number[]]));
  let told = 0;
  for (const [index, { name, from }] of acts.entries()) {
    const to = acts[index + 1]?.from ?? Number.POSITIVE_INFINITY;
    const own = inputs.filter((it) => it.from >= from && it.from < to);
    if (own.length > 0) told += 1;
    times.get(name)?.push(Math.max(TOLD_FROM_MS, ...own.map(({ ms }) => ms)));
  }
  const paints = [...times].map(([name, all]) => ({ name, times: all }));
  return { told, paints };
}
