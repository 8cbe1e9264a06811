import { statement, testTamperings } from "./tampering.ts";

testTamperings({
  "a mint that is consistent in the ledger": [
    statement(
      `INSERT INTO ledger_transfers VALUES ('trf_forged', 'fund', null, null, 'fund:forged', 1, :bob, 1000);
       INSERT INTO ledger_entries VALUES ('trf_forged', 'mint', -1000000), ('trf_forged', 'wallet:' || :bob, 1000000)`,
    ),
    "transfer trf_forged has no record",
    "bob",
  ],
  "a credit that is larger than recorded": [
    statement(
      `UPDATE ledger_entries SET amount = amount * 2 WHERE transfer_id = (SELECT id FROM ledger_transfers WHERE idempotency_key = 'credit:gift');
       UPDATE ledger_accounts SET balance = (SELECT sum(amount) FROM ledger_entries WHERE account_id = ledger_accounts.id) WHERE id IN ('mint', 'wallet:' || :bob)`,
    ),
    /^transfer trf_\w+ differs from its record$/,
    "bob",
  ],
  "a removed release": [
    statement(
      `DELETE FROM ledger_entries WHERE transfer_id = (SELECT id FROM ledger_transfers WHERE kind = 'release');
       DELETE FROM ledger_transfers WHERE kind = 'release'`,
    ),
    /^transfer trf_\w+ is missing from the ledger$/,
    "done",
  ],
  "a balance": [
    statement(
      "UPDATE ledger_accounts SET balance = balance + 1 WHERE id = 'wallet:' || :bob",
    ),
    "its balance is not the sum of its entries",
    "wallet",
  ],
  "a wallet that is gone": [
    statement(
      `PRAGMA foreign_keys = off;
       DELETE FROM ledger_accounts WHERE id = 'wallet:' || :bob`,
    ),
    "it has entries and is missing from the ledger",
    "wallet",
  ],
  "the mint that is gone": [
    statement(
      `PRAGMA foreign_keys = off; DELETE FROM ledger_accounts WHERE id = 'mint'`,
    ),
    "it has entries and is missing from the ledger",
    "mint",
  ],
  "a wallet that may be overdrawn": [
    statement(
      "UPDATE ledger_accounts SET kind = 'mint' WHERE id = 'wallet:' || :bob",
    ),
    "its owner, kind or currency is not what its id says",
    "wallet",
  ],
  "an address that was given to somebody else": [
    statement(
      `PRAGMA foreign_keys = off;
       UPDATE addresses SET account_id = 'acc_nobody' WHERE account_id = :bob`,
    ),
    /^adr_\w+ is missing$/,
    "bob",
  ],
  "an address under another name": [
    statement(
      "UPDATE addresses SET local_part = 'bobby' WHERE account_id = :bob",
    ),
    /^adr_\w+ differs from its record$/,
    "bob",
  ],
  "a domain that nobody proved": [
    statement(
      "INSERT INTO address_domains VALUES ('dom_forged', :bob, 'example.org', 'verified', 'token', 1, 1, 1, null, 0, null, null)",
    ),
    "dom_forged has no record",
    "bob",
  ],
  "a credential that nobody made": [
    statement(
      "INSERT INTO credentials (id, account_id, name, token_hash, created_at) VALUES ('cred_forged', :bob, 'x', 'y', 1)",
    ),
    "cred_forged has no record",
    "bob",
  ],
  "a credential that works again": [
    statement(
      "UPDATE credentials SET revoked_at = null WHERE account_id = :bob",
    ),
    /^cred_\w+ differs from its record$/,
    "bob",
  ],
  "an account that is open again": [
    statement("UPDATE accounts SET disabled_at = null WHERE id = :bob"),
    "the account was closed",
    "bob",
  ],
  "an account that nobody made": [
    statement(
      "INSERT INTO accounts (id, kind, display_name, created_at) VALUES ('acc_forged', 'person', 'x', 1)",
    ),
    "its chain is missing",
    "acc_forged",
  ],
});
