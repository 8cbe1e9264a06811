import { afterEach, describe, expect, test } from "bun:test";
import type { TestService } from "../harness.ts";
import { startService } from "../harness.ts";
import type { Browser } from "./browser.ts";
import { signIn, signUp, tokenOf } from "./browser.ts";
import { ownTime } from "./clock.ts";

afterEach(ownTime);

function service(): Promise<TestService> {
  return startService({ isRealTime: true });
}

async function pageOf(browser: Browser, path: string): Promise<string> {
  return await (await browser.get(path)).text();
}

describe("whoever has no address yet", () => {
  test("claims one at home, and is told what is free when it is taken", async () => {
    await using s = await service();
    await s.addAccount("taken");
    const browser = await signIn(s, "ada@mail.example");
    await browser.post("/sign-up", { displayName: "Ada" });
    expect(await pageOf(browser, "/account")).toContain("Choose your address");
    for (const [localPart, words] of [
      ["taken", "This address is taken. Available: taken2"],
      ["admin", "This address is reserved. Available: "],
      ["No Spaces", "lower-case letters"],
    ] as const) {
      const answer = await browser.post("/address", { localPart });
      const page = await answer.text();
      expect([localPart, answer.status >= 400]).toEqual([localPart, true]);
      expect(page).toMatch(
        new RegExp(`id="localPart-error" role="alert">[^<]*${words}`, "i"),
      );
      expect(page).toMatch(
        /name="localPart"[^>]+aria-invalid="true" autofocus/,
      );
    }
    const claimed = await browser.post("/address", { localPart: "ada" });
    expect(claimed.headers.get("location")).toBe("/account");
    const page = await pageOf(browser, "/account");
    expect(page).toContain("ada@inbox.localhost");
    expect(page).not.toContain("Choose your address");
    expect(await tokenOf(browser)).toStartWith("ses_");
  });
});

describe("the page of the account", () => {
  test("its form takes what one of our own pages sends, and nothing else", async () => {
    await using s = await service();
    const browser = await signUp(s, "ada");
    expect(await pageOf(browser, "/account")).toContain(
      'href="/settings/access"',
    );
    for (const origin of ["https://evil.example", "null", undefined]) {
      const answer = await s.fetch("/address", {
        method: "POST",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          cookie: browser.cookies,
          ...(origin !== undefined && { origin }),
        },
        body: "localPart=eve",
      });
      expect([origin, answer.status]).toEqual([origin, 403]);
    }
  });
});
