import type { SettingRow } from "./setting.ts";

/** Settings of money, and of the chain that prices are held on. */
export const RAIL_ROWS: readonly SettingRow[] = [
  {
    name: "LEDGER_OPENING_CREDIT",
    usual: "`1000.00`, or `0` with `NODE_ENV=production`",
    what: "test money for a new account; none if `RAIL` is just `x402`",
  },
  {
    name: "DEMO_PRICE",
    usual: "`5.00`, or `0` with `NODE_ENV=production`",
    what: "test money that a demo request offers to everyone who signs up, so that they can try to get paid; `0` sends none, and so does a `RAIL` that begins with `x402`",
  },
  {
    name: "FEE_BPS",
    usual: "`0`",
    what: "the service's fee on a released price, in hundredths of a percent, up to `5000`",
  },
  {
    name: "RAIL",
    usual: "`ledger`",
    what: "currency of prices: `ledger` for test money, `x402` for USDC on a chain, or `ledger,x402` for both, with the first as default; see [money on a chain](chain.md#settings-of-a-chain)",
  },
  {
    name: "CHAIN_ID",
    usual: "none",
    what: "the chain: `8453` is Base, `84532` its test network. Keep it set while anything is held there",
  },
  {
    name: "CHAIN_RPC_URL",
    usual: "none",
    what: "`http(s)://…` of a node on that chain",
    isSecret: true,
  },
  {
    name: "CHAIN_OPERATOR_KEY_FILE",
    usual: "none",
    what: "file with the private key (64 hex digits) of the account that captures, returns and pays the gas",
    isSecretFile: true,
  },
  {
    name: "CHAIN_TOKEN",
    usual: "USDC of the two chains above",
    what: "address of the token, with six decimals and EIP-3009",
  },
  {
    name: "CHAIN_TOKEN_NAME",
    usual: "as the token of the two chains above",
    what: "the token's name, as wallets sign it (EIP-712)",
  },
  {
    name: "CHAIN_TOKEN_VERSION",
    usual: "`2`",
    what: "the token's version, as wallets sign it",
  },
  {
    name: "CHAIN_ESCROW",
    usual: "none",
    what: "address of the escrow and, after a space, the Keccak-256 of its code",
  },
  {
    name: "CHAIN_COLLECTOR",
    usual: "none",
    what: "the same for the contract that collects the payer's tokens by their signature",
  },
  {
    name: "CHAIN_WALLET_FACTORIES",
    usual: "the two of Coinbase Smart Wallet",
    what: "comma-separated addresses of contracts that may deploy a payer's wallet at its first payment (ERC-6492), at the operator's gas; `none` for none",
  },
  {
    name: "CHAIN_FEE_RECEIVER",
    usual: "the operator's account",
    what: "address that gets the fee of `FEE_BPS`",
  },
  {
    name: "CHAIN_GAS_PRICE_MAX",
    usual: "`5`",
    what: "highest gas price in gwei; above it, transactions wait",
  },
  {
    name: "CHAIN_FINALITY",
    usual: "`finalized`",
    what: "blocks that count as final: `finalized`, or `safe`, which is sooner but can be undone by the chain",
  },
];
