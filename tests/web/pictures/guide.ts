import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { startPages } from "../../auth/chromium.ts";
import type { Asked, Set as Means } from "../cards.ts";
import { KINDS, setFor } from "../cards.ts";
import { person } from "../person.ts";

const FOLDER = join(import.meta.dir, "../../../docs/guide/pictures");

const LOOK = {
  locale: "en-GB",
  colorScheme: "light",
  viewport: { width: 720, height: 620 },
  reducedMotion: "reduce",
} as const;

/** The largest picture that a page of the guide may have. */
export const PICTURE_BYTES_MAX = 60_000;

/** A picture of the guide by its file's name, and the page that it shows. */
interface Shown {
  readonly name: string;
  path(set: Means): Promise<string> | string;
  open?(page: Page): Promise<void>;
}

const threadOf = ({ conversationId }: { readonly conversationId: string }) =>
  `/c/${conversationId}`;

const SHOWN: readonly Shown[] = [
  { name: "first_request", path: draft },
  { name: "getting_paid", path: async (set) => threadOf(await asked(set)) },
  { name: "sign", path: async (set) => threadOf(await answered(set)) },
  {
    name: "limits",
    path: async (set) => {
      const limits = { perPayment: "10.00", perDay: "50.00" };
      const name = "Claude on my laptop";
      const body = { name, preset: "full", limits };
      await set.call(set.token, "credentials", body);
      return "/settings/access";
    },
    open: async (page) => {
      await page
        .getByRole("button", { name: "Limits for Claude on my laptop" })
        .click();
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "approving", path: async (set) => threadOf(await waits(set)) },
  {
    name: "refund",
    path: async (set) => threadOf(await paid(set)),
    open: async (page) => {
      const money = page.getByRole("region", { name: "Money" });
      await money.locator("summary").first().click();
      await money.getByText("Ask for a refund").waitFor();
    },
  },
  { name: "payments", path: () => "/payments" },
  {
    name: "contacts",
    path: async ({ call, token, friend }) => {
      const body = { contactType: "friends_family", allowed: true };
      await call(token, `contacts/${friend.address}`, body, "PUT");
      return "/settings/contacts";
    },
  },
];

/** Takes the pictures of `docs/guide/`, each once, as small as a palette makes it. */
export async function takeGuide(browser: Browser): Promise<void> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  await using service = await startPages();
  await using me = await person(browser, service, "mira", LOOK);
  const set = await setFor(service, me);
  for (const { name, path, open } of SHOWN) {
    await me.page.goto(await path(set));
    await me.page.locator("h1").first().waitFor();
    await me.page.getByText("Loading…").first().waitFor({ state: "detached" });
    await open?.(me.page);
    await keep(me.page, join(FOLDER, `${name}.png`));
  }
}

/** Takes the picture of the README: the first minute of somebody who has signed up. */
export async function takeReadme(browser: Browser): Promise<void> {
  await using service = await startPages({ DEMO_PRICE: "5.00" });
  const viewport = { width: 1280, height: 820 };
  await using me = await person(browser, service, "mira", {
    ...LOOK,
    viewport,
  });
  const set = await setFor(service, me);
  await paid(set);
  await asked(set);
  await me.page.goto("/");
  await me.page.getByRole("link", { name: /A slogan for the bakery/ }).click();
  await me.page.getByRole("button", { name: "Accept", exact: true }).waitFor();
  await me.page.mouse.move(900, 500);
  await keep(me.page, join(FOLDER, "../../images/inbox.png"));
}

async function keep(page: Page, path: string): Promise<void> {
  const bytes = await new Bun.Image(await page.screenshot())
    .png({ palette: true, colors: 256, compressionLevel: 9 })
    .bytes();
  if (bytes.length > PICTURE_BYTES_MAX) {
    throw new Error(`${path} is ${bytes.length} bytes: too many for a page`);
  }
  await Bun.write(path, bytes);
  console.log(`${path}: ${bytes.length} bytes`);
}

async function draft({ call, token, friend }: Means): Promise<string> {
  const { conversationId } = await call(token, "conversations", {
    to: [friend.address],
    title: "A logo for our bakery",
    text: "Can you draw us a logo? It has to work on a paper bag, in one colour.",
    price: "25.00",
  });
  return `/compose/${conversationId}`;
}

function asked({ call, friend, address }: Means) {
  return call(friend.token, "conversations", {
    to: [address],
    title: "Translate our menu",
    text: "Two pages, from English into German. Can you do it by Friday?",
    price: "25.00",
    submit: true,
  });
}

async function answered(set: Means) {
  const made = await asked(set);
  const text = "Here you are: both pages are translated.";
  const at = `conversations/${made.conversationId}/messages`;
  await set.call(set.token, at, { text, mode: "reply" });
  return made;
}

/** A request of the person themselves, whose payee has signed. */
async function paid({ call, token, friend }: Means) {
  const made = await call(token, "conversations", {
    to: [friend.address],
    title: "A photo for the menu",
    text: "Can you take a picture of our bread?",
    price: "20.00",
    submit: true,
  });
  const at = `conversations/${made.conversationId}`;
  const text = "Here it is, in the morning light.";
  await call(friend.token, `${at}/messages`, { text, mode: "reply" });
  await call(friend.token, `${at}/receipt`, { confirm: true });
  return made;
}

async function waits(set: Means): Promise<Asked> {
  const kind = KINDS["submit"];
  if (!kind) throw new Error("Cannot find the question about a submit");
  return await kind(set);
}
