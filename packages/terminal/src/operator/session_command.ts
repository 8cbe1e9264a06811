import type { Command } from "commander";
import { showTable } from "../columns.ts";
import { accountIdOf } from "./find.ts";
import { run } from "./run.ts";

/** `svc session …` */
export function addSessionCommand(svc: Command): void {
  const session = svc
    .command("session")
    .description("manage people's sessions")
    .addHelpText(
      "after",
      `
Examples:
  svc session list alice@inbox.localhost
  svc session revoke alice@inbox.localhost <sessionId>
  svc session revoke alice@inbox.localhost --all`,
    );
  list(session);
  revoke(session);
}

function list(parent: Command): void {
  parent
    .command("list")
    .description("list a person's devices, newest first")
    .argument("<account>", "address, local-part or id")
    .action((account: string, _options, command: Command) =>
      run(command, async (operator) => {
        const accountId = await accountIdOf(operator, account);
        const output = await operator.run("list_sessions", { accountId });
        const rows = output.sessions.map((it) => [
          it.id,
          it.device,
          it.createdAt,
          it.lastUsedAt ?? "never",
          it.lastUsedFrom ?? "",
        ]);
        const head = ["Id", "Device", "Since", "Last used", "From"];
        return { output, text: showTable([head, ...rows]) };
      }),
    );
}

function revoke(parent: Command): void {
  parent
    .command("revoke")
    .description("sign a person out of one or all devices")
    .argument("<account>", "address, local-part or id")
    .argument("[sessionId]", "id from svc session list")
    .option("--all", "all sessions of the account")
    .action(
      (
        account: string,
        sessionId: string | undefined,
        { all = false }: { readonly all?: boolean },
        command: Command,
      ) =>
        run(command, async (operator) => {
          if (all === (sessionId !== undefined)) {
            throw new Error("Cannot revoke: name a session or use --all");
          }
          const accountId = await accountIdOf(operator, account);
          if (sessionId === undefined) {
            const output = await operator.run("revoke_sessions", { accountId });
            return { output, text: `Revoked ${output.revoked} sessions.` };
          }
          const named = { accountId, sessionId };
          const output = await operator.run("revoke_session", named);
          return { output, text: `Revoked ${sessionId}.` };
        }),
    );
}
