import type { Payment } from "../../api/types.ts";

/** The condition of the price, with the sender's own words if needed. */
export function Condition({
  payment: { condition, releaseAction },
}: {
  payment: Payment;
}) {
  if (!condition) return null;
  const said = releaseAction && wordsOf(releaseAction);
  if (!said) return <bdi>{condition.text}</bdi>;
  return (
    <>
      <bdi>{condition.text.replace(/\.$/, ":")}</bdi>{" "}
      <q className="break-words">{said}</q>
    </>
  );
}

function wordsOf(it: NonNullable<Payment["releaseAction"]>) {
  if (it.type === "text") return it.text;
  return it.type === "url_visit" ? it.url : undefined;
}
