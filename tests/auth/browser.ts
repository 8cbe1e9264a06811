import type { TestService } from "../harness.ts";

/** The header from which a test's service may be told to read a client's address. */
export const ADDRESS_HEADER = "x-test-address";

/** A person's browser without a screen: keeps cookies, sends its Origin, follows redirects. */
export class Browser {
  readonly #service: TestService;
  readonly #cookies = new Map<string, string>();
  /** Network address, where the service is told to believe it. */
  readonly #from: string | undefined;

  constructor(service: TestService, from?: string) {
    this.#service = service;
    this.#from = from;
  }

  get cookies(): string {
    return [...this.#cookies]
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");
  }

  /** Another browser with the same cookies: a thief, or a second device. */
  copy(): Browser {
    const copy = new Browser(this.#service);
    for (const [name, value] of this.#cookies) copy.#cookies.set(name, value);
    return copy;
  }

  async get(path: string): Promise<Response> {
    return await this.#send(path, { method: "GET" });
  }

  /** Sends a form of a page. */
  async post(
    path: string,
    form: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    return await this.#send(path, {
      method: "POST",
      headers: {
        ...headers,
        "content-type": "application/x-www-form-urlencoded",
        origin: this.#service.baseUrl,
      },
      body: new URLSearchParams(form).toString(),
    });
  }

  /** Calls what the web app calls. */
  async call(
    path: string,
    body: unknown = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    return await this.#send(path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        origin: this.#service.baseUrl,
        ...headers,
      },
      body: JSON.stringify(body),
    });
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const url = path.startsWith("http") ? path : this.#service.baseUrl + path;
    const headers = new Headers(init.headers);
    headers.set("accept", "text/html");
    if (this.#from) headers.set(ADDRESS_HEADER, this.#from);
    if (this.#cookies.size > 0) headers.set("cookie", this.cookies);
    const response = await fetch(url, { redirect: "manual", ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      const value = pair.slice(at + 1);
      if (value === "" || /max-age=0/i.test(line))
        this.#cookies.delete(pair.slice(0, at));
      else this.#cookies.set(pair.slice(0, at), value);
    }
    return response;
  }
}

/** The six digits of the newest mail to a mailbox. */
export function codeFor(service: TestService, email: string): string {
  const mail = service.mails.findLast(({ to }) => to === email);
  return /\b\d{6}\b/.exec(mail?.text ?? "")?.[0] ?? "no code";
}

/** Signs in through the pages, as a person does; the account may still be to be made. */
export async function signIn(
  service: TestService,
  email: string,
  query = "",
  from?: string,
): Promise<Browser> {
  const browser = new Browser(service, from);
  await browser.post("/sign-in", { email, by: "code", query });
  await mailed(service, email);
  await browser.post("/sign-in/code", {
    email,
    code: codeFor(service, email),
    query,
  });
  return browser;
}

/** The library mails after it has answered: waits for the mail, a turn at a time. */
export async function mailed(
  service: TestService,
  email: string,
  count = 1,
): Promise<void> {
  const isThere = () =>
    service.mails.filter(({ to }) => to === email).length >= count;
  for (let turn = 0; turn < 1_000 && !isThere(); turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Signs in and makes the account. */
export async function signUp(
  service: TestService,
  name: string,
  from?: string,
): Promise<Browser> {
  const browser = await signIn(service, `${name}@mail.example`, "", from);
  await browser.post("/sign-up", { displayName: name, localPart: name });
  return browser;
}

/** Trades the browser's cookie for a bearer token. */
export async function tokenOf(browser: Browser): Promise<string> {
  const response = await browser.call("/api/auth/session-token");
  return (await response.json()).token;
}
