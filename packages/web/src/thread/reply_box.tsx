import type { KeyboardEvent } from "react";
import { useState } from "react";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import { actionOf } from "../api/actions.ts";
import type { Conversation, Participant } from "../api/types.ts";
import { useShortcuts } from "../shell/shortcuts.ts";
import { t } from "../ui/t.ts";
import { ChosenFiles, chosenFiles } from "./files/chosen_files.tsx";
import { FilePicker } from "./files/file_picker.tsx";
import { UploadProgress } from "./files/upload_progress.tsx";
import { replyPlace, useKeptText } from "./kept_text.ts";
import { readerNames } from "./parties.ts";
import type { Mode } from "./use_reply.ts";
import { useReply } from "./use_reply.ts";

/** A reply, or a question that accepts nothing yet. */
export type Writing = "reply" | "question";

/** Where one answers: says who will read it before it is sent, and keeps what is typed. */
export function ReplyBox({
  conversation,
  me,
  accountId,
  writing,
  onWriting,
  onSent,
  hasQuestion,
}: {
  conversation: Conversation;
  me: Participant | undefined;
  /** The account whose text is kept on the device. */
  accountId: string;
  writing: Writing | undefined;
  onWriting: (writing: Writing | undefined) => void;
  /** Called once it is sent, if no more was written meanwhile. */
  onSent: () => void;
  /** True where the decision bar has the keys of its answers. */
  hasQuestion: boolean;
}) {
  const { id, participants } = conversation;
  const reply = actionOf(conversation, "reply");
  const asksFirst = actionOf(conversation, "ask_first");
  const kept = useKeptText(replyPlace(accountId, id));
  const { text } = kept;
  const [mode, setMode] = useState<Mode>("reply");
  const { files, setFiles, going, send } = useReply(conversation, {
    me,
    kept,
  });
  const write = (chosen: Mode) => {
    setMode(chosen);
    onWriting("reply");
  };
  useShortcuts({
    r: () => write("reply"),
    ...(!hasQuestion && { a: () => write("reply-all") }),
  });
  const asks = writing === "question" && asksFirst?.ready === true;
  const readers = readerNames(conversation, mode);
  const mayWrite = reply?.ready === true && !send.isPending;
  const submit = () => {
    if (!mayWrite || (text.trim() === "" && files.length === 0)) return;
    const words = { text: kept.take().trim(), mode };
    send.mutate(
      { ...words, ...(asks && { accept: false }) },
      { onSuccess: () => kept.isEmpty() && onSent() },
    );
  };
  return (
    <form
      aria-label={t`Reply`}
      className="card p-3 md:ms-10"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {participants.length > 2 && <ModeChoice mode={mode} onMode={setMode} />}
      <label htmlFor={replyId(id)} className="mb-1 block font-semibold text-sm">
        {asks ? t`Your question` : t`Your reply`}
      </label>
      <textarea
        id={replyId(id)}
        className="field text-read"
        rows={3}
        maxLength={LIMITS.textCharsMax}
        value={text}
        onChange={(event) => kept.set(event.target.value)}
        onKeyDown={(event) => onKey(event, submit, () => onWriting(undefined))}
      />
      <p className="hint my-2">
        {readers.length === 0
          ? t`No one else will see this.`
          : t`Only ${readers.join(", ")} can see this.`}
        {asks
          ? ` ${t`Asking doesn't accept the request.`}`
          : asksFirst?.ready && ` ${t`Replying accepts the request.`}`}
        {files.length > 0 &&
          ` ${t.many(files.length)`Includes # new file.|Includes # new files.`}`}
      </p>
      {reply?.because && <p className="mb-2">{reply.because.detail}</p>}
      <ChosenFiles
        files={files}
        {...(!send.isPending && {
          onRemove: (file) =>
            setFiles((all) => all.filter((it) => it !== file)),
        })}
      />
      <div className="flex flex-wrap gap-2">
        <button
          type="submit"
          className="btn btn-main"
          aria-disabled={!mayWrite}
        >
          {asks ? t`Send question` : t`Send reply`}
        </button>
        {asks ? (
          <Turn title={t`Reply instead`} onTurn={() => onWriting("reply")} />
        ) : (
          asksFirst?.ready &&
          !hasQuestion && (
            <Turn
              title={asksFirst.title}
              onTurn={() => onWriting("question")}
            />
          )
        )}
        {actionOf(conversation, "add_file") && (
          <FilePicker
            onChosen={(chosen) =>
              setFiles((all) => [...all, ...chosenFiles(chosen)])
            }
          />
        )}
        {going && <UploadProgress {...going} />}
      </div>
    </form>
  );
}

/** Makes a question of a reply, or a reply of a question. */
function Turn({ title, onTurn }: { title: string; onTurn: () => void }) {
  return (
    <button type="button" className="btn" onClick={onTurn}>
      {title}
    </button>
  );
}

function replyId(conversationId: string): string {
  return `reply-${conversationId}`;
}

/** Sends, or leads out of the box, where the keys of the conversation work: what is written stays. */
function onKey(
  { key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent<HTMLTextAreaElement>,
  submit: () => void,
  leave: () => void,
): void {
  if (key === "Enter" && (ctrlKey || metaKey)) submit();
  else if (key === "Escape" && !nativeEvent.isComposing) leave();
}

/** Moves the focus to where one writes. */
export function focusReply(conversationId: string): void {
  document.getElementById(replyId(conversationId))?.focus();
}

function ModeChoice({
  mode,
  onMode,
}: {
  mode: Mode;
  onMode: (mode: Mode) => void;
}) {
  return (
    <fieldset className="mb-2 flex flex-wrap gap-x-5">
      <legend className="sr-only">{t`Recipients`}</legend>
      {(["reply", "reply-all"] as const).map((it) => (
        <label key={it} className="flex min-h-8 items-center gap-2">
          <input
            type="radio"
            name="mode"
            className="size-4 accent-accent"
            checked={mode === it}
            onChange={() => onMode(it)}
          />
          {it === "reply" ? t`Reply` : t`Reply to all`}
        </label>
      ))}
    </fieldset>
  );
}
