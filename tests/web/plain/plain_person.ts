import { signUp, tokenOf } from "../../auth/browser.ts";
import type { TestService } from "../../harness.ts";
import type { PlainOptions } from "./page.ts";
import { PlainPage } from "./page.ts";

/** Somebody who has signed up, at a page without a browser. */
export interface PlainPerson extends Disposable {
  readonly page: PlainPage;
  readonly name: string;
  readonly address: string;
  /** A bearer token of the session, for what a test prepares. */
  readonly token: string;
  /** Errors in the console: a page of ours has none. */
  readonly complaints: readonly string[];
}

let count = 0;

/** Signs somebody up and gives them a page; nothing is open yet. */
export async function plainPerson(
  service: TestService,
  name: string,
  options: PlainOptions = {},
): Promise<PlainPerson> {
  // Sign-ins are counted by address: everybody has their own.
  const session = await signUp(service, name, `198.51.100.${++count}`);
  const token = await tokenOf(session);
  const page = new PlainPage(service.baseUrl, () => session.cookies, options);
  const address = `${name}@inbox.localhost`;
  return {
    ...{ page, name, address, token },
    complaints: page.complaints,
    [Symbol.dispose]: () => page[Symbol.dispose](),
  };
}
