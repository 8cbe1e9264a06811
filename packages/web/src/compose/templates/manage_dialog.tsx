import { inbox } from "../../api/client.ts";
import { useSave } from "../../api/use_save.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { t } from "../../ui/t.ts";
import type { Template } from "./templates.ts";
import { TEMPLATES_KEY } from "./templates.ts";

/** Lists the templates, each with a button to delete it. */
export function ManageDialog({
  templates,
  onClose,
}: {
  templates: readonly Template[];
  onClose: () => void;
}) {
  return (
    <Dialog title={t`Delete templates`} isOpen onClose={onClose}>
      {templates.length === 0 && <p>{t`No templates left.`}</p>}
      <ul aria-label={t`Templates`} className="divide-y divide-line">
        {templates.map((it) => (
          <TemplateItem key={it.templateId} template={it} />
        ))}
      </ul>
    </Dialog>
  );
}

function TemplateItem({
  template: { templateId, name, title },
}: {
  template: Template;
}) {
  const remove = useSave(() => inbox.deleteTemplate({ templateId }), {
    reads: [TEMPLATES_KEY],
  });
  return (
    <li className="flex items-center gap-3 py-2">
      <span className="min-w-0 flex-1 break-words">
        <bdi>{name}</bdi>
        {title !== name && (
          <bdi className="block text-quiet text-sm">{title}</bdi>
        )}
      </span>
      <button
        type="button"
        className="btn"
        aria-label={t`Delete: ${name}`}
        aria-disabled={remove.isPending}
        onClick={() => !remove.isPending && remove.mutate(undefined)}
      >{t`Delete`}</button>
    </li>
  );
}
