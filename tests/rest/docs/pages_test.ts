import { describe, expect, test } from "bun:test";
import { groupPath } from "../../../packages/docs-site/src/reference.ts";
import type { DocsPage } from "../../../packages/docs-site/src/site.ts";
import { docsGroups, docsPages } from "../../../packages/docs-site/src/site.ts";
import { ERRORS } from "../../../src/core/errors/error_table.ts";
import { describedRoutes } from "../../../src/rest/described.ts";
import { docsContent } from "../../../src/rest/docs/content.ts";
import {
  documentFiles,
  PICTURES,
} from "../../../src/rest/docs/document_files.ts";
import { json, startService } from "../../harness.ts";

const PLACE = { baseUrl: "http://x.test", addressDomain: "x.test" };

const PAGES = docsPages(docsContent());
const BODIES = new Map(
  [...PAGES].map(([path, page]) => [path, page.body(PLACE)]),
);

function idsOf(html: string): readonly string[] {
  return [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = ""]) => id);
}

describe("pages of the documentation", () => {
  test("are all documents and all groups of routes, and the navigation leads to what is there", () => {
    for (const document of documentFiles().keys()) {
      expect([...PAGES.values()].map((it) => it.document)).toContain(document);
    }
    const shown = docsGroups(docsContent()).flatMap(({ pages }) => pages);
    const hollow = (page: DocsPage) =>
      (BODIES.get(page.path)?.length ?? 0) < 200;
    expect(shown.filter(hollow).map(({ path }) => path)).toEqual([]);
    for (const { group } of describedRoutes()) {
      expect(shown.map(({ path }) => path)).toContain(groupPath(group));
    }
    // These are for whoever changes the service.
    for (const inner of ["performance", "languages", "glossary"]) {
      expect(shown.map(({ document }) => document)).not.toContain(inner);
      expect(PAGES.has(`/docs/${inner}`)).toBe(true);
    }
  });

  test("have one page a subject", () => {
    const parts = {
      asking: ["approvals", "what-sending-would-do"],
      mail: ["answers-by-mail", "how-mail-leaves"],
      events: ["changes", "web-push"],
      states: ["what-may-be-done-and-whose-turn-it-is"],
      agent_access: ["scopes-and-presets"],
    };
    for (const [page, anchors] of Object.entries(parts)) {
      const ids = idsOf(BODIES.get(`/docs/${page}`) ?? "");
      expect(ids).toEqual(expect.arrayContaining(anchors));
    }
  });

  test("have each anchor once, and links that lead somewhere", () => {
    const lost: string[] = [];
    for (const [path, html] of BODIES) {
      const ids = idsOf(html);
      expect([path, new Set(ids).size]).toEqual([path, ids.length]);
      for (const [, href = ""] of html.matchAll(/<a href="([^"]*)"/g)) {
        if (!href.startsWith("#") && !href.startsWith("/docs")) continue;
        const [page = "", anchor] = href.split("#");
        const target = BODIES.get(page || path);
        const isThere =
          target !== undefined &&
          (anchor === undefined || idsOf(target).includes(anchor));
        if (!isThere) lost.push(`${path}: ${href}`);
      }
    }
    expect(lost).toEqual([]);
  });

  test("document every route with its owner, and every error at its own anchor", () => {
    for (const { id, method, path, group, operation } of describedRoutes()) {
      const html = BODIES.get(groupPath(group)) ?? "";
      const section =
        html.split("<section ").find((it) => it.includes(`id="${id}"`)) ?? "";
      expect(section).toContain(`${method}</span>${path}</code>`);
      const { who, agents } = { agents: false, ...operation.access };
      const isOfSession =
        ["session", "newcomer", "owner"].includes(who) && !agents;
      expect([id, section.includes("Session only")]).toEqual([id, isOfSession]);
    }
    const errors = BODIES.get("/docs/errors") ?? "";
    expect(idsOf(errors)).toEqual(expect.arrayContaining(Object.keys(ERRORS)));
    expect(idsOf(BODIES.get("/docs") ?? "")).toContain("session-token");
  });

  test("have the addresses of the service in their samples", () => {
    const html = BODIES.get("/docs/quick_start/rest") ?? "";
    expect(html).toContain("http://x.test/v1/conversations");
    expect(html).toContain("hello@x.test");
    expect(html).not.toContain("localhost:3000");
  });
});

describe("/docs", () => {
  test("loads nothing from elsewhere, and runs its own script alone", async () => {
    await using service = await startService();
    for (const path of ["/docs", "/docs/money", "/docs/search?q=%3Cb%3E"]) {
      const response = await service.fetch(path);
      expect(response.status).toBe(200);
      const policy = response.headers.get("content-security-policy") ?? "";
      expect(policy).toStartWith("default-src 'none'; style-src 'self';");
      expect(policy).not.toContain("unsafe");
      const html = await response.text();
      expect(html).not.toMatch(/<style|style=|<iframe|\son\w+=|<b>/i);
      const loaded = [
        ...html.matchAll(/<(?:link|script|img)[^>]+(?:href|src)="([^"]+)"/g),
      ].map(([, href]) => href);
      expect(new Set(loaded)).toEqual(
        new Set(["/icon.svg", "/docs/style.css", "/docs/script.js"]),
      );
    }
    const css = await (await service.fetch("/docs/style.css")).text();
    // But for the typeface, from here.
    expect(css).not.toMatch(/url\((?!"\/app\/inter)|@import/);
    const script = await service.fetch("/docs/script.js");
    expect(script.headers.get("content-type")).toStartWith("text/javascript");
    expect(await script.text()).not.toContain("interface Found");
  });

  test("begin with a guide, whose pictures are small and come from a fixed list", async () => {
    await using service = await startService();
    const [first] = docsGroups(docsContent());
    expect(first?.title).toBe("Guide");
    const shown = new Set<string>();
    for (const { path } of first?.pages ?? []) {
      const html = await (await service.fetch(path)).text();
      const pictures = [
        ...html.matchAll(/<img src="(\/docs[^"]+)" alt="[^"]{20,}/g),
      ];
      expect([path, pictures.length > 0]).toEqual([path, true]);
      for (const [, src = ""] of pictures) shown.add(src);
    }
    const served = [...PICTURES].map((path) => `/docs/${path}`);
    expect([...shown].toSorted()).toEqual(served.toSorted());
    let bytes = 0;
    for (const path of served) {
      const picture = await service.fetch(path);
      expect(picture.headers.get("content-type")).toBe("image/png");
      expect(picture.headers.get("x-content-type-options")).toBe("nosniff");
      const { byteLength } = await picture.arrayBuffer();
      expect([path, byteLength < 60_000]).toEqual([path, true]);
      bytes += byteLength;
    }
    expect(bytes).toBeLessThan(500_000);
    for (const other of ["guide/pictures/none.png", "images/inbox.png"]) {
      expect((await service.fetch(`/docs/${other}`)).status).toBe(404);
    }
  });

  test("has each page as Markdown, too, and says what is not there", async () => {
    await using service = await startService();
    const text = await service.fetch("/docs/money.md");
    expect(text.headers.get("content-type")).toStartWith("text/markdown");
    expect(await text.text()).toStartWith("# Money\n");
    const none = "/docs/none";
    for (const path of [none, `${none}.md`, "/docs/%2e%2e/x.md"]) {
      const missing = await service.fetch(path);
      expect([path, missing.status]).toEqual([path, 404]);
    }
  });

  test("finds parts of pages by words and by names", async () => {
    await using service = await startService();
    const find = async (q: string) => {
      const query = new URLSearchParams({ q });
      const answer = await service.fetch(`/docs/search.json?${query}`);
      const { found } = await json(answer);
      return found.map(({ href }: { href: string }) => href);
    };
    expect((await find("asking for a refund"))[0]).toBe(
      "/docs/money#asking-for-a-refund",
    );
    // A question of a person leads to the guide.
    const guide = "/docs/guide";
    for (const [question, found] of [
      ["how do I get a refund", "refunds#how-do-i-get-a-refund"],
      ["How can I get my refund?", "refunds#how-do-i-get-a-refund"],
      ["refund", "refunds#how-do-i-get-a-refund"],
      ["how do I get paid", "getting_paid"],
      ["how do I connect my assistant", "assistant"],
      ["block and report", "privacy#block-and-report"],
      ["block someone", "privacy#block-and-report"],
      ["get paid", "getting_paid"],
      ["getting paid", "getting_paid"],
      ["connect claude", "assistant#connect-it"],
      ["my agent asks too much", "assistant#if-your-agent-asks-you-too-much"],
      ["too many approvals", "assistant#if-your-agent-asks-you-too-much"],
      ["cancel", "first_request#cancel-a-request"],
      ["canceling requests", "first_request#cancel-a-request"],
      ["delete my account", "privacy#take-your-data-or-delete-your-account"],
    ] as const) {
      const [first] = await find(question);
      expect([question, first]).toEqual([question, `${guide}/${found}`]);
    }
    expect((await find("payment_required"))[0]).toStartWith("/docs/errors#");
    expect((await find("send_message"))[0]).toBe(
      "/docs/rest/conversations#send_message",
    );
    // Beginnings of words count, their middles do not.
    expect(await find("funding")).not.toContain("/docs/money#refunds");
    expect(await find("zzzz")).toEqual([]);
    expect(await find(" ")).toEqual([]);
    expect((await find("a".repeat(5_000))).length).toBe(0);
    expect((await find("the")).length).toBe(8);
  });
});
