import type { Dispatch, ReactNode, SetStateAction } from "react";
import { createContext, useContext, useState } from "react";
import { decidedFor } from "../api/acting_as.ts";
import { useAccount } from "../api/queries.ts";
import type { Checkpoint, Conversation } from "../api/types.ts";
import {
  amountError,
  amountTyped,
  readAmount,
} from "../ui/money/typed_amount.ts";
import { wordsAskedAbout } from "./asked_about.ts";

/** The fields of a proposal as the person has edited them. */
export interface Fields {
  readonly text: string;
  readonly title: string;
  readonly price: string;
}

/** The changed fields, as they are sent. */
export type Edited = Partial<Fields>;

interface Editing extends Fields {
  readonly checkpointId: string;
}

type Field = keyof Fields;

const Edits = createContext<
  readonly [Editing | undefined, Dispatch<SetStateAction<Editing | undefined>>]
>([undefined, () => {}]);

/** A conversation in which one proposal can be changed before it is sent. */
export function EditingRoom({ children }: { children: ReactNode }) {
  return <Edits value={useState<Editing>()}>{children}</Edits>;
}

/** The fields that the person who approves it may change, by act. */
const EDITABLE: Partial<Record<Checkpoint["act"], readonly Field[]>> = {
  submit: ["title", "text", "price"],
  outward: ["text"],
  reply: ["text"],
};

/** The editor of a proposal: shown in its place, and sent with the approval. */
export function useEditing(conversation: Conversation, checkpoint: Checkpoint) {
  const [editing, setEditing] = useContext(Edits);
  const { checkpointId, act, mayDecide, needed } = checkpoint;
  const names = EDITABLE[act] ?? [];
  // Somebody who decides for a person decides what was proposed.
  const isOther = decidedFor(useAccount().data) !== undefined;
  const fields = editing?.checkpointId === checkpointId ? editing : undefined;
  const proposed = proposedIn(conversation, checkpoint);
  const changed = names.filter(
    (it) => fields && fields[it].trim() !== proposed[it].trim(),
  );
  return {
    // Several people approve the same thing.
    isEditable:
      mayDecide && names.length > 0 && !isOther && needed === undefined,
    names,
    fields,
    priceError: fields && amountError(fields.price),
    begin: () => setEditing({ checkpointId, ...proposed }),
    set: (name: Field, value: string) =>
      setEditing((now) => now && { ...now, [name]: value }),
    end: () => setEditing(undefined),
    /** The changes to send with the approval; undefined without one. */
    edited: fields && changed.length > 0 ? sentOf(fields, changed) : undefined,
  };
}

function sentOf(fields: Fields, changed: readonly Field[]): Edited {
  return Object.fromEntries(changed.map((it) => [it, sentAs(it, fields)]));
}

function proposedIn(
  conversation: Conversation,
  checkpoint: Checkpoint,
): Fields {
  const { text = "" } = wordsAskedAbout(conversation, checkpoint);
  const { title } = conversation;
  const price = amountTyped(checkpoint.proposal.money?.amount.amount);
  return { text, title, price };
}

function sentAs(name: Field, fields: Fields): string {
  return name === "price"
    ? (readAmount(fields.price) ?? "0")
    : fields[name].trim();
}
