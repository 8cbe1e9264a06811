import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../shell/toasts.ts";
import { sentenceOf } from "./problem.ts";

/**
 * Changes something, announces the result, and reads again what has changed. An error is not
 * announced where the page shows it itself (`error`).
 */
export function useSave<I, O>(
  run: (input: I) => Promise<O>,
  {
    reads,
    says,
    showsError = false,
  }: {
    readonly reads: readonly (readonly string[])[];
    readonly says?: string;
    readonly showsError?: boolean;
  },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: async () => {
      if (says) toast({ text: says });
      await Promise.all(
        reads.map((queryKey) => client.invalidateQueries({ queryKey })),
      );
    },
    onError: (error) => {
      if (!showsError) toast({ text: sentenceOf(error), isError: true });
    },
  });
}
