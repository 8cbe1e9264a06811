import { svc } from "./program.ts";

// Files that svc writes are readable by their owner alone.
process.umask(0o077);
process.exitCode = await svc(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
