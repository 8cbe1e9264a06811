import type { Page } from "playwright-core";
import type { TestService } from "../../harness.ts";
import { KINDS, setFor } from "../cards.ts";
import type { Person } from "../person.ts";
import type { Stage } from "../stage.ts";
import { pagesOf, stage } from "../stage.ts";
import { claimed, STATES } from "../states.ts";
import type { Says } from "./spoken.ts";

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
  const cards = await cardsFor(service, person);
  return [
    ...PUBLIC,
    CODE_PAGE,
    ...pagesOf(set).map((path) => ({
      name: `page ${nameOf(path, set)}`,
      path,
    })),
    { name: "a stranger who claims to be known", path: strange },
    ...cards,
    ...STATES.map((it) => ({
      name: it.name,
      path: it.path(set),
      open: (page: Page, says: Says) => it.open({ page, stage: set, says }),
    })),
  ];
}

/** The ids of a run are no names of a picture. */
function nameOf(path: string, { offered, done, draft }: Stage): string {
  return path
    .replace(offered, "offered")
    .replace(done, "done")
    .replace(draft, "draft");
}

/** One of each question that a person is asked. */
async function cardsFor(
  service: TestService,
  person: Pick<Person, "address" | "token">,
): Promise<readonly Scene[]> {
  const set = await setFor(service, person);
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
