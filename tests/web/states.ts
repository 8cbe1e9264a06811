import type { Page } from "playwright-core";
import type { TestService } from "../harness.ts";
import type { Person } from "./person.ts";
import type { Says } from "./pictures/spoken.ts";
import { readOn } from "./read_on.ts";
import type { Stage } from "./stage.ts";

interface Set {
  readonly page: Page;
  readonly stage: Stage;
  /** The app's English as the page says it. */
  readonly says: Says;
}

/** A state of a page: something is open, chosen or found on it. */
export interface State {
  readonly name: string;
  readonly path: (stage: Stage) => string;
  open(set: Set): Promise<void>;
}

const begins = (text: string) => new RegExp(`^${RegExp.escape(text)}`);

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true });

async function wrote({ page, says }: Set, to: string): Promise<void> {
  await page.getByRole("combobox", { name: says("To") }).fill(to);
  await page.getByLabel(says("Title")).fill("Hello");
  await page.getByLabel(says("Message")).fill("Are you there?");
  await page.getByText(says("Saved as a draft")).waitFor();
}

async function chooseContacts({ page, says }: Set): Promise<void> {
  await page.getByLabel(says("Contacts file")).setInputFiles({
    name: "people.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("Name,Email\nZoë,zoe@mail.example\nNobody,nowhere\n"),
  });
  await page
    .getByText(says("1 new, 0 already contacts, 1 can't be added"))
    .waitFor();
}

/** Each is what a story leads to whose own page has no styles (`plain/`). */
export const STATES: readonly State[] = [
  {
    name: "a part of what needs one",
    path: () => "/needs-you?section=money",
    open: ({ page }) => page.locator("[data-row]").first().waitFor(),
  },
  {
    name: "what a file of contacts holds",
    path: () => "/settings/contacts",
    open: chooseContacts,
  },
  {
    name: "picked",
    path: () => "/inbox",
    async open({ page, says }) {
      await page.locator("[data-row]").first().focus();
      await page.keyboard.press("x");
      await page.getByText(says("1 selected")).waitFor();
    },
  },
  {
    name: "the times to put aside until",
    path: () => "/inbox",
    async open({ page, says }) {
      await page.locator("[data-row]").first().focus();
      await page.keyboard.press("h");
      await button(page, begins(says("Tomorrow"))).waitFor();
    },
  },
  {
    name: "palette",
    path: () => "/inbox",
    async open({ page, says }) {
      await page.locator("[data-row]").first().waitFor();
      await page.keyboard.press("Control+k");
      await page
        .getByRole("option", { name: begins(says("Needs you")) })
        .waitFor();
    },
  },
  {
    name: "what a search offers",
    path: () => "/inbox",
    async open({ page, says }) {
      const search = page.getByRole("combobox", {
        name: says("Search all conversations"),
      });
      await search.pressSequentially("i");
      await page.getByRole("option", { name: /^in:/ }).waitFor();
    },
  },
  {
    name: "what is snoozed",
    path: () => "/snoozed",
    open: ({ page }) => page.locator("[data-row]").first().waitFor(),
  },
  {
    name: "limits",
    path: () => "/settings/access",
    async open({ page, says }) {
      await button(page, says("Limits for Buyer")).click();
      await page.getByLabel(says("Only to these addresses")).waitFor();
    },
  },
  {
    name: "a rule and what it is about",
    path: () => "/settings/rules",
    async open({ page, says }) {
      const form = page.getByRole("form", { name: says("New rule") });
      await form.getByLabel(says("Words in the title")).fill("brochure");
      await form.getByLabel(says("Archive it")).check();
      await button(page, says("Preview matches")).click();
      await form.getByRole("status").waitFor();
      await button(page, says("Add rule")).click();
      await page.getByRole("list", { name: says("Your rules") }).waitFor();
      await form.getByLabel(says("Words in the title")).fill("brochure");
      await button(page, says("Preview matches")).click();
      await form.getByRole("status").waitFor();
    },
  },
  {
    name: "nobody has this address",
    path: () => "/compose",
    async open(set) {
      await wrote(set, "nobody-here@inbox.localhost,");
      await button(set.page, set.says("Send")).click();
      await set.page
        .getByRole("dialog", { name: set.says("Address not found") })
        .waitFor();
    },
  },
  {
    name: "the name of a template",
    path: () => "/compose",
    async open(set) {
      await wrote(set, "ben@mail.example,");
      await button(set.page, set.says("Templates")).click();
      await set.page
        .getByRole("menuitem", {
          name: begins(set.says("Save as template…")),
        })
        .click();
      const name = set.says("Save as template");
      await set.page.getByRole("dialog", { name }).waitFor();
    },
  },
  {
    name: "the time to send at",
    path: () => "/compose",
    async open(set) {
      await wrote(set, "ben@mail.example,");
      await button(set.page, set.says("Later")).click();
      await set.page
        .getByRole("menuitem", { name: set.says("Another time…") })
        .click();
      await set.page
        .getByLabel(set.says("When"), { exact: true })
        .fill("2020-01-01T08:00");
      await set.page
        .getByText(set.says("Choose a time in the future."))
        .waitFor();
    },
  },
  {
    name: "a draft that is sent later",
    path: () => "/compose",
    async open(set) {
      await wrote(set, "ben@mail.example,");
      await button(set.page, set.says("Later")).click();
      await set.page.getByRole("menuitem").first().click();
      await set.page.waitForURL("**/inbox");
      await set.page.goto("/drafts");
      await set.page.getByRole("link", { name: /Hello/ }).first().click();
      await set.page
        .getByRole("status", { name: set.says("Scheduled") })
        .waitFor();
    },
  },
  {
    name: "suggestions",
    path: () => "/compose",
    async open({ page }) {
      await page.locator("input:focus").waitFor();
      await page.keyboard.type("stan");
      await page
        .getByRole("option", { name: "stan@inbox.localhost" })
        .waitFor();
    },
  },
  {
    name: "decline dialog",
    path: ({ offered }) => `/c/${offered}`,
    async open({ page, says }) {
      await button(page, says("Decline")).click();
      await page.getByRole("dialog", { name: says("Decline this?") }).waitFor();
    },
  },
  {
    name: "decided line",
    path: ({ offered }) => `/c/${offered}`,
    async open({ page, says }) {
      await readOn(page);
      await button(page, says("Accept")).click();
      const log = page.getByRole("log", { name: says("Messages") });
      const line = log.locator("summary", { hasText: says("Approved") });
      await line.click();
      await log.getByText(says("The request was accepted.")).waitFor();
    },
  },
];

/** Makes what the states need beside a stage; gives a thread of a stranger who claims to be known. */
export async function claimed(
  service: TestService,
  { address, token }: Pick<Person, "address" | "token">,
): Promise<string> {
  const stranger = await service.addAccount("stan", { credit: "50.00" });
  const session = await service.addSession(stranger);
  const post = async (who: string, path: string, json: object) =>
    await (
      await service.fetch(path, { method: "POST", token: who, json })
    ).json();
  const known = await post(token, "/v1/conversations", {
    ...{ to: [stranger.address], title: "You there", text: "Hi", submit: true },
  });
  const limits = { perPayment: "2.00" };
  await post(token, "/v1/credentials", { name: "Buyer", limits });
  const { conversationId } = await post(session.token, "/v1/conversations", {
    ...{ to: [address], title: "Hello", text: "Dear friend", price: "5.00" },
    ...{ contactType: "friends_family", submit: true },
  });
  await service.fetch(`/v1/conversations/${known.conversationId}`, {
    method: "PATCH",
    token,
    json: { snoozeUntil: new Date(Date.now() + 9e8).toISOString() },
  });
  return `/c/${conversationId}`;
}
