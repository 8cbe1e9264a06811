import { Type } from "typebox";
import type { QueryCall } from "../access/context.ts";
import { definePreparedCommand, OWNER } from "../access/operation.ts";
import { presentAddress } from "../addresses/present.ts";
import { addressStore } from "../addresses/store.ts";
import { LIMITS } from "../base/limits.ts";
import { showMoney } from "../base/money.ts";
import { Word } from "../base/own_words.ts";
import { closed, flag, money, string } from "../base/schemas.ts";
import { phrase } from "../base/words/say.ts";
import { told } from "../base/words/sentence.ts";
import { endAssignments } from "../conversations/acts/labels/assignee.ts";
import { deletionStore } from "../deletion/deletion_store.ts";
import { ServiceError } from "../errors/errors.ts";
import { requireFreshSignIn } from "../exports/exports.ts";
import { loadAccount, ownerOf } from "../identity/accounts.ts";
import { accountStore } from "../identity/accounts_store.ts";
import { forgetPrincipals } from "../identity/authenticate.ts";
import { AccountId, OwnerId } from "../identity/schemas.ts";
import { endSessions } from "../identity/session_list.ts";
import { leaveTeams } from "../identity/teams/membership.ts";
import { teamStore } from "../identity/teams/team_store.ts";
import { balanceOf } from "../payments/ledger.ts";

/**
 * Closes an account for ever and begins to erase it; without `confirm` it only shows what
 * would happen.
 */
export const deleteAccount = definePreparedCommand({
  name: "delete_account",
  title: "Delete an account",
  description:
    "Delete an account for good, with everything that only it has, in slices. Without confirm nothing is done, and the answer lists what would go, what stays and what prevents it. Refused while money is held from or for it. No agent may do this.",
  access: OWNER,
  input: closed({
    accountId: OwnerId,
    confirm: Type.Optional(
      string(
        "The account's address or id, to confirm.",
        LIMITS.addressCharsMax,
      ),
    ),
  }),
  output: closed({
    accountId: AccountId,
    begun: flag("True if it is being deleted."),
    forfeited: money("Balance in the wallet that is lost."),
    held: Type.Array(Word("id"), {
      description:
        "Conversations where money is held from or for it, to be signed, cancelled or expired first; some of them.",
    }),
    heldIn: Type.Array(
      closed({
        conversationId: Word("id", "The conversation."),
        title: string("Its title."),
      }),
      { description: "The same with their titles." },
    ),
    erases: Type.Array(Word("sentence"), {
      description: "Data that is erased.",
    }),
    stays: Type.Array(Word("sentence"), { description: "Data that stays." }),
  }),
  /** The chains of the account and of its teams. */
  async prepare({ accountId: named }, call) {
    const accountId = ownerOf(call, named);
    const places = await teamStore(call.db).ofMember(accountId);
    return [accountId, ...places.map((it) => it.accountId)];
  },
  chains: (_input, _call, chains) => chains,
  async run({ accountId: named, confirm }, call, chains) {
    const account = await loadAccount(call, ownerOf(call, named));
    const { id: accountId } = account;
    if (account.kind === "service") {
      throw new ServiceError("forbidden", {
        detail: told`Cannot delete the account: the service itself uses it.`,
      });
    }
    const store = deletionStore(call.db);
    const forfeited = showMoney(await balanceOf(call, accountId));
    const heldIn = [...(await store.held(accountId))];
    const held = heldIn.map((it) => it.conversationId);
    const erases = ERASED.map((it) => call.say.of(it));
    const stays = STAYS.map((it) => call.say.of(it));
    const shown = { accountId, forfeited, held, heldIn, erases, stays };
    if (await store.of(accountId)) return { ...shown, begun: true };
    if (confirm === undefined) return { ...shown, begun: false };
    await requireFreshSignIn(call, told`delete the account`);
    await requireNamed(call, accountId, confirm);
    if (held.length > 0) {
      throw new ServiceError("wrong_state", {
        detail: told`Cannot delete the account: money is held in ${held.join(", ")}. Sign, cancel or let these expire first.`,
      });
    }
    for (const place of await leaveTeams(call, accountId, chains)) {
      await endAssignments(call, place);
    }
    await endSessions(call, accountId);
    call.write(
      accountStore(call.db).setDisabled(accountId, call.now),
      ...store.begin({ accountId, begunAt: call.now, endedAt: null }),
    );
    call.record({ chainId: accountId, type: "account.disabled" });
    call.committed(() =>
      forgetPrincipals(
        call,
        (it) => "accountId" in it && it.accountId === accountId,
      ),
    );
    return { ...shown, begun: true };
  },
});

/** @throws invalid_input if something else was typed */
async function requireNamed(
  { db, settings }: QueryCall,
  accountId: string,
  confirm: string,
): Promise<void> {
  const own = await addressStore(db).ofAccount(accountId);
  const address = own && presentAddress(settings, own).address;
  const typed = confirm.trim().toLowerCase();
  if (typed === address?.toLowerCase() || typed === accountId) return;
  throw new ServiceError("invalid_input", {
    detail: told`Cannot delete the account: confirm must be its address.`,
    errors: [
      {
        pointer: "/confirm",
        code: "mismatch",
        detail: told`it must be ${address ?? accountId}`,
      },
    ],
  });
}

/** The data that is erased with an account, in words for its owner (docs/deletion.md). */
const ERASED = [
  phrase`Your sign-in, sessions, passkeys and your agents' access.`,
  phrase`Drafts, anything only you could read, and imports.`,
  phrase`Contacts, labels, rules, profile, prices, webhooks, notifications and exports.`,
  phrase`Your name: others see “Deleted account” instead.`,
];

/** The data that remains, and where. */
const STAYS = [
  phrase`Messages between you and others stay in their inboxes, with your address.`,
  phrase`Audit records (hashes and times) and the log.`,
  phrase`Payments, receipts, the ledger and conversations that had a price.`,
  phrase`Your address, which no one else can claim, and your abuse reports.`,
  phrase`Backups the operator made earlier.`,
];
