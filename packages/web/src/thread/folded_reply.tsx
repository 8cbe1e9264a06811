import { actionOf } from "../api/actions.ts";
import { kept } from "../api/kept.ts";
import type { Conversation } from "../api/types.ts";
import { useShortcuts } from "../shell/shortcuts.ts";
import { Key } from "../ui/key.tsx";
import { t } from "../ui/t.ts";
import { replyPlace } from "./kept_text.ts";

/** Opens the reply if something else comes first, or the work is over. */
export function FoldedReply({
  conversation,
  accountId,
  onWrite,
}: {
  conversation: Conversation;
  /** The account whose text is stored on the device. */
  accountId: string;
  onWrite: () => void;
}) {
  const mayWrite = actionOf(conversation, "reply")?.ready === true;
  const isBegun = kept(replyPlace(accountId, conversation.id)) !== undefined;
  useShortcuts(mayWrite ? { r: onWrite } : {});
  if (!mayWrite) return null;
  return (
    <button
      type="button"
      className="btn btn-quiet md:ms-10"
      aria-keyshortcuts="r"
      onClick={onWrite}
    >
      {isBegun ? t`Continue your reply` : t`Write a reply`} <Key name="R" />
    </button>
  );
}
