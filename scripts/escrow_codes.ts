import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import bytecode from "../packages/rail-x402/contracts/bytecode.json";

/** Where the x402 client expects the public escrow and its collectors. */
export const ESCROW = "0xbdea0d1bcc5966192b070fdf62ab4ef5b4420cff";
export const COLLECTOR = "0x0e3df9510de65469c4518d7843919c0b8c7a7757";
export const REFUND_COLLECTOR = "0x934907bffd0901b6a21e398b9c53a4a38f02fa5d";
/** The contract with which the public collector creates wallets, and a factory of such wallets. */
export const MULTICALL = "0xca11bde05977b3631167028862be2a173976ca11";
export const WALLET_FACTORY = "0xba5ed110efdba3d005bfc882d75358acbbb85842";
export const TOKEN = "0x036cbd53842c5426634e7929541ec2318f3dcf7e";

/** The escrow built from an outside checkout, which no commit contains. */
export const OUTSIDE = join(
  import.meta.dir,
  "../packages/rail-x402/contracts/outside.json",
);

/** The build of a checkout: each contract as it is at its address. */
export interface OutsideEscrow {
  readonly source: string;
  readonly codes: Readonly<Record<string, string>>;
}

const OWN = {
  [ESCROW]: bytecode.Escrow,
  [COLLECTOR]: bytecode.Eip3009Collector,
  [REFUND_COLLECTOR]: bytecode.OperatorRefundCollector,
  [TOKEN]: bytecode.Token,
  [MULTICALL]: bytecode.Multicall,
  [WALLET_FACTORY]: bytecode.WalletFactory,
};

const outside = existsSync(OUTSIDE)
  ? (JSON.parse(readFileSync(OUTSIDE, "utf8")) as OutsideEscrow)
  : undefined;

/** The source of the escrow on the chains of this machine. */
export const ESCROW_OF =
  outside?.source ?? "packages/rail-x402/contracts/escrow.sol";

/** The contracts of a local chain by their addresses. */
export const CODES: typeof OWN & Readonly<Record<string, string>> = {
  ...OWN,
  ...outside?.codes,
};
