import type { Command } from "commander";
import { cleanLine } from "../../../src/core/base/text.ts";
import { Inbox } from "../../client/src/inbox.ts";
import { isProblem } from "../../client/src/problem.ts";
import { print, terminalOf } from "./answer.ts";
import { serviceOf, URL_AT_FIRST } from "./connect.ts";
import { removeLogin, writeLogin } from "./login_file.ts";
import { readRemoteSettings } from "./settings.ts";
import { readStdin } from "./stdin.ts";

/** `svc login`, `svc logout` */
export function addLoginCommands(svc: Command): void {
  svc
    .command("login")
    .description("log in to your inbox with a token")
    .argument("[url]", "the service's address", URL_AT_FIRST)
    .addHelpText(
      "after",
      `
Create the token in the inbox under Settings, Access, where you choose what it can do.
Type it or pipe it in. It's never an argument, which others on the machine could read.

Examples:
  svc login https://inbox.example
  svc login https://inbox.example < token.txt`,
    )
    .action(async (url: string, _options: object, command: Command) => {
      const { terminal } = terminalOf(command);
      const origin = serviceOf(url);
      const input = terminal.input ?? readStdin;
      const token = (
        await input(`Token of ${origin}/settings/access: `, true)
      ).trim();
      if (!/^\S{1,4096}$/.test(token)) {
        throw new Error("Cannot log in: enter one token on a line of its own");
      }
      const address = await addressOf(
        new Inbox({ url: origin, token, retries: 0 }),
      );
      const { loginPath } = readRemoteSettings(terminal.env);
      await writeLogin(loginPath, { url: origin, token });
      const whom = address === null ? "" : ` as ${cleanLine(address)}`;
      print(command, {
        output: { url: origin, address },
        text: `Logged in at ${origin}${whom}.`,
      });
    });
  svc
    .command("logout")
    .description("log out and delete the stored token")
    .action(async (_options: object, command: Command) => {
      const { terminal } = terminalOf(command);
      const { loginPath } = readRemoteSettings(terminal.env);
      const loggedOut = await removeLogin(loginPath);
      const text = loggedOut
        ? "Logged out. The token itself still works. Revoke it under Settings, Access."
        : "You weren't logged in.";
      print(command, { output: { loggedOut }, text });
    });
}

/** The address of the token's account; null if the token may not read it. */
async function addressOf(inbox: Inbox): Promise<string | null> {
  try {
    return (await inbox.getAccount()).address?.address ?? null;
  } catch (error) {
    if (isProblem(error) && error.status === 403) return null;
    throw error;
  }
}
