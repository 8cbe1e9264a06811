import { expect, test } from "bun:test";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { plainCallParams } from "../../src/tools/methods/tools.ts";

/** The values that a member may hold, as JSON has it. */
const VALUES: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  "",
  "text",
  [],
  ["text"],
  {},
  { name: "text" },
  { ttl: 60_000 },
  { taskId: "1" },
];

const RELATED_TASK = "io.modelcontextprotocol/related-task";

/** Params in which one member is whatever it may be. */
const PARAMS: readonly unknown[] = VALUES.flatMap((it) => [
  { name: it },
  { name: "svc.get_me", arguments: it },
  { name: "svc.get_me", arguments: { of: it } },
  { name: "svc.get_me", task: it },
  { name: "svc.get_me", more: it },
  { name: "svc.get_me", _meta: it },
  { name: "svc.get_me", _meta: { progressToken: it } },
  { name: "svc.get_me", _meta: { "svc/idempotencyKey": it } },
  { name: "svc.get_me", _meta: { [RELATED_TASK]: it } },
  { name: "svc.get_me", _meta: { progressToken: 1, [RELATED_TASK]: it } },
]);

test("plain params of a call are read as the SDK reads them, and nothing else is taken for plain", () => {
  let plain = 0;
  for (const text of PARAMS.map((it) => JSON.stringify(it))) {
    const params = JSON.parse(text);
    const taken = plainCallParams(params);
    if (!taken) continue;
    plain += 1;
    const read = CallToolRequestSchema.shape.params.safeParse(params);
    expect({ text, read }).toMatchObject({ text, read: { success: true } });
    expect({ text, name: taken.name, _meta: taken._meta }).toEqual({
      text,
      name: read.data?.name ?? "",
      _meta: read.data?._meta,
    });
  }
  expect(plain).toBeGreaterThan(40);
  expect(plainCallParams(undefined)).toBeUndefined();
});
