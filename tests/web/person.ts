import type { Browser } from "playwright-core";
import { signUp, tokenOf } from "../auth/browser.ts";
import type { Device } from "../auth/chromium.ts";
import { newDevice } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";

type Options = NonNullable<Parameters<Browser["newContext"]>[0]>;

/** Somebody who has signed up already, at a device of their own. */
export interface Person extends Device {
  readonly name: string;
  readonly address: string;
  /** A bearer token of the session, for what a test prepares. */
  readonly token: string;
}

let count = 0;

/** Signs up without a screen and hands the session to a browser; nothing is open yet. */
export async function person(
  browser: Browser,
  service: TestService,
  name: string,
  options: Options = {},
): Promise<Person> {
  // Sign-ins are counted by address: everybody has their own.
  const session = await signUp(service, name, `192.0.2.${++count}`);
  const token = await tokenOf(session);
  const device = await newDevice(browser, service, options);
  await device.context.addCookies(
    session.cookies.split("; ").map((pair) => ({
      name: pair.slice(0, pair.indexOf("=")),
      value: pair.slice(pair.indexOf("=") + 1),
      url: service.baseUrl,
    })),
  );
  // Stories look at what was sent at once; how it is taken back has a test of its own.
  await device.context.addInitScript(() => {
    // The frame of a PDF has no storage.
    if (localStorage) localStorage["undo-send"] ??= "0";
  });
  return { ...device, name, address: `${name}@inbox.localhost`, token };
}
