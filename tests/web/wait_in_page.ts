import type { Page } from "playwright-core";

const FRAMES_MAX = 600;

/**
 * Waits for what a page finds by asking something that answers later. For `waitForFunction`
 * the promise itself counts as true.
 */
export async function waitInPage<T>(
  page: Page,
  look: () => Promise<T | undefined>,
): Promise<T> {
  for (let frames = 0; frames < FRAMES_MAX; frames++) {
    const found = await page.evaluate(look);
    if (found) return found as T;
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  throw new Error("Not found in the page");
}
