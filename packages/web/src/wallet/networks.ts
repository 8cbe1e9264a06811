import { t } from "../ui/t.ts";

const NETWORKS: Readonly<Record<string, string>> = {
  "eip155:8453": "Base",
  "eip155:84532": t`the Base test network`,
};

/** The common name of a chain; an unknown chain is named by its number (CAIP-2). */
export function networkName(network: string): string {
  return NETWORKS[network] ?? network;
}
