import { sweepDue } from "../../../src/core/loops/sweeper.ts";
import type { TestService } from "../../harness.ts";
import type { Set as Means } from "../cards.ts";
import type { Scene } from "./scenes.ts";

const HOUR_MS = 3_600_000;
const CLAIM = {
  reason: "not_as_agreed",
  text: "Half is missing.",
  evidence: [],
};

/** The states of a dispute, as its payer, its payee and its arbiter see them. */
export async function disputesFor(
  service: TestService,
  set: Means,
): Promise<readonly Scene[]> {
  const { friend, call } = set;
  const other = await set.another("Paula Partner");
  const paid = async (
    payer: Means["friend"],
    payee: Means["friend"],
    arbiter: string,
  ) => {
    const { conversationId } = await call(payer.token, "conversations", {
      ...{ to: [payee.address], title: "Ten pages", text: "By Friday." },
      ...{ price: "10.00", arbiter, submit: true },
    });
    const at = `conversations/${conversationId}`;
    await call(payee.token, `${at}/messages`, { text: "Here are five." });
    return at;
  };
  const before = await paid(set, friend, other.address);
  const payer = await paid(set, friend, other.address);
  await call(set.token, `${payer}/dispute`, { ...CLAIM, return: "5.00" });
  await call(friend.token, `${payer}/dispute/answer`, { return: "3.00" });
  const payee = await paid(friend, set, other.address);
  await call(friend.token, `${payee}/dispute`, { ...CLAIM, return: "5.00" });
  const arbiter = await paid(friend, other, set.address);
  await call(friend.token, `${arbiter}/dispute`, CLAIM);
  const pathOf = (at: string) => at.replace("conversations", "/c");
  return [
    {
      name: "dispute before it is opened",
      path: pathOf(before),
      async open(page, says) {
        const title = says("Open a dispute");
        await page.getByRole("button", { name: title }).click();
        await page.getByRole("dialog", { name: title }).waitFor();
      },
    },
    { name: "dispute that was answered", path: pathOf(payer) },
    { name: "dispute to answer", path: pathOf(payee) },
    {
      // The last one: the clock goes on for everything.
      name: "dispute to decide",
      path: pathOf(arbiter),
      async open(page, says) {
        service.clock.advance(73 * HOUR_MS);
        await sweepDue(service.services);
        await page.reload();
        await page.getByText(says("What each side said")).click();
      },
    },
  ];
}
