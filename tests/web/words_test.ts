import { expect, test } from "bun:test";
import { draftBody, NOTHING } from "../../packages/web/src/compose/written.ts";
import { snippetsOf } from "../../packages/web/src/settings/snippets.tsx";

test("what is half-typed is kept from the service, and nothing else", () => {
  const body = draftBody({
    ...NOTHING,
    to: ["a@b.example", "half"],
    price: "1.",
    release: "converted",
  });
  expect(body).toEqual({
    to: ["a@b.example"],
    cc: [],
    bcc: [],
    title: "",
    text: "",
    contactType: "everyone",
    ...{ offerId: null, milestones: [], arbiter: null },
    // Null takes one from the draft.
    ...{ acceptWithin: null, deliverWithin: null, deliverBy: null },
  });
});

test("a configuration for each program holds the address and the token, and is JSON where it should be", () => {
  const snippets = snippetsOf("http://localhost:3000/api/mcp", "svc_x");
  for (const { text } of snippets)
    expect(text).toMatch(/Bearer svc_x|"SVC_TOKEN": "svc_x"/);
  expect(snippets.map(({ name }) => name)).toContain("Claude Code");
  for (const { text } of snippets.filter(({ text }) => text.startsWith("{"))) {
    expect(JSON.stringify(JSON.parse(text))).toMatch(
      /http:\/\/localhost:3000(?:\/api\/mcp|")/,
    );
  }
});
