import type { Command } from "commander";
import { Option } from "commander";
import type {
  Conversation,
  ListConversationsInput,
} from "../../client/src/generated/types.ts";
import { runRemote } from "./connect.ts";
import { showConversation, showConversations } from "./shown.ts";

const VIEWS = [
  "inbox",
  "needs_you",
  "requests",
  "sent",
  "drafts",
  "waiting",
  "payments",
  "archive",
] as const satisfies readonly ListConversationsInput["view"][];
const LISTED = 20;

interface InboxOptions {
  readonly view: (typeof VIEWS)[number];
  readonly query?: string;
  readonly label?: string;
  readonly limit: string;
}

/** `svc inbox`, `svc read` */
export function addReadCommands(svc: Command): void {
  svc
    .command("inbox")
    .description("list conversations (* needs you, + unread)")
    .addOption(
      new Option("--view <view>", "which view to list")
        .choices(VIEWS)
        .default("inbox"),
    )
    .option("--query <words>", "search for words, or is:paid, from:…")
    .option("--label <label>", "only those with this label")
    .option("--limit <count>", "how many at most", String(LISTED))
    .addHelpText(
      "after",
      `
Examples:
  svc inbox --view needs_you
  svc inbox --query "logo is:paid" --json`,
    )
    .action((options: InboxOptions, command: Command) =>
      runRemote(command, async (inbox) => {
        const { view, query, label } = options;
        const most = countOf(options.limit);
        const conversations: Conversation[] = [];
        const found = inbox.conversations({
          ...{ view, fields: "summary", limit: Math.min(most, 100) },
          ...(query !== undefined && { q: query }),
          ...(label !== undefined && { label }),
        });
        for await (const it of found) {
          conversations.push(it);
          if (conversations.length === most) break;
        }
        const text = showConversations(conversations);
        return { output: { conversations }, text };
      }),
    );
  svc
    .command("read")
    .description("read a conversation")
    .argument("<conversation>", "conversation id")
    .option("--seen", "also mark it as read")
    .action(
      (conversationId: string, { seen }: { seen?: true }, command: Command) =>
        runRemote(command, async (inbox) => {
          const output = await inbox.getConversation({ conversationId });
          const { conversation } = output;
          if (seen && conversation.unread) {
            await inbox.updateConversation({ conversationId, unread: false });
          }
          return { output, text: showConversation(output) };
        }),
    );
}

function countOf(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new Error("Cannot list: --limit must be a number such as 20");
}
