import { ChainUnavailableError } from "./rpc.ts";

/**
 * What the chain says, asked before anything is locked or decided; `away` if its node says
 * nothing.
 */
export async function hear<T>(asked: Promise<T>): Promise<T | "away"> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ChainUnavailableError) return "away";
    throw error;
  }
}
