/**
 * Takes a picture of every state of the list (`scenes.ts`) in both languages, light and dark,
 * wide and as on a phone, and puts them on one sheet, `dist/pictures/index.html`.
 * `bun run pictures WORDS` takes those that are named so; `bun run pictures --guide` takes
 * those of `docs/guide/` instead, into its `pictures/`, and the one of the README.
 * @module
 */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { newDevice, startChromium, startPages } from "../../auth/chromium.ts";
import { person } from "../person.ts";
import { takeGuide, takeReadme } from "./guide.ts";
import type { Scene } from "./scenes.ts";
import { scenesFor } from "./scenes.ts";
import type { Taken } from "./sheet.ts";
import { sheetOf } from "./sheet.ts";
import type { Says } from "./spoken.ts";
import { inEnglish, inGerman } from "./spoken.ts";

const FOLDER = join(import.meta.dir, "../../../dist/pictures");

interface Look {
  readonly name: string;
  readonly locale: string;
  readonly says: Says;
  readonly colorScheme: "light" | "dark";
  readonly viewport: { readonly width: number; readonly height: number };
}

const LOOKS: readonly Look[] = [
  { locale: "en-GB", says: inEnglish },
  { locale: "de-DE", says: inGerman },
].flatMap((language) =>
  (["light", "dark"] as const).flatMap((colorScheme) =>
    [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ].map((viewport) => ({
      ...language,
      colorScheme,
      viewport,
      name: `${language.locale.slice(0, 2)}-${colorScheme}-${viewport.width}`,
    })),
  ),
);

const browser = await startChromium();
if (Bun.argv.includes("--guide")) {
  await takeGuide(browser);
  await takeReadme(browser);
  await browser.close();
  process.exit();
}
await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
const wanted = Bun.argv.slice(2).join(" ");
const taken: Taken[] = [];
// Each look has a service of its own: what one of them changes, the next does not find.
for (const look of LOOKS) taken.push(...(await takeAll(browser, look)));
await Bun.write(join(FOLDER, "index.html"), sheetOf(taken, LOOKS));
await browser.close();
const failed = taken.filter(({ problem }) => problem !== undefined);
for (const { scene, look, problem } of failed) {
  console.error(`${scene} (${look}): ${problem}`);
}
console.log(`${taken.length} pictures: ${join(FOLDER, "index.html")}`);
process.exit(failed.length > 0 ? 1 : 0);

async function takeAll(
  browser: Browser,
  look: Look,
): Promise<readonly Taken[]> {
  const { locale, colorScheme, viewport } = look;
  await using service = await startPages();
  const options = {
    ...{ locale, colorScheme, viewport },
    reducedMotion: "reduce",
  } as const;
  await using me = await person(browser, service, "mira", options);
  await using stranger = await newDevice(browser, service, options);
  const taken: Taken[] = [];
  for (const scene of await scenesFor(service, me)) {
    if (!scene.name.includes(wanted)) continue;
    const { page } = scene.isPublic ? stranger : me;
    taken.push(await take(page, scene, look));
  }
  return taken;
}

async function take(page: Page, scene: Scene, look: Look): Promise<Taken> {
  const { name, path } = scene;
  const file = `${name.replaceAll(/[^\w]+/g, "-")}_${look.name}.png`;
  let problem: string | undefined;
  try {
    await page.goto(path);
    await page.locator("h1").first().waitFor();
    const loading = page.getByText(look.says("Loading…")).first();
    await loading.waitFor({ state: "detached" });
    await scene.open?.(page, look.says);
  } catch (error) {
    problem = String(error).split("\n")[0];
  }
  await page.screenshot({ path: join(FOLDER, file) });
  return { scene: name, look: look.name, file, problem };
}
