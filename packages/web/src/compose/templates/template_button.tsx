import { useEffect, useRef, useState } from "react";
import { toast } from "../../shell/toasts.ts";
import type { Choice } from "../../ui/choice.ts";
import { Menu } from "../../ui/menu.tsx";
import { t } from "../../ui/t.ts";
import type { Draft } from "../use_draft.ts";
import { isBlank } from "../written.ts";
import { ManageDialog } from "./manage_dialog.tsx";
import { SaveDialog } from "./save_dialog.tsx";
import type { Template } from "./templates.ts";
import { useTemplates, writtenBy } from "./templates.ts";

/** Starts a request from a template, or saves the current one as a template. */
export function TemplateButton({
  draft: { written, set, templateId },
}: {
  draft: Pick<Draft, "written" | "set" | "templateId">;
}) {
  const templates = useTemplates();
  const [asks, setAsks] = useState<"save" | "manage">();
  const begin = (template: Template) => {
    const before = written;
    set(writtenBy(template));
    const isLost = before.title !== "" || before.text !== "";
    if (isLost) {
      const undo = () => set(before);
      toast({ text: t`Started from “${template.name}”`, undo });
    }
  };
  const wanted = templates.find((it) => it.templateId === templateId);
  useWanted(wanted, isBlank(written), begin);
  const choices: Choice[] = [
    ...templates.map((it) => ({
      label: it.name,
      icon: "file" as const,
      does: () => begin(it),
    })),
    { label: t`Save as template…`, does: () => setAsks("save") },
    ...(templates.length > 0
      ? [{ label: t`Delete templates…`, does: () => setAsks("manage") }]
      : []),
  ];
  const close = () => setAsks(undefined);
  return (
    <>
      <Menu look="btn" isUp choices={choices}>{t`Templates`}</Menu>
      {asks === "save" && <SaveDialog written={written} onClose={close} />}
      {asks === "manage" && (
        <ManageDialog templates={templates} onClose={close} />
      )}
    </>
  );
}

/** Starts once from the template in the address, if nothing is written. */
function useWanted(
  template: Template | undefined,
  isBlank: boolean,
  begin: (template: Template) => void,
): void {
  const hasBegun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!template || hasBegun.current) return;
    hasBegun.current = true;
    if (isBlank) begin(template);
  }, [template]);
}
