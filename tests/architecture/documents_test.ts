import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { generatedDocuments } from "../../scripts/generate.ts";
import { VERIFY_SCRIPT, verifyScript } from "../../scripts/verify_script.ts";
import { RequirementsSchema } from "../../src/core/conversations/model/payment_schema.ts";
import { ERRORS } from "../../src/core/errors/error_table.ts";
import {
  CONVERSATION_EVENTS,
  INBOX_EVENTS,
} from "../../src/core/streams/event_schemas.ts";
import { SUBJECTS } from "./levels.ts";
import { ROOT, SOURCES } from "./sources.ts";

interface EventSchema {
  readonly properties: Readonly<Record<string, unknown>>;
}

describe("documents", () => {
  const read = (path: string) => Bun.file(join(ROOT, path)).text();

  for (const [path, text] of Object.entries(generatedDocuments())) {
    test(`${path} is what the code generates`, async () => {
      expect((await read(path)) === text).toBe(true);
    });
  }

  test(`${VERIFY_SCRIPT} is what the code makes, and imports nothing but what Node has`, async () => {
    const text = await read(VERIFY_SCRIPT);
    expect(text === (await verifyScript())).toBe(true);
    const imported = [...text.matchAll(/^import .* from "(.*)";$/gm)];
    expect(imported.length).toBeGreaterThan(1);
    for (const [, from] of imported) expect(from).toStartWith("node:");
    expect(text).not.toMatch(/\bBun\.|\brequire\(/);
  });

  test("docs/errors.md tells of every error code and of no other", async () => {
    const documented = [
      ...(await read("docs/errors.md")).matchAll(/^\| `([a-z_]+)` \|/gm),
    ].map((it) => it[1]);
    expect(documented.toSorted()).toEqual(Object.keys(ERRORS).toSorted());
  });

  test("docs/money.md tells of every field of the requirements, and of every reason", async () => {
    const [, section = ""] = (await read("docs/money.md")).split(
      "\n## Requirements\n",
    );
    const [table = ""] = section.split("\n\n").filter((it) => it[0] === "|");
    const { properties } = RequirementsSchema;
    const names = [...Object.keys(properties), ...properties.reason.enum];
    expect(names).toContain("below_recipient_price");
    expect(names.filter((it) => !table.includes(`\`${it}\``))).toEqual([]);
  });

  test("docs/events.md tells of every event, with each of its fields", async () => {
    const text = await read("docs/events.md");
    const [one = "", rest = ""] = text.split("\n## The whole inbox\n");
    const [inbox = ""] = rest.split("\n## ");
    const told = (section: string) =>
      [...section.matchAll(/^\| `([a-z.]+)` +\|.*\| `(.*)` +\|$/gm)].map(
        ([, name = "", fields = ""]) => [name, fields.split(", ").toSorted()],
      );
    const known = (events: Readonly<Record<string, EventSchema>>) =>
      Object.entries(events).map(([name, { properties }]) => [
        name,
        Object.keys(properties).toSorted(),
      ]);
    expect(told(one)).toEqual(known(CONVERSATION_EVENTS));
    expect(told(inbox)).toEqual(known(INBOX_EVENTS));
  });

  test("every event that a change publishes has a schema", () => {
    const events = new Set(
      SOURCES.flatMap((source) => [
        ...source.text.matchAll(/name: "([a-z]+\.[a-z]+)",\n\s+version/g),
      ]).map((it) => it[1]),
    );
    expect(["ready", ...events].toSorted()).toEqual(
      Object.keys(CONVERSATION_EVENTS).toSorted(),
    );
  });

  test("ARCHITECTURE.md draws the subjects in the order that the import rule has", async () => {
    const [, drawn = ""] =
      /^ 1 {2}core\/([\s\S]*?)the subjects$/m.exec(
        await read("ARCHITECTURE.md"),
      ) ?? [];
    expect(drawn.split(/[^a-z]+/).filter(Boolean)).toEqual(SUBJECTS);
  });

  test("every decision is in the list of decisions", async () => {
    const list = await read("docs/decisions/README.md");
    const files = [
      ...new Bun.Glob("0*.md").scanSync(join(ROOT, "docs/decisions")),
    ];
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((name) => !list.includes(name))).toEqual([]);
  });
});
