import type { QueryCall } from "../access/context.ts";
import { LIMITS } from "../base/limits.ts";
import { pace } from "../base/pace.ts";
import type { AuditRow, ChainFault, Head } from "./chain.ts";
import { bodyOf, GENESIS, verifyStretch } from "./chain.ts";
import { auditStore } from "./store.ts";

/** What a chain last committed a row to, and in which record. */
export interface Held {
  readonly digest: string;
  readonly seq: number;
}

/** What a chain last said of an account, or of something that it has. */
export interface Standing {
  readonly type: string;
  readonly refs: Readonly<Record<string, string>>;
  readonly seq: number;
}

/** What a whole chain says, after every link of it was recomputed. */
export interface Walked {
  readonly end: Head;
  readonly fault?: ChainFault;
  /** Rows that there must be, by name. */
  readonly held: Map<string, Held>;
  /** By the id of an address, a domain or a credential, or "account". */
  readonly standing: ReadonlyMap<string, Standing>;
  /** The type of the last record. */
  readonly type: string | undefined;
  /** True if the service's key vouches for its end. */
  readonly isVouched: boolean;
  /** Hashes that were asked for by their place in the chain. */
  readonly hashAt: string | undefined;
}

/** What a walk looks out for. */
export interface WalkOptions {
  /** False leaves the keyed hashes alone: the key is not theirs. */
  readonly hasKey: boolean;
  /** A place whose hash is wanted. */
  readonly at?: number | undefined;
}

/** Recomputes a chain a page at a time and gathers what it commits to. */
export async function walkChain(
  call: QueryCall,
  chainId: string,
  { hasKey, at }: WalkOptions,
): Promise<Walked> {
  const audit = auditStore(call.db);
  const mac = hasKey ? call.signer.mac : undefined;
  const found = new Findings(at);
  let end: Head = GENESIS;
  for (;;) {
    await pace.turn();
    const rows = await audit.page(chainId, end.seq, LIMITS.auditSlice);
    const verified = verifyStretch(end, rows, mac);
    end = verified.end;
    if (verified.fault) return { ...found.said(), end, fault: verified.fault };
    for (const row of rows) found.add(row);
    if (rows.length < LIMITS.auditSlice) return { ...found.said(), end };
  }
}

class Findings {
  readonly #at: number | undefined;
  readonly #held = new Map<string, Held>();
  readonly #standing = new Map<string, Standing>();
  #type: string | undefined;
  #isVouched = false;
  #hashAt: string | undefined;

  constructor(at: number | undefined) {
    this.#at = at;
  }

  add(row: AuditRow): void {
    const { type, refs } = bodyOf(row);
    this.#type = type;
    this.#isVouched = row.mac !== null;
    if (row.seq === this.#at) this.#hashAt = row.hash;
    const about = standsFor(type, refs);
    if (type !== undefined && about !== undefined) {
      this.#standing.set(about, { type, refs: refs ?? {}, seq: row.seq });
    }
    for (const [name, digest] of Object.entries(row.holds ?? {})) {
      if (digest === null) this.#held.delete(name);
      else this.#held.set(name, { digest, seq: row.seq });
    }
  }

  said(): Omit<Walked, "end" | "fault"> {
    return {
      held: this.#held,
      standing: this.#standing,
      type: this.#type,
      isVouched: this.#isVouched,
      hashAt: this.#hashAt,
    };
  }
}

/** What a record of an account's chain changes the standing of. */
function standsFor(
  type: string | undefined,
  refs: Readonly<Record<string, string>> | undefined,
): string | undefined {
  switch (type?.split(".")[0]) {
    case "address":
      return refs?.addressId;
    case "domain":
      return refs?.domainId;
    case "credential":
      return refs?.credentialId;
    case "account":
      return type === "account.disabled" || type === "account.enabled"
        ? "account"
        : undefined;
    default:
      return undefined;
  }
}
