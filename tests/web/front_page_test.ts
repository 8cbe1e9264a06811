import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { nextOf } from "../../src/auth/next.ts";
import { rateClassOf } from "../../src/core/access/rate.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { checkFreeAddress } from "../../src/core/operations/check_free_address.ts";
import { suggestFreeAddresses } from "../../src/core/operations/suggest_free_addresses.ts";
import { Browser, signIn, signUp } from "../auth/browser.ts";
import type { TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";

let service: TestService;

beforeAll(async () => {
  service = await startService({ isRealTime: true });
});

afterAll(() => service[Symbol.asyncDispose]());

/** The commands that the page shows, as a browser copies them. */
async function commands(): Promise<readonly string[]> {
  const page = await (await new Browser(service).get("/")).text();
  const found = page.matchAll(/<code id="try-[a-z]+">([^<]*)<\/code>/g);
  return [...found].map(([, html = ""]) =>
    html
      .replaceAll("&quot;", '"')
      .replaceAll("&#39;", "'")
      .replaceAll("&amp;", "&"),
  );
}

describe("a visitor", () => {
  test("sees what this is and a way in, and is not told of anybody", async () => {
    const answer = await new Browser(service).get("/");
    const page = await answer.text();
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([
      200,
      "no-store",
    ]);
    expect(page).toContain('<a class="button" href="/sign-in">Create an inbox');
    expect(page).toContain('href="/docs"');
  });

  test("has the way in above what explains it: on the first screen of a telephone, too", async () => {
    const page = await (await new Browser(service).get("/")).text();
    const [way, facts] = ['class="button"', 'class="facts"'].map((it) =>
      page.indexOf(it),
    );
    expect(way).toBeGreaterThan(0);
    expect(facts).toBeGreaterThan(way ?? 0);
  });

  test("copies a command that works without an account", async () => {
    const [card = ""] = await commands();
    const url = /^curl -s (\S+)$/.exec(card)?.[1] ?? "";
    const answer = await service.fetch(new URL(url).pathname);
    expect(await json(answer)).toMatchObject({
      skills: expect.any(Array),
      supportedInterfaces: expect.any(Array),
    });
  });

  test("copies a request that the welcome agent gets, as it stands", async () => {
    const { token } = await service.addAccount("visitor");
    const request = (await commands()).at(-1) ?? "";
    const body = /-d '([^']+)'$/.exec(request)?.[1] ?? "";
    const url = /^curl -s (\S+) /.exec(request)?.[1] ?? "";
    const answer = await service.fetch(new URL(url).pathname, {
      method: "POST",
      token,
      json: JSON.parse(body),
    });
    expect([answer.status, (await json(answer)).state]).toEqual([
      201,
      "submitted",
    ]);
  });

  test("who came for a receipt goes on to it, and to no other place", async () => {
    const asked = await new Browser(service).get("/receipts/cnv_0abc");
    expect(asked.headers.get("location")).toBe("/sign-in?receipt=cnv_0abc");
    expect(nextOf("receipt=cnv_0abc")).toBe("/receipts/cnv_0abc");
    for (const bad of ["//evil.example", "cnv_0/../x", "..", "cnv_0%2f", ""]) {
      expect(nextOf(`receipt=${encodeURIComponent(bad)}`)).toBe("/");
    }
    const browser = await signIn(service, "r@mail.example", "receipt=cnv_0abc");
    const form = { displayName: "Ruth", query: "receipt=cnv_0abc" };
    const made = await browser.post("/sign-up", form);
    expect(made.headers.get("location")).toBe("/receipts/cnv_0abc");
  });

  test("copies an address of MCP that asks for a sign-in", async () => {
    const assistant = (await commands()).find((it) => it.startsWith("claude"));
    const url = /"(\S+)"/.exec(assistant ?? "")?.[1] ?? "";
    const { pathname, search } = new URL(url);
    const answer = await service.fetch(pathname + search, {
      method: "POST",
      json: { jsonrpc: "2.0", id: 1, method: "tools/list" },
    });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toContain("Bearer");
  });
});

describe("free addresses by a name", () => {
  const PATH = "/api/addresses/free/suggestions";
  const suggestions = async (token: string, name: string) => {
    const query = new URLSearchParams({ name });
    const answer = await service.fetch(`${PATH}?${query}`, { token });
    return (await json(answer)).suggestions;
  };

  test("are said to a newcomer by the page's script, and to nobody without a session", async () => {
    const path = "/sign-up/suggestions?name=Zoë%20Müller";
    const newcomer = await signIn(service, "zoe@mail.example");
    expect(await newcomer.get("/sign-up").then((it) => it.text())).toContain(
      'data-suggests="/sign-up/suggestions"',
    );
    const said = await newcomer.get(path);
    expect(await json(said)).toEqual({
      suggestions: ["zoe.muller", "zoe", "zoemuller"],
    });
    expect((await new Browser(service).get(path)).status).toBe(401);
  });

  test("are free, allowed and three at most, whatever the name", async () => {
    await service.addAccount("grace");
    const { token } = await service.addAccount("asker");
    expect(await suggestions(token, "Grace Hopper")).toEqual([
      "grace.hopper",
      "gracehopper",
      "g.hopper",
    ]);
    expect(await suggestions(token, "admin")).not.toContain("admin");
    for (const name of ["李雷", "--", "<b>", "x".repeat(LIMITS.nameCharsMax)]) {
      const said = await suggestions(token, name);
      expect([name, said.length]).toEqual([name, 3]);
      for (const it of said)
        expect(it).toMatch(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/);
    }
  });

  test("count with the checks of single names, so that nobody is looked for by them", () => {
    expect(rateClassOf(suggestFreeAddresses)).toBe("available");
    expect(rateClassOf(checkFreeAddress)).toBe("available");
  });
});

describe("the page of an account", () => {
  const read = async (path: string, language = "en") =>
    await service.fetch(path, {
      headers: { accept: "text/html", "accept-language": language },
    });
  const offer = async (token: string, id: string, json: object) => {
    const path = `/v1/offers/${id}`;
    const answer = await service.fetch(path, { method: "PUT", token, json });
    expect(answer.ok).toBeTrue();
  };

  test("shows what it sells with a way to order, has a preview, runs no script and escapes its owner's words", async () => {
    const name = "Olga & <b>Sons</b>";
    const { token } = await service.addAccount("olga", { name });
    await offer(token, "logo", {
      title: '<img src=x> "logo"',
      description: "Line one\n</section><script>x</script>",
      price: "1250.5",
      deliverWithin: "P2D",
    });
    const answer = await read("/@olga");
    const page = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-security-policy")).toContain(
      "default-src 'none'",
    );
    expect(page).not.toMatch(/<script|<img src=x|<b>/);
    expect(page).toContain("<h1><bdi>Olga &amp; &lt;b&gt;Sons&lt;/b&gt;</bdi>");
    expect(page).toContain("1,250.50 USDC (TEST)</strong> · Done in 2 days");
    expect(page).toContain(
      'href="/compose?to=olga%40inbox.localhost&amp;title=%3Cimg+src%3Dx%3E+%22logo%22&amp;offer=logo"',
    );
    expect(page).toMatch(
      /<meta property="og:description" content="&lt;img src=x&gt; &quot;logo&quot;">/,
    );
    expect(page).toContain(`content="${service.baseUrl}/@olga">`);
    const german = await (await read("/@Olga", "de")).text();
    expect(german).toContain("1.250,50 USDC (TEST)</strong> · Dauer: 2 Tage");
  });

  test("is missing alike for an unknown name, an account that sells nothing in public, and a name that is none", async () => {
    const otto = await service.addAccount("otto");
    const { token } = otto;
    const json = { title: "A logo", price: "5" };
    await offer(token, "off", { ...json, active: false });
    await offer(token, "inside", { ...json, audience: ["clients"] });
    const paths = [
      "/@otto",
      "/@nobody-here",
      "/@%3Cb%3E",
      `/@${"a".repeat(999)}`,
    ];
    const said = await Promise.all(
      paths.map(async (path) => {
        const answer = await read(path);
        return [answer.status, await answer.text()];
      }),
    );
    expect(
      new Set(said.map(([status, text]) => `${status} ${text}`)).size,
    ).toBe(1);
    expect(said[0]?.[0]).toBe(404);
    expect((await read("/@%zz")).status).toBe(404);
    // Its client, signed in, has the page with what is for clients.
    const client = await signUp(service, "ottos-client");
    expect((await client.get("/@otto")).status).toBe(404);
    await service.fetch("/v1/contacts/ottos-client@inbox.localhost", {
      method: "PUT",
      token: (await service.addSession(otto)).token,
      json: { contactType: "clients" },
    });
    const seen = await (await client.get("/@otto")).text();
    expect(seen).toContain("offer=inside");
    expect(seen).not.toContain("offer=off");
    await service.fetch("/v1/profile", {
      method: "PUT",
      token,
      json: { listed: true },
    });
    expect((await read("/@otto")).status).toBe(200);
  });
});
