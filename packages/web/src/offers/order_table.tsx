import type { Conversation, Message } from "../api/types.ts";
import { t } from "../ui/t.ts";

type Terms = NonNullable<Conversation["terms"]>;
type Part = Message["parts"][number];

/** True for a part that says the order of a conversation, which the table shows instead. Pure. */
export function saysOrder({ text, data }: Part, terms: Terms): boolean {
  const { inWords, input } = terms;
  if (inWords === undefined) return false;
  if (text !== undefined) return text.trim() === inWords.trim();
  return data !== undefined && JSON.stringify(data) === JSON.stringify(input);
}

/** An order as the questions of its offer and their answers. */
export function OrderTable({
  terms: { offer, answers = [] },
}: {
  terms: Terms;
}) {
  return (
    <table className="mb-2 w-full text-sm">
      <caption className="pb-1.5 text-start text-soft">
        {t`Order:`} <bdi className="font-semibold text-ink">{offer?.title}</bdi>
      </caption>
      <tbody>
        {answers.map(({ question, answer }) => (
          <tr key={question} className="border-faint border-t last:border-b">
            <th
              scope="row"
              className="w-2/5 py-2 pe-4 text-start align-top font-normal text-soft [overflow-wrap:anywhere]"
            >
              <bdi>{question}</bdi>
            </th>
            <td className="whitespace-pre-wrap py-2 align-top [overflow-wrap:anywhere]">
              <bdi>{answer}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
