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
import { useKeptText } from "./kept_text.ts";
import { readerNames } from "./parties.ts";
import type { Mode } from "./use_reply.ts";
import { useReply } from "./use_reply.ts";

/** Where one answers: says who will read it before it is sent, and keeps what is typed. */
export function ReplyBox({
  conversation,
  me,
  accountId,
  isAsking,
  onAsking,
  hasQuestion,
  isDecided,
}: {
  conversation: Conversation;
  me: Participant | undefined;
  /** The account whose text is kept on the device. */
  accountId: string;
  /** True while a question is written that accepts nothing. */
  isAsking: boolean;
  onAsking: (isAsking: boolean) => void;
  /** True where the decision bar has the keys of its answers. */
  hasQuestion: boolean;
  /** True where the decision bar asks for something. */
  isDecided: boolean;
}) {
  const { id, participants } = conversation;
  const reply = actionOf(conversation, "reply");
  const asksFirst = actionOf(conversation, "ask_first");
  const kept = useKeptText({ accountId, name: `reply:${id}` });
  const { text } = kept;
  const [mode, setMode] = useState<Mode>("reply");
  const { files, setFiles, going, send } = useReply(conversation, {
    me,
    kept,
  });
  const turn = (toAsk: boolean) => {
    onAsking(toAsk);
    focusReply(id);
  };
  const write = (chosen: Mode) => {
    setMode(chosen);
    turn(false);
  };
  useShortcuts({
    r: () => write("reply"),
    ...(!hasQuestion && { a: () => write("reply-all") }),
  });
  const asks = isAsking && asksFirst?.ready === true;
  const readers = readerNames(conversation, mode);
  const mayWrite = reply?.ready === true && !send.isPending;
  const submit = () => {
    if (!mayWrite || (text.trim() === "" && files.length === 0)) return;
    const words = { text: kept.take().trim(), mode };
    send.mutate(
      { ...words, ...(asks && { accept: false }) },
      { onSuccess: () => onAsking(false) },
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
        rows={isDecided ? 2 : 3}
        maxLength={LIMITS.textCharsMax}
        value={text}
        onChange={(event) => kept.set(event.target.value)}
        onKeyDown={(event) => onKey(event, submit)}
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
          // Where something is to be decided, its answer is the one button.
          className={`btn ${isDecided ? "" : "btn-main"}`}
          aria-disabled={!mayWrite}
        >
          {asks ? t`Send question` : t`Send reply`}
        </button>
        {asks ? (
          <Turn title={t`Reply instead`} onTurn={() => turn(false)} />
        ) : (
          asksFirst?.ready &&
          !hasQuestion && (
            <Turn title={asksFirst.title} onTurn={() => turn(true)} />
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
  event: KeyboardEvent<HTMLTextAreaElement>,
  submit: () => void,
): void {
  const { key, ctrlKey, metaKey, currentTarget, nativeEvent } = event;
  if (key === "Enter" && (ctrlKey || metaKey)) submit();
  else if (key === "Escape" && !nativeEvent.isComposing) {
    currentTarget.closest("article")?.querySelector("h1")?.focus();
  }
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
