import type { KeyboardEvent } from "react";
import { useState } from "react";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import { actionOf } from "../api/actions.ts";
import type { Conversation, Participant } from "../api/types.ts";
import { replyId } from "../checkpoint/question_id.ts";
import { useShortcuts } from "../shell/shortcuts.ts";
import { writeMark } from "../ui/marks/mark_keys.ts";
import { t } from "../ui/t.ts";
import { Consequences } from "./consequences.tsx";
import { ChosenFiles, chosenFiles } from "./files/chosen_files.tsx";
import { FilePicker } from "./files/file_picker.tsx";
import { UploadProgress } from "./files/upload_progress.tsx";
import type { KeptText } from "./kept_text.ts";
import { replyPlace, useKeptText } from "./kept_text.ts";
import { Answered, useAnswered, useSayReplying } from "./team/replying.tsx";
import { useHeld } from "./use_held.ts";
import type { Mode } from "./use_reply.ts";
import { useReply } from "./use_reply.ts";

/** A reply, or a question that does not accept. */
export type Writing = "reply" | "question";

const QUESTION = { accept: false } as const;

/** The box for a reply: shows its readers before it is sent, and stores what is typed. */
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
  /** The account whose text is stored on the device. */
  accountId: string;
  writing: Writing | undefined;
  onWriting: (writing: Writing | undefined) => void;
  /** Called once it is sent, if nothing more was written meanwhile. */
  onSent: () => void;
  /** True if the decision bar uses the keys of its answers. */
  hasQuestion: boolean;
}) {
  const { id, participants } = conversation;
  const reply = actionOf(conversation, "reply");
  const asksFirst = actionOf(conversation, "ask_first");
  const kept = useKeptText(replyPlace(accountId, id));
  const [mode, setMode] = useState<Mode>("reply");
  const { files, setFiles, going, send } = useReply(conversation, {
    me,
    kept,
  });
  const asks = writing === "question" && asksFirst?.ready === true;
  const mayWrite = reply?.ready === true && !send.isPending;
  const { held, hold } = useHeldReply(conversation, { kept, send, onSent });
  const isBusy = send.isPending || held.isHeld;
  const isBegun = kept.text.trim() !== "" || files.length > 0;
  useSayReplying(id, kept.text);
  const answered = useAnswered(conversation, me, isBegun);
  const submit = () => {
    if (held.isHeld) held.sendNow();
    else if (mayWrite && isBegun && !answered.asks())
      hold({ mode, ...(asks && QUESTION) });
  };
  const leave = () => (held.isHeld ? held.takeBack() : onWriting(undefined));
  const write = (chosen: Mode) => () => {
    if (held.isHeld) return;
    setMode(chosen);
    onWriting("reply");
  };
  const all = !hasQuestion && { a: write("reply-all") };
  useShortcuts({ r: write("reply"), ...all });
  return (
    <form
      aria-label={t`Reply`}
      data-stage={stageOf({ isBegun, isIdle: send.isIdle })}
      className="card p-3 md:ms-10"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {participants.length > 2 && (
        <ModeChoice mode={mode} onMode={setMode} isOff={held.isHeld} />
      )}
      <label htmlFor={replyId(id)} className="mb-1 block font-semibold text-sm">
        {asks ? t`Your question` : t`Your reply`}
      </label>
      <textarea
        id={replyId(id)}
        className="field text-read"
        rows={3}
        maxLength={LIMITS.textCharsMax}
        value={kept.text}
        readOnly={held.isHeld}
        onChange={(event) => kept.set(event.target.value)}
        onKeyDown={(event) => onKey(event, submit, leave)}
      />
      <Consequences
        {...{ conversation, mode, asks }}
        accepts={asksFirst?.ready === true}
        fileCount={files.length}
      />
      <Answered answers={answered.shown} />
      {reply?.because && <p className="mb-2">{reply.because.detail}</p>}
      <ChosenFiles
        files={files}
        {...(!isBusy && {
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
          {sendTitle(held.isHeld, asks, answered.shown.length > 0)}
        </button>
        <Turn
          isHeld={held.isHeld}
          asks={asks}
          askTitle={
            asksFirst?.ready && !hasQuestion ? asksFirst.title : undefined
          }
          onUndo={held.takeBack}
          onWriting={onWriting}
        />
        {!held.isHeld && actionOf(conversation, "add_file") && (
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

/** Holds the box's text before it is sent, for the readers that are shown now. */
function useHeldReply(
  { id, replyReaders }: Conversation,
  {
    kept,
    send,
    onSent,
  }: {
    readonly kept: KeptText;
    readonly send: ReturnType<typeof useReply>["send"];
    readonly onSent: () => void;
  },
) {
  const held = useHeld();
  const hold = (how: { readonly mode: Mode; readonly accept?: false }) => {
    const inReplyTo = replyReaders?.inReplyTo;
    const words = { ...how, ...(inReplyTo && { inReplyTo }) };
    const onSuccess = () => kept.isEmpty() && onSent();
    held.hold(
      () => send.mutate({ text: kept.take().trim(), ...words }, { onSuccess }),
      () => focusReply(id),
    );
  };
  return { held, hold };
}

/** Changes a reply to a question or back; or undoes either. */
function Turn({
  isHeld,
  asks,
  askTitle,
  onUndo,
  onWriting,
}: {
  isHeld: boolean;
  asks: boolean;
  /** Absent if no question can be asked here. */
  askTitle: string | undefined;
  onUndo: () => void;
  onWriting: (writing: Writing) => void;
}) {
  const other = asks ? "reply" : "question";
  const title = asks ? t`Reply instead` : askTitle;
  if (!isHeld && title === undefined) return null;
  return (
    <button
      type="button"
      className="btn"
      onClick={() => (isHeld ? onUndo() : onWriting(other))}
    >
      {isHeld ? t`Undo` : title}
    </button>
  );
}

function sendTitle(isHeld: boolean, asks: boolean, isAsked: boolean): string {
  if (isHeld) return t`Send now`;
  if (isAsked) return t`Send anyway`;
  return asks ? t`Send question` : t`Send reply`;
}

/**
 * Sends, or moves the focus out of the box, where the conversation's keys work; the text
 * stays.
 */
function onKey(
  event: KeyboardEvent<HTMLTextAreaElement>,
  submit: () => void,
  leave: () => void,
): void {
  const { key, ctrlKey, metaKey, nativeEvent } = event;
  if (writeMark(event)) return;
  if (key === "Enter" && (ctrlKey || metaKey)) submit();
  else if (key === "Escape" && !nativeEvent.isComposing) leave();
}

/** Focuses the reply box. */
export function focusReply(conversationId: string): void {
  document.getElementById(replyId(conversationId))?.focus();
}

/** The stage of a box: what it contains, or that its last reply is being or was sent. */
function stageOf(it: { readonly isBegun: boolean; readonly isIdle: boolean }) {
  if (it.isBegun) return "begun";
  return it.isIdle ? "new" : "sent";
}

/** True while the box has content, or the focus before the first reply is sent. */
export function isReplying(conversationId: string): boolean {
  const box = document.getElementById(replyId(conversationId))?.closest("form");
  if (!box) return false;
  const { stage } = box.dataset;
  const hasFocus = box.contains(document.activeElement);
  return stage === "begun" || (stage === "new" && hasFocus);
}

function ModeChoice({
  mode,
  isOff,
  onMode,
}: {
  mode: Mode;
  isOff: boolean;
  onMode: (mode: Mode) => void;
}) {
  return (
    <fieldset disabled={isOff} className="mb-2 flex flex-wrap gap-x-5">
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
