import { useMutation } from "@tanstack/react-query";
import { request } from "../api/client.ts";
import { sentenceOf } from "../api/problem.ts";
import { toast } from "../shell/toasts.ts";
import { saveFile } from "../ui/save_file.ts";
import { t } from "../ui/t.ts";
import type { Filter } from "./filter.ts";
import { filterQuery } from "./filter.ts";

/** Downloads all pages of what is shown, for a spreadsheet. */
export function CsvButton({
  filter,
  isBalance,
}: {
  filter: Filter;
  isBalance: boolean;
}) {
  const path = isBalance
    ? "/v1/payments"
    : `/v1/payments/search?${filterQuery(filter)}`;
  const name = isBalance ? "statement.csv" : "payments.csv";
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const answer = await request(path, { headers: { accept: "text/csv" } });
      saveFile(await answer.blob(), name);
    },
    onError: (error) => toast({ text: sentenceOf(error), isError: true }),
  });
  return (
    <button
      type="button"
      className="btn"
      aria-disabled={isPending}
      onClick={() => !isPending && mutate()}
    >
      {t`Export CSV`}
    </button>
  );
}
