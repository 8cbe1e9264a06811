import { describe, expect, test } from "bun:test";
import {
  OPERATOR_ONLY,
  OWNER,
  SYSTEM_ONLY,
} from "../../src/core/access/operation.ts";
import { SCOPES } from "../../src/core/identity/scopes.ts";
import { OPERATIONS } from "../../src/core/operations/mod.ts";
import { placeOrder } from "../../src/core/operations/place_order.ts";
import { SOURCES, TERMINAL } from "./sources.ts";

/** The types of what the commands of operators name (packages/terminal). */
const NAMED = `${TERMINAL}operator/operations.ts`;
const OF_OPERATORS = new RegExp(
  `^(?:${RegExp.escape(NAMED)}$|(?:cli|core/loops)/)`,
);

describe("every operation", () => {
  const importers = (file: string, where: RegExp) =>
    SOURCES.filter(
      ({ path, imports }) => where.test(path) && imports.includes(file),
    );

  for (const operation of OPERATIONS) {
    const file = `core/operations/${operation.name}.ts`;

    test(`${operation.name} is one file, named after it`, () => {
      expect(SOURCES.map(({ path }) => path)).toContain(file);
    });

    test(`${operation.name} can be reached from outside`, () => {
      const isOperators = operation.access === OPERATOR_ONLY;
      if (operation.access === OWNER) {
        expect(importers(file, OF_OPERATORS)).not.toEqual([]);
        expect(operation.tool).toBeUndefined();
      }
      const reached = importers(
        file,
        // A wallet's order is checked before its buyer is known.
        isOperators || operation === placeOrder
          ? OF_OPERATORS
          : operation.access === SYSTEM_ONLY
            ? /^(auth|guests|pages|core\/loops)\//
            : /^(tools|rest|a2a|auth|guests|pages|web)\//,
      );
      const isTool = operation.tool !== undefined;
      expect(isTool || reached.length > 0).toBe(true);
      expect(isOperators && isTool).toBe(false);
    });

    test(`${operation.name} takes a closed input and needs a known scope`, () => {
      expect(operation.input).toMatchObject({ additionalProperties: false });
      const { scope } = operation;
      if (scope !== undefined) expect([...SCOPES] as string[]).toContain(scope);
      if (operation.access.who === "member") {
        expect(scope ?? operation.scopesFor).toBeDefined();
      }
    });
  }

  test("an operator's command names an operation of operators, with the types of that one", () => {
    const { text = "" } = SOURCES.find(({ path }) => path === NAMED) ?? {};
    const rows = [...text.matchAll(/^ {2}(\w+): typeof (\w+);$/gm)];
    expect(rows.length).toBeGreaterThan(50);
    for (const [, name = "", constant = ""] of rows) {
      const camel = name.replace(/_(\w)/g, (it) => it.slice(1).toUpperCase());
      expect(constant).toBe(camel);
      const found = OPERATIONS.find((it) => it.name === name);
      expect(["operator", "owner"]).toContain(found?.access.who ?? name);
    }
  });

  test("there is no operation that is not listed", () => {
    const listed = OPERATIONS.map(({ name }) => `core/operations/${name}.ts`);
    const files = SOURCES.map(({ path }) => path).filter(
      (path) =>
        path.startsWith("core/operations/") &&
        !/\/mod\.ts$|\/subjects\//.test(path),
    );
    expect(listed.toSorted()).toEqual(files);
  });
});
