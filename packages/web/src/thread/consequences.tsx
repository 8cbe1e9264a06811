import type { Conversation } from "../api/types.ts";
import { hostIn } from "../compose/resolved.ts";
import { t } from "../ui/t.ts";
import { readerNames } from "./parties.ts";
import type { Mode } from "./use_reply.ts";

/** The readers, the effect, and the files of a reply. */
export function Consequences({
  conversation,
  mode,
  asks,
  accepts,
  fileCount,
}: {
  conversation: Conversation;
  mode: Mode;
  asks: boolean;
  accepts: boolean;
  fileCount: number;
}) {
  return (
    <p className="hint my-2">
      {readersTold(conversation, mode)}
      {asks
        ? ` ${t`Asking doesn't accept the request.`}`
        : accepts && ` ${t`Replying accepts the request.`}`}
      {fileCount > 0 &&
        ` ${t.many(fileCount)`Includes # new file.|Includes # new files.`}`}
    </p>
  );
}

/** Only the service where a conversation began knows who has a copy of it there. */
function readersTold(conversation: Conversation, mode: Mode): string {
  const names = readerNames(conversation, mode).join(", ");
  if (names === "") return t`No one else will see this.`;
  const sender = conversation.participants.find(
    ({ role }) => role === "sender",
  );
  const origin = sender?.remote?.origin;
  return origin === undefined
    ? t`Only ${names} can see this.`
    : t`${names}, and anyone copied in at ${hostIn(origin)}, can see this.`;
}
