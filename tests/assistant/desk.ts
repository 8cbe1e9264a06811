import type { Runner } from "../../packages/terminal/src/operator/runner.ts";
import type { ServerProcess } from "../../scripts/server_process.ts";
import { startProcess } from "../../scripts/server_process.ts";
import { loadCore } from "../../src/cli/from_sources.ts";
import { openOperator } from "../../src/cli/operator.ts";
import { readConfig } from "../../src/config/config.ts";
import { Answer } from "./answer.ts";
import { Model } from "./model.ts";

/** An account that a task is about, with the REST interface for what comes before and after. */
export interface Party {
  readonly accountId: string;
  readonly address: string;
  readonly token: string;
}

type Method = "GET" | "POST" | "PUT" | "PATCH";

/** A running service; each task gets accounts of its own. */
export class Desk implements AsyncDisposable {
  readonly #service: ServerProcess;
  readonly #operator: Runner;
  #count = 0;

  private constructor(service: ServerProcess, operator: Runner) {
    this.#service = service;
    this.#operator = operator;
  }

  static async open(): Promise<Desk> {
    const env = { RATE_LIMITS: "off" };
    const service = await startProcess({ script: "src/main.ts", env });
    return new Desk(
      service,
      await openOperator(readConfig(service.env), { core: loadCore }),
    );
  }

  async account(name: string): Promise<Party> {
    this.#count += 1;
    const localPart = `${name.toLowerCase()}-${this.#count}`;
    const { account, address, token } = await this.#operator.run(
      "add_account",
      {
        localPart,
        name,
        credit: "100.00",
      },
    );
    const accountId = account.id;
    return { accountId, address: address?.address ?? "", token };
  }

  /** A further access of the account, such as one that only drafts. */
  async access({ accountId }: Party, preset: "draft_only"): Promise<string> {
    const input = { accountId, name: "Assistant", preset };
    return (await this.#operator.run("add_credential", input)).token;
  }

  connect(token: string): Promise<Model> {
    const path = "/api/mcp?names=underscore";
    return Model.connect(new URL(path, this.#service.baseUrl), token);
  }

  /** @throws with the service's own words if it is refused */
  async rest(
    { token }: Party,
    request: `${Method} /v1/${string}`,
    body?: object,
  ): Promise<Answer> {
    const [method = "", path] = request.split(" ");
    const response = await fetch(`${this.#service.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${request}: ${text}`);
    return new Answer(text, false);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#operator.close();
    await this.#service[Symbol.asyncDispose]();
  }
}
