import { relative } from "node:path";
import { svc } from "../../src/cli/from_sources.ts";

/** A process that runs three commands, and prints their ends and the modules it has then. */
const quiet = { out: () => {}, err: () => {} };
const codes = [
  await svc(["--help"], quiet),
  await svc(["inbox"], quiet),
  await svc(["audit", "verify"], quiet),
];
const root = `${import.meta.dir}/../..`;
const modules = Object.keys(require.cache).map((path) => relative(root, path));
process.stdout.write(JSON.stringify({ codes, modules }));
