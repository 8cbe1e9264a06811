import { useQuery } from "@tanstack/react-query";
import type { Changed } from "../../api/changes.ts";
import { useChange } from "../../api/changes.ts";
import { api, inbox } from "../../api/client.ts";
import { KEYS } from "../../api/queries.ts";
import type { Conversation } from "../../api/types.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { t } from "../../ui/t.ts";

/** Chooses the member of the team who is on a conversation. */
export function AssignDialog({
  conversation: { id, assignee = null },
  onClose,
}: {
  conversation: Conversation;
  onClose: () => void;
}) {
  const { data } = useQuery({
    queryKey: KEYS.members,
    queryFn: () => inbox.listMembers(),
  });
  const change = useChange(
    (chosen: string | null) =>
      api<Changed>(`/v1/conversations/${id}`, {
        method: "PATCH",
        json: { assignee: chosen },
      }),
    { showsError: true },
  );
  const members = data?.shareWith.filter((it) => it.address !== null) ?? [];
  const choices = [
    { address: null, name: t`Nobody` },
    ...members.map(({ address, displayName, isYou }) => ({
      address,
      name: isYou ? t`${displayName} (you)` : displayName,
    })),
  ];
  return (
    <Dialog title={t`Assign`} isOpen onClose={onClose}>
      <p className="hint mb-3">{t`Only the team sees this.`}</p>
      <fieldset className="mb-4 max-h-72 overflow-y-auto">
        <legend className="sr-only">{t`Assigned to`}</legend>
        {choices.map(({ address, name }) => (
          <label
            key={address ?? ""}
            className="flex min-h-11 items-center gap-2.5"
          >
            <input
              type="radio"
              name="assignee"
              checked={address === assignee}
              onChange={() => change.mutate(address)}
            />
            <bdi className="min-w-0 truncate">{name}</bdi>
          </label>
        ))}
      </fieldset>
      <Failure error={change.error} />
      <div className="flex justify-end">
        <button type="button" className="btn btn-main" onClick={onClose}>
          {t`Done`}
        </button>
      </div>
    </Dialog>
  );
}
