import { afterEach, describe, expect, test } from "bun:test";
import type { TestService } from "../harness.ts";
import { startService } from "../harness.ts";
import { rowsOf, tablesOf } from "./attack.ts";
import type { Browser } from "./browser.ts";
import { signIn, signUp, tokenOf } from "./browser.ts";
import { nextMinute, ownTime } from "./clock.ts";

afterEach(ownTime);

const NEW = {
  name: "Draft writer",
  preset: "draft_only",
  perPayment: "",
  perDay: "",
  expires: "never",
};

function service(): Promise<TestService> {
  return startService({ isRealTime: true });
}

/** The hidden fields of a page, by name; the last of each. */
function hiddenIn(page: string): Record<string, string> {
  const found = page.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g);
  return Object.fromEntries([...found].map(([, name, value]) => [name, value]));
}

async function pageOf(browser: Browser, path = "/access"): Promise<string> {
  return await (await browser.get(path)).text();
}

/** Makes a credential through the page. */
async function make(browser: Browser, form: Record<string, string> = NEW) {
  const { once = "" } = hiddenIn(await pageOf(browser));
  const answer = await browser.post("/access", { ...form, once });
  const page = await answer.text();
  const token = /\bsvc_[\w-]+/.exec(page)?.[0] ?? "no token";
  return { answer, page, token, once };
}

const list = (s: TestService, token: string) =>
  s.fetch("/v1/conversations", { token });

describe("the page of agent access", () => {
  test("makes a credential, whose token works and is on no other page", async () => {
    await using s = await service();
    const browser = await signUp(s, "ada");
    const { answer, page, token } = await make(browser);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(page).toContain(`${s.baseUrl}/api/mcp`);
    expect((await list(s, token)).status).toBe(200);
    const seen = [await pageOf(browser), await pageOf(browser, "/account")];
    expect(seen[0]).toContain("Draft writer");
    expect(seen[0]).toContain(token.slice(-4));
    expect(seen.join()).not.toContain(token);
    expect(s.logged.join()).not.toContain(token);
    for (const table of await tablesOf(s)) {
      expect(JSON.stringify(await rowsOf(s, table))).not.toContain(token);
    }
  });

  test("a form that is sent again makes no second credential and shows no token", async () => {
    await using s = await service();
    const browser = await signUp(s, "ada");
    const { once, token } = await make(browser);
    for (const form of [NEW, { ...NEW, name: "Other" }]) {
      const again = await browser.post("/access", { ...form, once });
      const page = await again.text();
      expect([again.status >= 400, page.includes(token)]).toEqual([
        true,
        false,
      ]);
      expect(page).not.toMatch(/\bsvc_[\w-]{8}/);
      expect(page.match(/New token<\/button>/g)).toHaveLength(1);
    }
  });

  test("gives a new token, with which the old one is dead, and ends it for good", async () => {
    await using s = await service();
    const browser = await signUp(s, "ada");
    const { token } = await make(browser);
    const fields = hiddenIn((await pageOf(browser)).split('id="new"')[0] ?? "");
    const page = await (await browser.post("/access/rotate", fields)).text();
    const next = /\bsvc_[\w-]+/.exec(page)?.[0] ?? "no token";
    expect([
      (await list(s, token)).status,
      (await list(s, next)).status,
    ]).toEqual([401, 200]);
    const again = await browser.post("/access/rotate", fields);
    expect(await again.text()).not.toMatch(/\bsvc_[\w-]{8}/);
    expect((await list(s, next)).status).toBe(200);
    const gone = await browser.post("/access/revoke", fields);
    expect(gone.headers.get("location")).toBe("/access");
    expect((await list(s, next)).status).toBe(401);
    expect(await pageOf(browser)).toContain("What has ended (1)");
  });

  test("says what a credential may do, may spend and when it ends", async () => {
    await using s = await service();
    const browser = await signUp(s, "ada");
    await make(browser, {
      ...NEW,
      preset: "full",
      perPayment: "5.00",
      perDay: "20",
      expires: "30",
    });
    const page = await pageOf(browser);
    expect(page).toContain("<strong>Full.</strong>");
    expect(page).toContain(
      "at most 5.00 USDC for one payment, 20.00 USDC a day",
    );
    expect(page).not.toContain("<dt>Ends</dt><dd>Never");
  });

  test("says whom a credential pays and as what", async () => {
    await using s = await service();
    const browser = await signUp(s, "ada");
    const form = {
      ...NEW,
      preset: "full",
      payees: "Bob@b.example, c@b.example",
    };
    await make(browser, { ...form, as_clients: "yes", as_everyone: "yes" });
    const page = await pageOf(browser);
    expect(page).toContain(
      "at most 10.00 USDC for one payment; only to bob@b.example, c@b.example; only as clients, everyone else. You are asked about everything else.",
    );
  });

  test("says which requests a credential accepts, and takes them from its fields", async () => {
    await using s = await service();
    const browser = await signUp(s, "ada");
    await make(browser, {
      ...NEW,
      preset: "full",
      perPayee: "7",
      maxPrice: "5",
      senders: "Bob@b.example",
      from_clients: "yes",
    });
    const page = await pageOf(browser);
    expect(page).toContain(
      "It accepts by itself requests of at most 5.00 USDC, from clients, from bob@b.example. Others wait for you.",
    );
    expect(page).toContain("7.00 USDC a day to one payee");
    await make(browser, NEW);
    expect(await pageOf(browser)).toContain("It accepts no request");
  });

  test("says at the field what cannot be read, keeps the rest and makes nothing", async () => {
    await using s = await service();
    const browser = await signUp(s, "ada");
    for (const [form, words] of [
      [{ ...NEW, name: "" }, "Write a name."],
      [{ ...NEW, preset: "root" }, "Choose what it may do."],
      [{ ...NEW, perPayment: "much" }, "Write an amount such as 5.00."],
      [{ ...NEW, perDay: "-1" }, "Write an amount such as 5.00."],
      [{ ...NEW, perPayee: "1e3" }, "Write an amount such as 5.00."],
      [{ ...NEW, maxPrice: "all" }, "Write an amount such as 5.00."],
      [{ ...NEW, payees: "a@b.example bob" }, "Write addresses such as"],
      [{ ...NEW, senders: "bob" }, "Write addresses such as"],
      [{ ...NEW, payees: "a@b.example,".repeat(51) }, "Write at most 50"],
    ] as const) {
      const { answer, page } = await make(browser, form);
      expect([words, answer.status]).toEqual([words, 400]);
      expect(page).toContain(`role="alert">${words}`);
      expect(page).toContain("Nothing yet.");
      expect(page).toContain(`value="${form.name}"`);
    }
  });

  test("shows hostile names as text, of credentials and of devices", async () => {
    await using s = await service();
    const browser = await signUp(s, "ada");
    const name = `<img src=x onerror=alert(1)>"'&`;
    const { page } = await make(browser, { ...NEW, name });
    for (const html of [page, await pageOf(browser)]) {
      expect(html).not.toContain("<img src=x");
      expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;");
    }
  });

  test("signs another device out, and leaves this one signed in", async () => {
    await using s = await service();
    const here = await signUp(s, "ada");
    nextMinute();
    const there = await signIn(s, "ada@mail.example");
    expect((await there.get("/")).status).toBe(200);
    const page = await pageOf(here);
    expect(page.match(/>Sign out<\/button>/g)).toHaveLength(1);
    const { sessionId = "" } = hiddenIn(page);
    const answer = await here.post("/access/sign-out", { sessionId });
    expect(answer.status).toBe(303);
    expect((await there.get("/")).headers.get("location")).toBe("/sign-in");
    expect((await here.get("/access")).status).toBe(200);
  });

  test("touches nothing of another account", async () => {
    await using s = await service();
    const ada = await signUp(s, "ada");
    const { token } = await make(ada);
    const fields = hiddenIn((await pageOf(ada)).split('id="new"')[0] ?? "");
    nextMinute();
    const eve = await signUp(s, "eve");
    for (const path of ["/access/rotate", "/access/revoke"]) {
      expect([path, (await eve.post(path, fields)).status]).toEqual([
        path,
        404,
      ]);
    }
    expect((await list(s, token)).status).toBe(200);
  });

  test("is for whoever is signed in, and takes forms of our own pages alone", async () => {
    await using s = await service();
    const shown = await s.fetch("/access", { redirect: "manual" });
    expect(shown.headers.get("location")).toBe("/sign-in");
    const browser = await signUp(s, "ada");
    for (const path of [
      "/access",
      "/access/rotate",
      "/access/revoke",
      "/access/sign-out",
      "/address",
    ]) {
      for (const origin of ["https://evil.example", "null", undefined]) {
        const answer = await s.fetch(path, {
          method: "POST",
          headers: {
            "content-type": "application/x-www-form-urlencoded",
            cookie: browser.cookies,
            ...(origin !== undefined && { origin }),
          },
          body: new URLSearchParams(NEW).toString(),
        });
        expect([path, origin, answer.status]).toEqual([path, origin, 403]);
      }
    }
    expect(await pageOf(browser)).toContain("Nothing yet.");
  });
});

describe("whoever has no address yet", () => {
  test("claims one at home, and is told what is free when it is taken", async () => {
    await using s = await service();
    await s.addAccount("taken");
    const browser = await signIn(s, "ada@mail.example");
    await browser.post("/sign-up", { displayName: "Ada" });
    expect(await pageOf(browser, "/account")).toContain("Claim an address");
    for (const [localPart, words] of [
      ["taken", "Somebody has this address already. Free now: taken2"],
      ["admin", "This address is reserved. Free now: "],
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
    expect(page).not.toContain("Claim an address");
    expect(await tokenOf(browser)).toStartWith("ses_");
  });
});
