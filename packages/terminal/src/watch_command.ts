import type { Command } from "commander";
import { cleanLine } from "../../../src/core/base/text.ts";
import { Inbox } from "../../client/src/inbox.ts";
import { isProblem } from "../../client/src/problem.ts";
import { terminalOf } from "./answer.ts";
import { loginOf } from "./connect.ts";
import { plainJson } from "./safe_text.ts";

interface WatchOptions {
  readonly since?: string;
  readonly once?: true;
}

/** `svc watch` */
export function addWatchCommand(svc: Command): void {
  svc
    .command("watch")
    .description("stream changes live")
    .option("--since <state>", "start with the changes since this state")
    .option("--once", "stop after the first change")
    .addHelpText(
      "after",
      `
With --json, each line is a response from GET /v1/changes. Pass its state as the next --since.

Examples:
  svc watch
  svc watch --once --json`,
    )
    .action(async (options: WatchOptions, command: Command) => {
      const { terminal, json } = terminalOf(command);
      const inbox = new Inbox(await loginOf(command));
      const { signal } = terminal;
      // The line comes from the service, which may be hostile.
      const tell = (line: string) => terminal.out(`${cleanLine(line)}\n`);
      let { since } = options;
      if (since === undefined) {
        const now = await inbox.listChanges();
        since = now.state;
        if (json) tell(plainJson(now));
      }
      const pages = inbox.watch({ since }, signal ? { signal } : {});
      for await (const page of pages) {
        if (json) tell(plainJson(page));
        else for (const line of await linesOf(inbox, page)) tell(line);
        if (options.once) return;
      }
    });
}

type Changes = Awaited<ReturnType<Inbox["listChanges"]>>;

/** A line for each changed conversation, as it is now. */
async function linesOf(
  inbox: Inbox,
  { conversations, contacts, payments, settings }: Changes,
): Promise<readonly string[]> {
  const lines = conversations.gone.map((id) => `${id} is gone`);
  for (const id of [...conversations.created, ...conversations.changed]) {
    lines.push(await lineOf(inbox, id));
  }
  const others = [
    ...[contacts.created, contacts.changed, contacts.gone].flat(),
    ...payments.created,
    ...settings.changed,
  ];
  return [...lines, ...others.map((it) => `${it} changed`)];
}

async function lineOf(inbox: Inbox, conversationId: string): Promise<string> {
  try {
    const input = { conversationId, limit: 1 };
    const { conversation: it } = await inbox.getConversation(input);
    const mark = it.needsYou ? "* " : "";
    return `${mark}${it.conversationId} ${it.state} ${it.from.address}: ${it.title}`;
  } catch (error) {
    if (isProblem(error, "conversation_not_found")) {
      return `${conversationId} is gone`;
    }
    throw error;
  }
}
