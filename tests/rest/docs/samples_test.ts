import { describe, expect, test } from "bun:test";
import { Type } from "typebox";
import { Value } from "typebox/value";
import {
  sampleFields,
  samplesOf,
} from "../../../packages/docs-site/src/samples.ts";
import { describedRoutes } from "../../../src/rest/described.ts";
import { docsContent } from "../../../src/rest/docs/content.ts";
import { needing } from "../../needing.ts";

const ROUTES = docsContent().routes;
const INPUTS = new Map(
  describedRoutes().map((it) => [it.id, it.operation.input]),
);
const BASE_URL = "http://localhost:3000";

function codeOf(language: string): readonly string[] {
  return ROUTES.flatMap((route) =>
    samplesOf(route, BASE_URL)
      .filter((it) => it.language === language)
      .map(({ code }) => code),
  );
}

/** Runs a checker of a language over a text. */
async function checked(
  command: readonly string[],
  text: string,
): Promise<readonly [number, string]> {
  const child = Bun.spawn([...command], {
    stdin: new TextEncoder().encode(text),
    stdout: "pipe",
    stderr: "pipe",
  });
  const said = await new Response(child.stderr).text();
  return [await child.exited, said];
}

describe("samples", () => {
  test.each(ROUTES.map((route) => [route.id, route] as const))(
    "%s are accepted by their operation",
    (_, route) => {
      const text = JSON.stringify(sampleFields(route)).replaceAll("…", "0");
      // A part of the path is text for the operation, too.
      const errors = Value.Errors(
        INPUTS.get(route.id) ?? Type.Never(),
        JSON.parse(text),
      );
      expect([...errors]).toEqual([]);
    },
  );

  test("of curl are sentences of a shell, with JSON that can be read", async () => {
    const samples = codeOf("sh");
    expect(samples.length).toBe(ROUTES.length);
    expect(await checked(["sh", "-n"], samples.join("\n"))).toEqual([0, ""]);
    for (const sample of samples) {
      const [, body] = /-d '([^']*)'/.exec(sample) ?? [];
      if (body !== undefined) expect(JSON.parse(body)).toBeObject();
    }
  });

  test("of TypeScript are read by their language", () => {
    const transpiler = new Bun.Transpiler({ loader: "ts" });
    const samples = codeOf("ts");
    expect(samples.length).toBe(ROUTES.length);
    for (const sample of samples) transpiler.transformSync(sample);
  });

  needing("python3")("of Python are read by their language", async () => {
    const source = `import ast, json, sys
for text in json.load(sys.stdin): ast.parse(text)`;
    const python = codeOf("python");
    expect(python.length).toBe(ROUTES.length);
    expect(
      await checked(["python3", "-c", source], JSON.stringify(python)),
    ).toEqual([0, ""]);
  });
});
