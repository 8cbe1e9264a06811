import { useState } from "react";
import { useLocation } from "wouter";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import { inbox } from "../api/client.ts";
import { KEYS } from "../api/queries.ts";
import { useSave } from "../api/use_save.ts";
import { labelPlace } from "../shell/views.ts";
import { Dialog, DialogAnswers } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { Menu } from "../ui/menu.tsx";
import { rich } from "../ui/rich.ts";
import { t } from "../ui/t.ts";

/** Queries that show a label, read again after it changes. */
const READS = [KEYS.labels, KEYS.lists, KEYS.conversations];

/** Renames a label, or deletes it. */
export function LabelMenu({ label }: { label: string }) {
  const [asking, setAsking] = useState<"rename" | "delete">();
  const close = () => setAsking(undefined);
  return (
    <>
      <Menu
        label={t`Label options`}
        look="btn btn-quiet px-2"
        choices={[
          { label: t`Rename`, does: () => setAsking("rename") },
          { label: t`Delete`, does: () => setAsking("delete") },
        ]}
      >
        <Icon name="more" />
      </Menu>
      {asking === "rename" && <RenameDialog label={label} onClose={close} />}
      {asking === "delete" && <DeleteDialog label={label} onClose={close} />}
    </>
  );
}

interface About {
  readonly label: string;
  readonly onClose: () => void;
}

function RenameDialog({ label, onClose }: About) {
  const [name, setName] = useState(label);
  const [, navigate] = useLocation();
  const rename = useSave(
    async () => {
      let now = label;
      try {
        leave(navigate);
        now = (await inbox.renameLabel({ label, name })).name;
      } finally {
        navigate(labelPlace(now).path, { replace: true });
      }
    },
    { reads: READS },
  );
  return (
    <Dialog title={t`Rename label`} isOpen onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate(undefined);
        }}
      >
        <TextField
          label={t`Name`}
          required
          maxLength={LIMITS.labelCharsMax}
          value={name}
          onText={setName}
        />
        <DialogAnswers leave={t`Go back`} act={t`Rename`} onLeave={onClose} />
      </form>
    </Dialog>
  );
}

/** Leaves the list of a disappearing label, so that it is not read again. */
function leave(navigate: (path: string, how: { replace: true }) => void): void {
  navigate("/inbox", { replace: true });
}

function DeleteDialog({ label, onClose }: About) {
  const [, navigate] = useLocation();
  const remove = useSave(() => inbox.deleteLabel({ label }), {
    reads: READS,
    says: t`Label deleted`,
  });
  return (
    <Dialog title={t`Delete the label?`} isOpen onClose={onClose}>
      <p className="mb-4">
        {rich`${<bdi className="font-semibold">{label}</bdi>} is removed from all conversations. The conversations stay.`}
      </p>
      <DialogAnswers
        leave={t`Go back`}
        act={t`Delete`}
        isBad
        onLeave={onClose}
        onAct={() => {
          leave(navigate);
          remove.mutate(undefined);
        }}
      />
    </Dialog>
  );
}
