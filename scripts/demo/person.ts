import type { ServerProcess } from "../server_process.ts";
import type { RestClient } from "./rest_client.ts";
import { restClient } from "./rest_client.ts";
import { svc } from "./svc.ts";

/** An account of the story, and REST as it. */
export interface Person {
  readonly address: string;
  readonly token: string;
  readonly rest: RestClient;
}

/** Makes an account as the operator would; `more` are further options. */
export async function addPerson(
  service: ServerProcess,
  localPart: string,
  name: string,
  ...more: readonly string[]
): Promise<Person> {
  const { address, token } = await svc<{
    readonly address: { readonly address: string };
    readonly token: string;
  }>(
    service,
    ...["account", "add", "--local-part", localPart, "--name", name, ...more],
  );
  const rest = restClient(service.baseUrl, token);
  return { address: address.address, token, rest };
}
