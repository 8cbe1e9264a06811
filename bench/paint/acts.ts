import type { Locator, Page } from "playwright-core";

/** One input of a person, and what is in sight before the next one. */
export interface Act {
  readonly name: string;
  readonly does: (page: Page) => Promise<void>;
}

/** A word of every conversation that the account was sent. */
const WORD = "number";

const focused = (page: Page, selector: string): Locator =>
  page.locator(selector).and(page.locator(":focus"));
const rows = (page: Page): Locator => page.locator("[data-row]");
const search = (page: Page): Locator =>
  page.getByRole("combobox", { name: "Search in Inbox" });
const palette = (page: Page): Locator =>
  page.getByRole("dialog", { name: "Find or do" });

/** A key, and what it leads to. */
function key(
  name: string,
  pressed: string,
  wanted: (page: Page) => Locator,
): Act {
  return {
    name,
    async does(page) {
      await page.keyboard.press(pressed);
      await wanted(page).first().waitFor();
    },
  };
}

/** A click in the navigation, and the list that it leads to. */
function view(name: string): Act {
  return {
    name: "another view, by a click",
    async does(page) {
      const views = page.getByRole("navigation", { name: "Views" });
      await views.getByRole("link", { name: new RegExp(`^${name}`) }).click();
      await page.getByRole("heading", { name, level: 1 }).waitFor();
      await rows(page).first().waitFor();
    },
  };
}

const ARCHIVE: Act = {
  name: "e, archived",
  async does(page) {
    const row = focused(page, "[data-row]");
    const id = await row.getAttribute("data-row");
    await page.keyboard.press("e");
    await page.locator(`[data-row="${id}"]`).waitFor({ state: "detached" });
    await row.waitFor();
  },
};

const NEXT_CONVERSATION: Act = {
  name: "j, the next conversation",
  async does(page) {
    const { pathname } = new URL(page.url());
    await page.keyboard.press("j");
    await page.waitForURL((url) => url.pathname !== pathname);
    await focused(page, "h1").waitFor();
  },
};

const CLOSE_PALETTE: Act = {
  name: "Esc, the palette goes",
  async does(page) {
    await page.keyboard.press("Escape");
    await palette(page).waitFor({ state: "detached" });
  },
};

const LETTERS = [...WORD].map((letter) =>
  key("a letter of a search", letter, search),
);

/** What is done in each round, in this order: it begins and ends in the inbox. */
export const ACTS: readonly Act[] = [
  key("j, the next row", "j", (page) => focused(page, "[data-row]")),
  key("j, the next row", "j", (page) => focused(page, "[data-row]")),
  ARCHIVE,
  key("Enter, a conversation", "Enter", (page) => focused(page, "h1")),
  NEXT_CONVERSATION,
  key("Esc, back to the list", "Escape", (page) => focused(page, "[data-row]")),
  key("/, the search", "/", (page) => focused(page, "#search")),
  ...LETTERS.slice(0, -1),
  key("a letter of a search", WORD.slice(-1), (page) => page.locator("mark")),
  key("Esc, the search is empty", "Escape", (page) => search(page)),
  key("Ctrl K, the palette", "Control+k", palette),
  key("a letter in the palette", "p", palette),
  CLOSE_PALETTE,
  view("Sent"),
  key("c, a new request", "c", (page) =>
    page.getByRole("heading", { name: "New request", level: 1 }),
  ),
  view("Inbox"),
];
