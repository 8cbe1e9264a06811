import { useQuery } from "@tanstack/react-query";
import type { CountConversationsOutput } from "../../../client/src/generated/types.ts";
import { decidedFor } from "./acting_as.ts";
import { inbox } from "./client.ts";
import { useLiveness } from "./connection.ts";
import { readThread, withOlder } from "./threads.ts";
import type { Conversation } from "./types.ts";

/** How old a shown balance may be: credit comes without a hint. */
const BALANCE_MS = 20_000;

export type Counts = CountConversationsOutput;

/** How often the inbox polls for changes without a stream. */
const PULSE_MS = 4_000;

/** The names under which answers are cached. */
export const KEYS = {
  account: ["account"],
  counts: ["counts"],
  lists: ["list"],
  /** The query is empty for a whole view; a label or a section is a search, too. */
  list: (
    view: string,
    q: string,
    part: {
      readonly label?: string;
      readonly section?: string;
      readonly isEverywhere?: boolean;
    } = {},
  ) => [
    "list",
    view,
    Object.keys(part).length === 0 ? q : JSON.stringify({ q, ...part }),
  ],
  labels: ["labels"],
  conversations: ["conversation"],
  conversation: (id: string) => ["conversation", id],
  flagging: ["flagging"],
  profile: ["profile"],
  credentials: ["credentials"],
  sessions: ["sessions"],
  passkeys: ["passkeys"],
  notifications: ["notifications"],
  calendarFeed: ["notifications", "calendar"],
  pushDevices: ["push_devices"],
  domains: ["domains"],
  balance: ["balance"],
  statement: ["statement"],
  payments: ["payments"],
  contacts: ["contacts"],
  members: ["members"],
  replying: ["replying"],
  delegations: ["delegations"],
  firstSteps: ["first_steps"],
  webhooks: ["webhooks"],
  offers: ["offers"],
  exports: ["exports"],
  imports: ["imports"],
  webhookLog: (id: string) => ["webhook_log", id],
} as const;

/** The account whose inbox this is. */
export function useAccount() {
  return useQuery({
    queryKey: KEYS.account,
    queryFn: () => inbox.getAccount(),
    staleTime: 60_000,
  });
}

/** The counts of the views; without a stream they show when to read lists again. */
export function useCounts() {
  const isLost = useLiveness() === "lost";
  return useQuery({
    queryKey: KEYS.counts,
    queryFn: () => inbox.countConversations(),
    refetchInterval: isLost && PULSE_MS,
  });
}

/** One conversation, as the person may see it. */
export function useConversation(
  id: string,
  options: { readonly refetchOnMount?: "always" } = {},
) {
  return useQuery({
    queryKey: KEYS.conversation(id),
    queryFn: async ({ client, queryKey }) => {
      const now = await readThread(id);
      return withOlder(client.getQueryData<Conversation>(queryKey), now);
    },
    enabled: id !== "",
    // No event tells of incoming money, and something waits for it here.
    refetchInterval: ({ state: { data } }) => lacksMoney(data) && BALANCE_MS,
    // A returning person may have paid in elsewhere, however recently this was read.
    refetchOnWindowFocus: ({ state: { data } }) =>
      lacksMoney(data) ? "always" : true,
    ...options,
  });
}

/** True if it waits for a higher balance. */
function lacksMoney(conversation: Conversation | undefined): boolean {
  return (
    conversation?.actions?.some(
      ({ because }) => because?.code === "insufficient_balance",
    ) === true
  );
}

/** The person's labels. */
export function useLabels() {
  return useQuery({
    queryKey: KEYS.labels,
    queryFn: () => inbox.listLabels(),
    staleTime: 60_000,
  });
}

/** The profile of the person, as others see it. */
export function useProfile() {
  return useQuery({
    queryKey: KEYS.profile,
    queryFn: () => inbox.getProfile(),
  });
}

/** The person's balance, and the money on its way. */
export function useBalance() {
  const isDeciding = decidedFor(useAccount().data) !== undefined;
  return useQuery({
    enabled: !isDeciding,
    queryKey: KEYS.balance,
    queryFn: () => inbox.getBalance(),
    refetchInterval: BALANCE_MS,
  });
}
