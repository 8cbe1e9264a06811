import type { Browser, BrowserContext, Page } from "playwright-core";
import { chromium } from "playwright-core";
import type { TestService } from "../harness.ts";
import { startService } from "../harness.ts";
import { ADDRESS_HEADER, codeFor, mailed } from "./browser.ts";
import { endDevice, giveBack, takeDevice } from "./kept_devices.ts";
import type { PackagedChromium } from "./packaged_chromium.ts";
import { packagedChromium } from "./packaged_chromium.ts";

/** Ports that were a service's before: at the same address the devices can be used again. */
const ports: number[] = [];

/** A service for a real browser: it knows passkeys for a name, and the library has its own clock. */
export async function startPages(
  env: Readonly<Record<string, string>> = {},
): Promise<TestService> {
  const options = {
    isRealTime: true,
    hostname: "localhost",
    env: { CLIENT_IP_HEADER: ADDRESS_HEADER, ...env },
  } as const;
  const port = ports.pop();
  const service =
    port === undefined
      ? await startService(options)
      : await startService({ ...options, port }).catch(() =>
          startService(options),
        );
  return {
    ...service,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      ports.push(service.port);
    },
  };
}

/** The same engine without windows, where a device costs a quarter of the processor time. */
const SHELL = ["chromium-headless-shell"];
/** With windows: it alone shows notifications. */
const WHOLE = ["chromium", "chromium-browser", "google-chrome"];

const FLAGS = [
  // A page lives too briefly for what optimising its code costs.
  "--js-flags=--no-opt,--no-maglev",
  // A device goes on in one process from one test to the next.
  "--process-per-site",
  "--disable-site-isolation-trials",
  "--disable-features=IsolateOrigins,site-per-process",
];

type Kind = "shell" | "whole";

const started = new Map<Kind, Promise<Browser>>();

/** Starts the browser of this machine, without a screen: one for all files of a process. */
export async function startChromium(kind: Kind = "shell"): Promise<Browser> {
  // After a test that ran out of time, bun ends the processes that it knows of.
  const running = await started.get(kind);
  if (running?.isConnected()) return running;
  const starting = launchChromium(kind, FLAGS);
  started.set(kind, starting);
  return await starting;
}

/** Starts a browser of one's own, which its caller closes. */
export async function launchChromium(
  kind: Kind = "shell",
  flags: readonly string[] = [],
): Promise<Browser> {
  return await chromium.launch({
    ...(await findChromium(kind)),
    args: ["--no-sandbox", "--disable-dev-shm-usage", ...flags],
  });
}

/** The browser of this machine, or else the one that comes with the packages. */
export async function findChromium(
  kind: Kind,
): Promise<Partial<PackagedChromium> & { readonly executablePath: string }> {
  const names = kind === "shell" ? [...SHELL, ...WHOLE] : WHOLE;
  const executablePath = installed(names);
  return executablePath ? { executablePath } : await packagedChromium();
}

/** Whether this machine has the one with windows; the packages bring the other. */
export const hasWindows: boolean = installed(WHOLE) !== undefined;

function installed(names: readonly string[]): string | undefined {
  const paths = [Bun.env.CHROMIUM, ...names.map((name) => Bun.which(name))];
  return paths.find((it) => it) ?? undefined;
}

/** A person at a device of their own, and whatever its browser complained of. */
export interface Device extends AsyncDisposable {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console errors, blocked loads and exceptions: a page of ours has none. */
  readonly complaints: readonly string[];
}

/** Options of a device that a test may choose. */
type DeviceOptions = NonNullable<Parameters<Browser["newContext"]>[0]>;

/** A device without cookies, which opens pages of the service. */
export async function newDevice(
  browser: Browser,
  service: Pick<TestService, "baseUrl">,
  options: DeviceOptions = {},
): Promise<Device> {
  const { baseUrl } = service;
  // Only the looks of a device can be changed afterwards.
  const { viewport: _v, reducedMotion: _r, colorScheme: _c, ...more } = options;
  const kept =
    Object.keys(more).length === 0
      ? await takeDevice(browser, baseUrl, options)
      : undefined;
  const context =
    kept?.context ??
    (await browser.newContext({ baseURL: baseUrl, ...options }));
  context.setDefaultTimeout(15_000);
  const page = kept?.page ?? (await context.newPage());
  const complaints: string[] = [];
  page.on("pageerror", (error) => void complaints.push(error.message));
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText;
    // A page that is left breaks off its requests.
    if (why !== "net::ERR_ABORTED") complaints.push(`${request.url()} ${why}`);
  });
  // A breach of the content security policy is a console error, too.
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  return {
    context,
    page,
    complaints,
    [Symbol.asyncDispose]: () => (kept ? giveBack(kept) : endDevice(context)),
  };
}

/** From the sign-in page to whatever comes after the code. */
export async function enterCode(
  service: TestService,
  page: Page,
  email: string,
): Promise<void> {
  const before = service.mails.filter(({ to }) => to === email).length;
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Email me a code" }).click();
  await page.getByLabel("Code").waitFor();
  await mailed(service, email, before + 1);
  await page.getByLabel("Code").fill(codeFor(service, email));
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** From wherever a sign-in ends to the page of one's own account. */
export async function toAccount(page: Page): Promise<void> {
  // The inbox has renewed the cookie by then, or there is no script to do it.
  await page
    .getByText(/Welcome to|needs JavaScript/)
    .first()
    .waitFor();
  await page.goto("/account");
  await page.getByRole("heading", { name: "Your account" }).waitFor();
}

/** Signs up through the pages; ends at the account. */
export async function signUpThrough(
  service: TestService,
  page: Page,
  name: string,
): Promise<void> {
  await page.goto("/sign-in");
  await enterCode(service, page, `${name}@mail.example`);
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("Your address").fill(name);
  await page.getByRole("button", { name: "Open my inbox" }).click();
  await toAccount(page);
}

/** Puts an authenticator of software into a device, which says yes to everything. */
export async function addAuthenticator({
  context,
  page,
}: Device): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
