import { useQueryClient } from "@tanstack/react-query";
import { toast } from "../shell/toasts.ts";
import { t } from "../ui/t.ts";
import { inTurns } from "./bulk.ts";
import { inbox } from "./client.ts";
import { refreshAll } from "./lists.ts";
import { sentenceOf } from "./problem.ts";
import { KEYS } from "./queries.ts";

/** Blocks senders, says so, and offers to undo it. */
export function useBlock() {
  const client = useQueryClient();
  const put = async (addresses: readonly string[], blocked: boolean) => {
    try {
      await inTurns(addresses, (address) =>
        inbox.saveContact({ address, blocked }),
      );
    } catch (error) {
      toast({ text: sentenceOf(error), isError: true });
      return false;
    }
    await client.invalidateQueries({ queryKey: KEYS.contacts });
    await refreshAll(client);
    return true;
  };
  return async (addresses: readonly string[]): Promise<void> => {
    if (!(await put(addresses, true))) return;
    const [only = ""] = addresses;
    toast({
      text:
        addresses.length === 1
          ? t`Blocked ${only}`
          : t.many(addresses.length)`Blocked # sender|Blocked # senders`,
      undo: () => void put(addresses, false),
    });
  };
}
