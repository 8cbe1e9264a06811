import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { durationInWords } from "../../../../src/core/base/duration.ts";
import { inbox } from "../api/client.ts";
import { useUsualCurrency } from "../api/currency.ts";
import { faultAt } from "../api/problem.ts";
import type { OwnOffer } from "../api/types.ts";
import { Failure } from "../ui/failure.tsx";
import { Field, Options, TextArea, TextField } from "../ui/field.tsx";
import { amountSaid } from "../ui/money/money.tsx";
import { Waiting } from "../ui/notice.tsx";
import { t } from "../ui/t.ts";
import type { OrderField } from "./order_fields.ts";
import {
  objectOf,
  orderFields,
  readTyped,
  withAnswer,
} from "./order_fields.ts";

/** An order as it is written: the offer of the recipient, and the answers to its questions. */
export interface WrittenOrder {
  readonly offerId: string;
  /** Absent until something is answered: an offer may need nothing. */
  readonly input?: unknown;
}

const RELEASES: Readonly<Record<OwnOffer["release"], string>> = {
  replied: t`paid when they reply`,
  accepted: t`paid when they accept`,
};

/** The terms of an offer, and its questions as a form. */
export function OrderForm({
  order: { offerId, input },
  to,
  isThere,
  error,
  onChange,
}: {
  order: WrittenOrder;
  /** The seller. */
  to: string;
  /** True if the seller is at another service: their price is in USDC. */
  isThere: boolean;
  /** Why the last try was refused. */
  error: Error | null;
  /** Without an order it becomes a plain request. */
  onChange: (order?: WrittenOrder) => void;
}) {
  const usual = useUsualCurrency();
  const currency = isThere ? "USDC" : usual;
  const quote = useQuery({
    queryKey: ["quote", to, offerId],
    queryFn: () => inbox.quoteAccess({ to, offerId }),
    retry: false,
  });
  const offer = quote.data?.offers?.[0];
  if (!offer) {
    return (
      <section
        aria-label={t`Order`}
        className="border-faint border-t px-4 py-3"
      >
        {quote.error ? (
          <Failure error={quote.error} />
        ) : (
          <Waiting error={null} />
        )}
        <RemoveButton onRemove={() => onChange()} />
      </section>
    );
  }
  const { title, price, release, deliverWithin, acceptWithin, arbiter } = offer;
  const isFree = Number(price.amount) === 0;
  const said = [
    isFree ? t`Free` : `${amountSaid(price)} ${currency}`,
    !isFree && RELEASES[release],
    acceptWithin && t`accepted in ${durationInWords(acceptWithin, t.language)}`,
    deliverWithin && t`done in ${durationInWords(deliverWithin, t.language)}`,
    !isFree && arbiter && t`${arbiter} decides disputes`,
  ];
  return (
    <section
      aria-label={t`Order`}
      className="shrink-0 border-faint border-t px-4 py-3"
    >
      <div className="flex items-start justify-between gap-2">
        <h2 className="min-w-0 font-semibold [overflow-wrap:anywhere]">
          <bdi>{title}</bdi>
        </h2>
        <RemoveButton onRemove={() => onChange()} />
      </div>
      <p className="mb-3 text-soft text-sm">
        {said.filter(Boolean).join(" · ")}
      </p>
      {offer.soldOut && (
        <p className="mb-3 text-warn">{t`Sold out at the moment`}</p>
      )}
      {offer.input !== undefined && (
        <Answers
          schema={offer.input}
          input={input}
          error={error}
          onInput={(given) => onChange({ offerId, input: given })}
        />
      )}
    </section>
  );
}

function RemoveButton({ onRemove }: { onRemove: () => void }) {
  return (
    <button
      type="button"
      className="btn btn-quiet -my-1 shrink-0"
      onClick={onRemove}
    >{t`Remove offer`}</button>
  );
}

function Answers({
  schema,
  input,
  error,
  onInput,
}: {
  schema: unknown;
  input: unknown;
  error: Error | null;
  onInput: (input: unknown) => void;
}) {
  const fields = orderFields(schema);
  if (!fields) {
    return (
      <JsonField
        label={t`Your order as JSON`}
        help={JSON.stringify(schema)}
        value={input}
        error={faultAt(error, "/input")}
        onValue={onInput}
      />
    );
  }
  return fields.map((field) => (
    <Answer
      key={field.name}
      field={field}
      value={objectOf(input)[field.name]}
      error={faultAt(error, `/input/${field.name}`)}
      onValue={(value) => onInput(withAnswer(input, field.name, value))}
    />
  ));
}

interface AnswerProps {
  readonly value: unknown;
  readonly error: string | undefined;
  readonly onValue: (value: unknown) => void;
}

/** The field for one answer. */
function Answer({
  field,
  value,
  error,
  onValue,
}: AnswerProps & { field: OrderField }) {
  const { kind, help, isRequired } = field;
  const label = isRequired ? field.label : t`${field.label} (optional)`;
  const said = { label, hint: help, error };
  const typed = value === undefined ? "" : String(value);
  const onText = (text: string) => onValue(text === "" ? undefined : text);
  switch (kind) {
    case "json":
      return (
        <JsonField
          label={label}
          help={help}
          value={value}
          error={error}
          onValue={onValue}
        />
      );
    case "long":
      return <TextArea {...said} rows={3} value={typed} onText={onText} />;
    case "choice":
      return (
        <Choice
          {...said}
          options={field.options.map((it) => [it, it])}
          value={typed}
          onText={onText}
        />
      );
    case "flag":
      return (
        <Choice
          {...said}
          options={[
            ["true", t`Yes`],
            ["false", t`No`],
          ]}
          value={typed}
          onText={(text) => onValue(text === "" ? undefined : text === "true")}
        />
      );
    case "number":
      return (
        <TextField
          {...said}
          type="number"
          step="any"
          value={typed}
          onText={(text) => onValue(text === "" ? undefined : Number(text))}
        />
      );
    default:
      return (
        <TextField
          {...said}
          {...(kind === "date" && { type: "date" })}
          value={typed}
          onText={onText}
        />
      );
  }
}

function Choice({
  options,
  value,
  onText,
  ...said
}: {
  label: string;
  hint: string;
  error: string | undefined;
  options: readonly (readonly [value: string, title: string])[];
  value: string;
  onText: (text: string) => void;
}) {
  return (
    <Field {...said}>
      {(ties) => (
        <select
          className="field"
          {...ties}
          value={value}
          onChange={({ target }) => onText(target.value)}
        >
          <Options of={[["", t`Choose…`], ...options]} />
        </select>
      )}
    </Field>
  );
}

/** An answer that no other field can take. */
function JsonField({
  label,
  help,
  value,
  error,
  onValue,
}: AnswerProps & { label: string; help: string }) {
  const [text, setText] = useState(() =>
    value === undefined ? "" : JSON.stringify(value),
  );
  return (
    <TextArea
      label={label}
      hint={help ? t`As JSON. ${help}` : t`As JSON.`}
      className="field font-mono text-sm"
      rows={3}
      spellCheck={false}
      value={text}
      error={error}
      onText={(typed) => {
        setText(typed);
        onValue(readTyped(typed));
      }}
    />
  );
}
