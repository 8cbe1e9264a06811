import { expect } from "bun:test";
import { chromium } from "playwright-core";
import { inProof } from "../proof.ts";
import { packagedChromium } from "./packaged_chromium.ts";

inProof(
  "the browser that comes with the packages shows a page, with fonts of its own",
  async () => {
    const browser = await chromium.launch({
      ...(await packagedChromium()),
      args: ["--no-sandbox", "--disable-dev-shm-usage"],
    });
    try {
      const page = await browser.newPage();
      await page.setContent("<h1>Inbox</h1>");
      const box = await page
        .getByRole("heading", { name: "Inbox" })
        .boundingBox();
      expect(box?.height).toBeGreaterThan(10);
    } finally {
      await browser.close();
    }
  },
  60_000,
);
