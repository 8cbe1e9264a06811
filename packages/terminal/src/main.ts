import { addRemoteCommands } from "./commands.ts";
import { emptyProgram, runProgram } from "./exit.ts";

/** `svc` of the client's package: the commands that need no service on this machine. */
const terminal = {
  out: (text: string) => void process.stdout.write(text),
  err: (text: string) => void process.stderr.write(text),
};
const svc = emptyProgram(terminal).description(
  "Use your inbox from a terminal.",
);
addRemoteCommands(svc);
process.exitCode = await runProgram(svc, process.argv.slice(2), terminal);
