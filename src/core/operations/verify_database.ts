import { Type } from "typebox";
import { defineQuery, OPERATOR_ONLY } from "../access/operation.ts";
import { closed, flag, nullable } from "../base/schemas.ts";

/** Looks through the file as a whole, whatever is in it. */
export const verifyDatabase = defineQuery({
  name: "verify_database",
  title: "Verify the database file",
  description:
    "Look through the structure of the database file, every index against its table and the index of words, and list what is wrong.",
  access: OPERATOR_ONLY,
  input: closed({}),
  output: closed({
    ok: nullable(
      flag(
        "True if nothing is wrong; null if a server has the file and looks after it.",
      ),
    ),
    problems: Type.Array(Type.String()),
  }),
  async run(_input, { db }) {
    if (!db.upkeep) return { ok: null, problems: [] };
    const problems = [...(await db.upkeep.integrity())];
    return { ok: problems.length === 0, problems };
  },
});
