import { useQueryClient } from "@tanstack/react-query";
import { showEverywhere } from "../api/lists.ts";
import { sentenceOf } from "../api/problem.ts";
import { useConversation } from "../api/queries.ts";
import { toast } from "../shell/toasts.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/t.ts";
import { whenText } from "../ui/time.tsx";
import { schedule } from "./send_later.ts";

/** Says that a draft is scheduled, or why it was not sent. */
export function Scheduled({ id }: { id: string | undefined }) {
  const client = useQueryClient();
  const { data } = useConversation(id ?? "");
  if (!data) return null;
  const { sendAt, sendFailure } = data;
  const keep = async () => {
    try {
      showEverywhere(client, await schedule(data.id, { sendAt: null }));
    } catch (error) {
      toast({ text: sentenceOf(error), isError: true });
    }
  };
  if (sendFailure) {
    return (
      <p
        role="status"
        aria-label={t`Not sent`}
        className="flex gap-2 bg-error-back px-4 py-2 text-error text-sm"
      >
        <Icon name="clock" />
        {sendFailure.detail}
      </p>
    );
  }
  if (!sendAt) return null;
  return (
    <div
      role="status"
      aria-label={t`Scheduled`}
      className="flex flex-wrap items-center gap-2 bg-warn-back px-4 py-1 text-sm text-warn"
    >
      <Icon name="clock" />
      <p className="flex-1">
        {t`Scheduled for ${whenText(sendAt)}. Editing cancels this.`}
      </p>
      <button
        type="button"
        className="btn btn-quiet"
        onClick={keep}
      >{t`Don't send`}</button>
    </div>
  );
}
