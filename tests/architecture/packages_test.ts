import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { wireOf } from "./levels.ts";
import {
  APP,
  CLIENT,
  FORMS,
  lines,
  PAGE_SCRIPTS,
  RAIL,
  ROOT,
  SOURCES,
  STANDARDS,
  TERMINAL,
  VERIFY,
  valueImportsOf,
} from "./sources.ts";

const isDrizzle = (name: string) => /^drizzle-orm(\/|$)/.test(name);
const QUERY_FILES =
  /^(?:core|\.\.\/packages\/rail-x402\/src)\/(?:db\/.*|(?:.*[/_])?store|conversations\/acts\/store\/(?:snapshot|(?:content_)?writes)|access\/idempotency)(?:\.ts)?$/;

/** The only importers of each package. */
const PACKAGES: Readonly<
  Record<string, readonly [package_: RegExp, where: RegExp]>
> = {
  "Elysia is known to wires and to what starts them": [
    /^(elysia|@elysiajs\/)/,
    /^(?!core\/|http\/)/,
  ],
  "the MCP SDK is known to the tools only": [
    /^@modelcontextprotocol\//,
    /^tools\//,
  ],
  "Drizzle is known to the stores and the query files only": [
    /^drizzle-orm(\/|$)/,
    QUERY_FILES,
  ],
  "the database packages are known to core/db only": [
    /^(libsql|@libsql\/)/,
    /^core\/db\/|packages\/libsql-server\//,
  ],
  "SMTP is known to the mailer only": [/^nodemailer$/, /^core\/mail\/mailer/],
  "DNS is known to its look-ups only": [/^dns2$/, /packages\/dns-lookup\//],
  "hashes by hand are known to what a wallet signs only, and to a browser without a hash that answers at once":
    [
      /^@noble\/hashes\//,
      new RegExp(
        `^(core/payments/terms/hex\\.ts$|${RegExp.escape(RAIL)})|/sha256_browser\\.ts$`,
      ),
    ],
  "the curve of chains is known to the rail only": [
    /^(@noble\/(?!hashes)|viem)/,
    new RegExp(`^${RegExp.escape(RAIL)}`),
  ],
  "React and what belongs to it are known to the web app only": [
    /^(react|react-dom|@tanstack|@ariakit|wouter|bun-plugin-tailwind)(\/|$)/,
    new RegExp(`^(web/bundle\\.ts$|${RegExp.escape(APP)})`),
  ],
  "the argument parser is known to the terminal only": [
    /^commander$/,
    new RegExp(`^(cli/|${RegExp.escape(TERMINAL)})`),
  ],
};

/** All that packages of forms have of others. */
const OF_FORMS =
  /^(?:node:.*|bun:ffi|@libsql\/client|dns2|jose|better-auth(?:\/plugins)?|structured-headers)$/;

/** All that the rail on a chain has of others. */
const OF_THE_CORE: readonly string[] = [
  "core/access/context.ts",
  "core/base/limits.ts",
  "core/base/money.ts",
  "core/base/rails/chain.ts",
  "core/base/time.ts",
  "core/base/words/say.ts",
  "core/base/words/sentence.ts",
  "core/db/bounded.ts",
  "core/db/database.ts",
  "core/db/per_database.ts",
  "core/db/slots.ts",
  "core/db/statement.ts",
  "core/db/tables/chain_schema.ts",
  "core/db/tables/conversation_schema.ts",
  "core/errors/errors.ts",
  "core/insight/log.ts",
  "core/payments/chain/chain_port.ts",
  "core/payments/chain/rail_status.ts",
  "core/payments/model.ts",
  "core/payments/rail_port.ts",
  "core/payments/terms/address.ts",
  "core/payments/terms/hex.ts",
  "core/payments/terms/payment_info.ts",
  "core/payments/terms/requirements.ts",
  "core/payments/terms/signed.ts",
  "core/payments/x402.ts",
  "drizzle-orm",
  "node:util",
  "viem",
  "viem/accounts",
  "viem/utils",
];

/** What files have of the core at run time, not by types alone. */
function coreValues(isOf: (path: string) => boolean): Set<string> {
  const values = SOURCES.filter(({ path }) => isOf(path)).flatMap((it) =>
    valueImportsOf(it).filter((name) => name.startsWith("core/")),
  );
  return new Set(values);
}

describe("packages", () => {
  for (const [name, [known, where]] of Object.entries(PACKAGES)) {
    test(name, () => {
      const broken = lines(
        ({ path }, imported) => known.test(imported) && !where.test(path),
      );
      expect(broken).toEqual([]);
    });
  }

  test("queries are written in the stores and the query files only", () => {
    const users = SOURCES.filter(({ text }) =>
      /\.orm\b|\{ orm \}/.test(text),
    ).map(({ path }) => path);
    expect(users.filter((path) => !QUERY_FILES.test(path))).toEqual([]);
    expect(users.length).toBeGreaterThan(5);
  });

  test("the web app has no more of the core than types, bounds, what scopes, contact types and operators of a search mean, how money, times and sizes are said and in which language, what a wallet signs, and what checks a chain anywhere", () => {
    expect(coreValues((path) => path.startsWith(APP))).toEqual(
      new Set([
        "core/addresses/contact_types.ts",
        "core/webhooks/event_types.ts",
        "core/conversations/read/lists/operators.ts",
        "core/base/contact_titles.ts",
        "core/base/duration.ts",
        "core/base/limits.ts",
        "core/base/money.ts",
        "core/base/rails/chain.ts",
        "core/base/text.ts",
        "core/base/words/languages.ts",
        "core/base/words/say.ts",
        "core/identity/glance.ts",
        "core/identity/scopes.ts",
        "core/payments/terms/payment_info.ts",
        "core/payments/terms/requirements.ts",
      ]),
    );
  });

  test("the terminal has no more of the core than types, bounds, names of choices and how texts and money are said", () => {
    expect(coreValues((path) => path.startsWith(TERMINAL))).toEqual(
      new Set([
        "core/addresses/contact_types.ts",
        "core/base/limits.ts",
        "core/base/money.ts",
        "core/base/text.ts",
        "core/identity/scopes.ts",
        "core/loops/verify_chain.ts",
        "core/webhooks/event_types.ts",
      ]),
    );
  });

  test("what of the web app speaks with the service is named in ARCHITECTURE.md", async () => {
    const callers = SOURCES.filter(
      ({ path, text }) =>
        path.startsWith(APP) && /\bfetch\(|new XMLHttpRequest/.test(text),
    ).map(({ path }) => path);
    const said = await Bun.file(join(ROOT, "ARCHITECTURE.md")).text();
    const unsaid = callers.filter(
      (path) => !said.includes(`\`${path.replace(APP, "")}\``),
    );
    expect(unsaid).toEqual([]);
    expect(callers.length).toBeGreaterThan(2);
  });

  test("the client that others install is made of itself alone, and the web app and the terminal use it", () => {
    const own = lines(
      ({ path }, imported) =>
        path.startsWith(CLIENT) && !imported.startsWith(CLIENT),
    );
    expect(own).toEqual([]);
    const users = lines(
      ({ path }, imported) =>
        imported.startsWith(CLIENT) &&
        !path.startsWith(CLIENT) &&
        !path.startsWith(APP) &&
        !path.startsWith(TERMINAL),
    );
    expect(users).toEqual([]);
  });

  test("what verifies is made of itself alone, and a browser is given nothing that reads files", () => {
    const own = lines(
      ({ path }, imported) =>
        path.startsWith(VERIFY) &&
        !imported.startsWith(VERIFY) &&
        !/^(#sha256|node:.*|@noble\/hashes\/sha2\.js)$/.test(imported),
    );
    expect(own).toEqual([]);
    const files = lines(
      ({ path }, imported) =>
        path.startsWith(APP) &&
        imported.startsWith(VERIFY) &&
        /open_archive|verify_command/.test(imported),
    );
    expect(files).toEqual([]);
  });

  test("packages of forms know nothing of the service", () => {
    for (const room of FORMS) {
      const own = lines(
        ({ path }, imported) =>
          path.startsWith(room) &&
          !imported.startsWith(room) &&
          !imported.startsWith(STANDARDS) &&
          !OF_FORMS.test(imported),
      );
      expect(own).toEqual([]);
    }
  });

  test("the scripts of pages have of the service no more than how money is said, and are imported by nothing", () => {
    const own = lines(
      ({ path }, imported) =>
        path.startsWith(PAGE_SCRIPTS) !== imported.startsWith(PAGE_SCRIPTS),
    );
    expect(own).toEqual([
      `${PAGE_SCRIPTS}cards/parts.ts imports core/base/money.ts`,
    ]);
  });

  test("the rail on a chain is loaded by one file, and has of the core what is named here", () => {
    const loaders = lines(
      ({ path }, imported) =>
        imported.startsWith(RAIL) && !path.startsWith(RAIL),
    );
    expect(new Set(loaders)).toEqual(
      new Set([`rails/load_rail.ts imports ${RAIL}mod.ts`]),
    );
    const loader = SOURCES.find(({ path }) => path === "rails/load_rail.ts");
    expect(loader?.text).not.toMatch(/^import .*rail-x402/m);
    const own = SOURCES.filter(({ path }) => path.startsWith(RAIL));
    expect(own.length).toBeGreaterThan(20);
    const used = new Set(own.flatMap(({ imports }) => imports));
    const foreign = [...used].filter((it) => !it.startsWith(RAIL));
    expect(foreign.toSorted()).toEqual([...OF_THE_CORE]);
  });

  test("the sums of pages are known to the writer and to what verifies", () => {
    const watch = "../packages/database-file/src/page_watch.ts";
    const users = lines((_, imported) => imported === watch);
    const door = `imports ${watch}`;
    expect([...new Set(users)].toSorted()).toEqual([
      `core/db/upkeep/upkeep.ts ${door}`,
      `core/db/writer.ts ${door}`,
      `core/db/writer_worker.ts ${door}`,
    ]);
  });

  test("a wire touches neither the database nor a store", () => {
    const broken = lines(
      ({ path }, imported) =>
        wireOf(path) !== undefined &&
        (isDrizzle(imported) ||
          imported.startsWith("core/conversations/acts/store/") ||
          QUERY_FILES.test(imported)),
    );
    expect(broken).toEqual([]);
  });
});

test("no package of others runs a script of its own when the service is installed", async () => {
  const { trustedDependencies } = await Bun.file("package.json").json();
  expect(trustedDependencies).toEqual([]);
});

test("the service and all its packages that have a version have the same", async () => {
  const paths = [
    "package.json",
    ...new Bun.Glob("packages/*/package.json").scanSync("."),
  ];
  const versions = await Promise.all(
    paths.map(async (path) => (await Bun.file(path).json()).version),
  );
  const said = versions.filter((it) => it !== undefined);
  expect(said.length).toBeGreaterThan(1);
  expect(new Set(said).size).toBe(1);
});
