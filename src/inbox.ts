/**
 * The executable of `bun run build`: `inbox` serves, `inbox svc …` is the terminal,
 * `inbox ready` is a health check.
 * @module
 */
const [, , command] = process.argv;
if (command === "svc") {
  process.argv.splice(2, 1);
  await import("./cli/main.ts");
} else if (command === "ready") {
  await import("./ready.ts");
} else if (command === undefined) {
  await import("./main.ts");
} else {
  process.stderr.write(
    "Cannot run this: `inbox` alone serves, `inbox ready` asks whether it does, `inbox svc --help` shows what an operator does.\n",
  );
  process.exitCode = 1;
}
