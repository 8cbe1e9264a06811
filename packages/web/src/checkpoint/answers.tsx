import type { Ref } from "react";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { actionOf, answersIn } from "../api/actions.ts";
import type { Action, Checkpoint, Conversation } from "../api/types.ts";
import { useShortcuts } from "../shell/shortcuts.ts";
import { NumberButton } from "../thread/dispute/dispute_dialogs.tsx";
import { ProposeButton } from "../thread/money/propose_dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { Key } from "../ui/key.tsx";
import { t } from "../ui/t.ts";
import { PayByWallet } from "../wallet/pay_by_wallet.tsx";
import { elementsOf } from "./asked_about.ts";
import { DeclineButton } from "./decline_button.tsx";
import { focusEdit } from "./edit_fields.tsx";
import { useEditing } from "./editing.tsx";
import { useDecide } from "./use_decide.ts";
import { useSeen } from "./use_seen.ts";

/**
 * The answers to a question. The first is enabled once all that it is about was in sight; a
 * key focuses it, but never presses it.
 */
export function Answers({
  checkpoint,
  conversation,
  comment,
  onComment,
  onAskFirst,
}: {
  checkpoint: Checkpoint;
  conversation: Conversation;
  comment: string;
  onComment: (comment: string) => void;
  onAskFirst: () => void;
}) {
  const { act, proposal, mayDecide } = checkpoint;
  const { approve, trust, decline } = answersIn(conversation, checkpoint);
  const asksFirst =
    act === "accept" ? actionOf(conversation, "ask_first") : undefined;
  const first = useRef<HTMLButtonElement>(null);
  const second = useRef<HTMLButtonElement>(null);
  const { isSeen, showNext } = useSeen(elementsOf(conversation, checkpoint));
  const decide = useDecide(conversation.id, checkpoint);
  const editing = useEditing(conversation, checkpoint);
  useShortcuts({
    a: () => first.current?.focus(),
    ...(trust?.ready && { t: () => second.current?.focus() }),
    ...(asksFirst?.ready && { q: onAskFirst }),
  });
  const isSaid = proposal.asks !== true || comment.trim() !== "";
  const mayApprove =
    approve?.ready === true &&
    !decide.isPending &&
    isSaid &&
    isSeen === true &&
    !editing.priceError;
  const why = approve?.because?.code;
  // A wallet pays with a signature, and an arbiter names an amount.
  const isPlain = why !== "payment_required" && act !== "arbitration";
  // Until the chain has answered, nobody else can.
  if (why === "payment_pending") return null;
  return (
    <>
      {mayDecide && approve && why === "payment_required" && (
        <PayByWallet
          conversation={conversation}
          {...paidFor(checkpoint, approve)}
          mayPay={isSeen === true}
        />
      )}
      {mayDecide && approve && isPlain && (
        <Approving
          ref={first}
          action={approve}
          keys="a"
          isMain
          mayApprove={mayApprove}
          onApprove={() => {
            const { edited } = editing;
            decide.mutate({ decision: "approve", comment, edited });
          }}
        />
      )}
      {mayDecide && trust?.ready && (
        <Approving
          ref={second}
          action={trust}
          keys="t"
          mayApprove={mayApprove}
          onApprove={() =>
            decide.mutate({ decision: "approve", comment, input: trust.input })
          }
        />
      )}
      {editing.isEditable && approve?.ready && (
        <EditButton checkpoint={checkpoint} editing={editing} />
      )}
      <Counter checkpoint={checkpoint} conversation={conversation} />
      {asksFirst?.ready && <AskFirst action={asksFirst} onAsk={onAskFirst} />}
      {decline?.ready && (
        <DeclineButton
          action={decline}
          checkpoint={checkpoint}
          conversation={conversation}
          comment={comment}
          onComment={onComment}
        />
      )}
      {mayDecide && approve && isSeen === false && (
        <button
          type="button"
          className="btn"
          onClick={() => {
            showNext();
            first.current?.focus({ preventScroll: true });
          }}
        >
          {t`Keep reading`} <Icon name="down" />
        </button>
      )}
    </>
  );
}

/** A button that approves; its title is the service's sentence on the effect. */
function Approving({
  ref,
  action: { title, effect },
  keys,
  isMain = false,
  mayApprove,
  onApprove,
}: {
  ref: Ref<HTMLButtonElement>;
  action: Action;
  keys: string;
  isMain?: boolean;
  mayApprove: boolean;
  onApprove: () => void;
}) {
  return (
    <button
      ref={ref}
      type="button"
      className={`btn max-md:flex-1 ${isMain ? "btn-main" : ""}`}
      aria-disabled={!mayApprove}
      aria-keyshortcuts={keys}
      // The bar shows that of the first one.
      title={isMain ? undefined : effect}
      onClick={() => mayApprove && onApprove()}
    >
      {title}{" "}
      <Key
        name={keys.toUpperCase()}
        {...(isMain && { look: "key-on-accent" })}
      />
    </button>
  );
}

/** The acts that name another number, or the arbiter's. */
const NUMBERS: Readonly<Record<string, Action["name"]>> = {
  dispute: "propose_split",
  arbitration: "rule",
};

/** Answers a proposal, or a number of a dispute, with another one. */
function Counter({
  checkpoint: { act },
  conversation,
}: {
  checkpoint: Checkpoint;
  conversation: Conversation;
}) {
  const number = NUMBERS[act] && actionOf(conversation, NUMBERS[act]);
  if (number?.ready) {
    const look = number.name === "rule" ? "btn-main max-md:flex-1" : "";
    return (
      <NumberButton
        conversation={conversation}
        action={number}
        className={`btn ${look}`}
      />
    );
  }
  const propose = actionOf(conversation, "propose");
  if (act !== "proposal" || !propose?.ready) return null;
  return (
    <ProposeButton
      conversation={conversation}
      action={propose}
      className="btn max-md:px-2.5"
    />
  );
}

/** Asks before an acceptance. */
function AskFirst({
  action: { title, effect },
  onAsk,
}: {
  action: Action;
  onAsk: () => void;
}) {
  return (
    <button
      type="button"
      className="btn max-md:px-2.5"
      aria-keyshortcuts="q"
      title={effect}
      onClick={onAsk}
    >
      {title} <Key name="Q" />
    </button>
  );
}

/** Opens the proposal for editing in its place, or closes the editor. */
function EditButton({
  checkpoint,
  editing: { fields, begin, end },
}: {
  checkpoint: Checkpoint;
  editing: ReturnType<typeof useEditing>;
}) {
  const toggle = () => {
    flushSync(fields ? end : begin);
    if (!fields) focusEdit(checkpoint);
  };
  useShortcuts({ i: toggle });
  return (
    <button
      type="button"
      className="btn max-md:px-2.5"
      aria-keyshortcuts="i"
      onClick={toggle}
    >
      {fields ? t`Discard changes` : t`Edit`} <Key name="I" />
    </button>
  );
}

/** The payment by a wallet that replaces a plain approval. Pure. */
function paidFor({ act }: Checkpoint, { money }: Action) {
  return act === "refund"
    ? ({ act, json: { amount: money?.amount.amount } } as const)
    : ({ act: "fund" } as const);
}
