import { Type } from "typebox";
import { defineQuery, OPERATOR_ONLY } from "../access/operation.ts";
import { closed, flag, nullable } from "../base/schemas.ts";

const WHY_PAGES =
  "the disk or the memory changed these pages, or another program wrote the file, as VACUUM does: if that was you, run `svc verify --accept`";

/** Checks the integrity of the whole database file. */
export const verifyDatabase = defineQuery({
  name: "verify_database",
  title: "Verify the database file",
  access: OPERATOR_ONLY,
  input: closed({
    accept: Type.Optional(
      flag("True accepts the file's pages as they are from now on."),
    ),
  }),
  output: closed({
    ok: nullable(
      flag(
        "True if nothing is wrong; null if a database server manages the file.",
      ),
    ),
    problems: Type.Array(Type.String()),
  }),
  async run({ accept }, { db }) {
    if (!db.upkeep) return { ok: null, problems: [] };
    const pages = await db.upkeep.wrongPages(accept);
    const problems = [
      ...pages.map((it) => `page ${it} of the file is not what was written`),
      ...(pages.length > 0 ? [WHY_PAGES] : []),
      ...(await db.upkeep.integrity()),
    ];
    return { ok: problems.length === 0, problems };
  },
});
