import type { Page } from "playwright-core";
import type { TestService } from "../../harness.ts";
import { KINDS, setFor } from "../cards.ts";
import type { Person } from "../person.ts";
import type { Stage } from "../stage.ts";
import { pagesOf, stage } from "../stage.ts";
import { claimed, STATES } from "../states.ts";
import { disputesFor } from "./disputes.ts";
import type { Says } from "./spoken.ts";
import { teamFor } from "./teams.ts";

/** One picture: where it is taken, and what is opened there first. */
export interface Scene {
  readonly name: string;
  readonly path: string;
  /** Without the person's session. */
  readonly isPublic?: boolean;
  open?(page: Page, says: Says): Promise<void>;
}

/** Pages of the server, which need no session. */
const PUBLIC: readonly Scene[] = [
  "/",
  "/sign-in",
  "/sign-up",
  "/docs",
  "/no-such-page",
].map((path) => ({ name: `page ${path}`, path, isPublic: true }));

/** Puts everything into the person's inbox that a picture shows, and lists the pictures. */
export async function scenesFor(
  service: TestService,
  person: Pick<Person, "address" | "token">,
): Promise<readonly Scene[]> {
  const set = await stage(service, person.token, person.address);
  const strange = await claimed(service, person);
  const means = await setFor(service, person);
  const cards = await cardsFor(means);
  return [
    ...PUBLIC,
    CODE_PAGE,
    ...pagesOf(set).map((path) => ({
      name: `page ${nameOf(path, set)}`,
      path,
    })),
    { name: "a stranger who claims to be known", path: strange },
    ...cards,
    ...(await termsFor(means)),
    CALENDAR,
    DEADLINES,
    STEPS,
    {
      name: "offers of a recipient",
      path: `/compose?${new URLSearchParams({ to: set.seller })}`,
    },
    ...(await ordersFor(means)),
    ...STATES.map((it) => ({
      name: it.name,
      path: it.path(set),
      open: (page: Page, says: Says) => it.open({ page, stage: set, says }),
    })),
    ...(await teamFor(service, means)),
    ...(await disputesFor(service, means)),
  ];
}

/** The ids of a run are no names of a picture. */
function nameOf(path: string, { offered, done, draft, seller }: Stage): string {
  return path
    .replace(encodeURIComponent(seller), "seller")
    .replace(offered, "offered")
    .replace(done, "done")
    .replace(draft, "draft");
}

type Means = Awaited<ReturnType<typeof setFor>>;

/** One of each question that a person is asked. */
async function cardsFor(set: Means): Promise<readonly Scene[]> {
  const cards: Scene[] = [];
  for (const [kind, prepare] of Object.entries(KINDS)) {
    const { conversationId } = await prepare(set);
    const path = `/c/${conversationId}`;
    cards.push({ name: `decide ${kind}`, path });
    if (EDITED.includes(kind)) {
      cards.push({ name: `decide ${kind} as changed`, path, open: edit });
    }
  }
  return cards;
}

/** A proposal that is written, and one that was declined. */
async function termsFor({
  call,
  token,
  friend,
}: Means): Promise<readonly Scene[]> {
  const { conversationId } = await call(token, "conversations", {
    to: [friend.address],
    title: "Six stools",
    text: "Could you build them?",
    submit: true,
  });
  const validUntil = new Date(Date.now() + 2 * 86_400_000).toISOString();
  const at = `conversations/${conversationId}`;
  await call(token, `${at}/proposals`, { price: "30.00", validUntil });
  const comment = "The wood alone costs more.";
  const no = { decision: "decline", comment };
  await call(friend.token, `${at}/decisions`, no);
  const path = `/c/${conversationId}`;
  const open = async (page: Page, says: Says) => {
    await page.getByRole("button", { name: says("More actions") }).click();
    const name = says("Propose a price");
    await page.getByRole("menuitem", { name }).click();
    await page.getByRole("dialog", { name }).waitFor();
  };
  return [
    { name: "a declined proposal", path },
    { name: "a proposal as it is written", path, open },
  ];
}

/** The address of a calendar, which is shown once. */
const CALENDAR: Scene = {
  name: "a calendar's address",
  path: "/settings/notifications",
  async open(page, says) {
    const part = page.getByRole("region", { name: says("Calendar") });
    await part
      .getByRole("button", { name: says("Create a calendar address") })
      .or(part.getByRole("button", { name: says("Create a new address") }))
      .click();
    const link = part.getByRole("link", { name: says("Add to calendar") });
    await link.scrollIntoViewIfNeeded();
  },
};

/** The deadlines of a request as they are written. */
const DEADLINES: Scene = {
  name: "deadlines as they are written",
  path: "/compose",
  async open(page, says) {
    await page.getByRole("button", { name: says("Add a deadline") }).click();
    await page.getByLabel(says("done within"), { exact: true }).fill("3");
  },
};

/** A price that is being split into steps. */
const STEPS: Scene = {
  name: "steps of a price as they are written",
  path: "/compose",
  async open(page, says) {
    await page.getByLabel(says("Price")).fill("12");
    await page.getByRole("button", { name: says("Pay in steps") }).click();
    await page.getByPlaceholder(says("What is delivered")).fill("A draft");
    await page.getByRole("textbox", { name: /1$/ }).last().fill("5");
    await page.getByRole("button", { name: says("Add a step") }).click();
  },
};

/** An order and steps as the one who gets them has them, and the page of what is sold. */
async function ordersFor({
  call,
  token,
  address,
  friend,
}: Means): Promise<readonly Scene[]> {
  const order = { offerId: "text", submit: true };
  const input = { language: "sv", pages: 12 };
  const { conversationId } = await call(friend.token, "conversations", {
    ...{ ...order, to: [address], input, text: "As soon as you can, please." },
  });
  const within = ["P1D", "P3D"] as const;
  const stepped = await call(token, "conversations", {
    ...{ to: [friend.address], title: "A bench", text: "In two steps" },
    milestones: within.map((deliverWithin, n) => ({
      ...{ title: `Part ${n + 1}`, amount: "4.00", deliverWithin },
    })),
    submit: true,
  });
  const at = `conversations/${stepped.conversationId}/messages`;
  await call(friend.token, at, { text: "Gladly." });
  return [
    { name: "an order", path: `/c/${conversationId}` },
    { name: "steps with dates", path: `/c/${stepped.conversationId}` },
    {
      name: "page of a seller",
      path: `/@${address.split("@")[0]}`,
      isPublic: true,
    },
  ];
}

/** The proposals whose words a person may change. */
const EDITED: readonly string[] = ["submit", "reply"];

async function edit(page: Page, says: Says): Promise<void> {
  const name = says("Edit");
  await page.getByRole("button", { name, exact: true }).click();
  await page.getByLabel(says("Message"), { exact: true }).waitFor();
}

/** The page that asks for the code from the mail. */
const CODE_PAGE: Scene = {
  name: "page that asks for the code",
  path: "/sign-in",
  isPublic: true,
  async open(page, says) {
    await page
      .getByLabel(says("Email"))
      .fill(`${crypto.randomUUID()}@a.example`);
    await page.getByRole("button", { name: says("Email me a code") }).click();
    await page.getByLabel(says("Code")).waitFor();
  },
};
