import type { Static } from "typebox";
import { Type } from "typebox";
import { verifierKey } from "../../../packages/verify/src/signed_note.ts";
import type { CommandCall } from "../access/context.ts";
import { defineCommand, OPERATOR_ONLY } from "../access/operation.ts";
import { logOrigin } from "../audit/log/prove.ts";
import { LIMITS } from "../base/limits.ts";
import { closed } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { idHere } from "../conversations/acts/imported/id_here.ts";
import {
  ImportSchema,
  presentImport,
} from "../conversations/acts/imported/imports.ts";
import type { Import } from "../conversations/acts/store/imported_store.ts";
import { importedStore } from "../conversations/acts/store/imported_store.ts";
import { ownWordsAbove } from "../conversations/acts/store/words/word_store.ts";
import { ServiceError } from "../errors/errors.ts";
import { loadAccount } from "../identity/accounts.ts";
import { AccountId } from "../identity/schemas.ts";

const Begun = closed({
  accountId: AccountId,
  service: Type.String({ minLength: 1, maxLength: LIMITS.addressCharsMax }),
  address: Type.String({ minLength: 1, maxLength: LIMITS.addressCharsMax }),
  archiveAt: Type.Integer({ minimum: 0, maximum: 8.64e15 }),
  sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
  logKey: Type.String({ minLength: 1, maxLength: LIMITS.importKeyCharsMax }),
  isKeyKnown: Type.Boolean(),
  logSize: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  itemsAll: Type.Integer({ minimum: 0, maximum: LIMITS.importItemsMax }),
});

/** Starts to import an archive, or returns its progress. */
export const beginImport = defineCommand({
  name: "begin_import",
  title: "Import an archive",
  access: OPERATOR_ONLY,
  input: Begun,
  output: closed({ import: ImportSchema }),
  chains: ({ accountId }) => [accountId],
  async run({ sha256, ...input }, call) {
    const { accountId } = input;
    const account = await loadAccount(call, accountId);
    if (account.kind === "service" || account.disabledAt !== null) {
      throw new ServiceError("forbidden", {
        detail: told`Cannot import for this account: it is disabled or belongs to the service.`,
      });
    }
    await refuseForged(call, input);
    const store = importedStore(call.db);
    const id = idHere("import", input, sha256);
    const begun = await store.import(id);
    if (begun) return { import: presentImport(begun) };
    const others = await store.imports(accountId, LIMITS.importsPerAccountMax);
    if (others.length >= LIMITS.importsPerAccountMax) {
      throw new ServiceError("quota_exceeded", {
        detail: told`Cannot import: an account has at most ${LIMITS.importsPerAccountMax} imports.`,
      });
    }
    const row: Import = {
      ...{ id, ...input, items: 0 },
      createdAt: call.now,
      readyAt: input.itemsAll === 0 ? call.now : null,
    };
    call.write(store.begin(row), ownWordsAbove(call.db));
    call.record({
      chainId: accountId,
      type: "import.begun",
      refs: { importId: id },
    });
    return { import: presentImport(row) };
  },
});

/**
 * Refuses an archive that falsely names this service: anybody can write any name, but this
 * service's key is known.
 * @throws forbidden if it names this service and is signed by a key that neither the service
 * nor its operator knows
 */
async function refuseForged(
  call: CommandCall,
  { service, logKey, isKeyKnown }: Omit<Static<typeof Begun>, "sha256">,
): Promise<void> {
  if (isKeyKnown) return;
  const origin = await logOrigin(call);
  if (`${service}/log` !== origin) return;
  const { publicKeys } = call.signer;
  if (publicKeys.some((it) => logKey === verifierKey(origin, it))) return;
  throw new ServiceError("forbidden", {
    detail: told`Cannot import: the archive claims to be from this service but is signed with another key. If the service once had that key, pass it with --key.`,
  });
}
