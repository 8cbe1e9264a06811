import { useMutation, useQueryClient } from "@tanstack/react-query";
import { sentenceOf } from "../api/problem.ts";
import { toast } from "../shell/toasts.ts";

/** Changes something, says how it went, and reads again what has changed. */
export function useSave<I, O>(
  run: (input: I) => Promise<O>,
  {
    reads,
    says,
  }: { readonly reads: readonly (readonly string[])[]; readonly says?: string },
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
    onError: (error) => toast({ text: sentenceOf(error), isError: true }),
  });
}
