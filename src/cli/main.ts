import { svc } from "./program.ts";

// Only the owner can read files that svc writes.
process.umask(0o077);
process.exitCode = await svc(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
