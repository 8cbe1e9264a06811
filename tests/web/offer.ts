import type { Page } from "playwright-core";
import type { PlainPage } from "./plain/page.ts";

export const TITLE = "Paint the fence";

/** Writes a request with a price and sends it; ends in its thread. */
export async function offer(
  { page }: { readonly page: Page | PlainPage },
  to: string,
  title = TITLE,
  price = "5",
) {
  await page.goto("/compose");
  await page.getByLabel("To", { exact: true }).fill(to);
  await page.getByLabel("To", { exact: true }).press("Enter");
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Message").fill("Both sides, please.");
  await page.getByLabel("Price").fill(price);
  const plan = page.getByRole("region", { name: "When you send" });
  await plan.getByText("gets the message and its files right away").waitFor();
  // The plan follows what was typed.
  if (price) await plan.getByText(/ is held/).waitFor();
  const said = await plan.textContent();
  await page.getByText("Saved as a draft").waitFor();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("heading", { name: title, level: 1 }).waitFor();
  return said;
}
