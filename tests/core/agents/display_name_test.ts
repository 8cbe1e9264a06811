import { describe, expect, test } from "bun:test";
import { SERVICE_LOCAL_PARTS } from "../../../src/core/addresses/reserved_local_parts.ts";
import {
  foreignName,
  readDisplayName,
} from "../../../src/core/agents/display_name.ts";
import { told } from "../../../src/core/base/words/sentence.ts";
import { ServiceError } from "../../../src/core/errors/errors.ts";

function read(name: string, kind: "person" | "service" = "person"): string {
  try {
    return readDisplayName({ name, field: "name", doing: told`rename`, kind });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const [wrong] = error.errors;
    return `${error.code} ${wrong?.pointer} ${wrong?.code}`;
  }
}

describe("a name that others see", () => {
  test.each([
    "Ada Lovelace",
    "日本語",
    "O'Brien & Sons",
    "Hello Kitty",
    "Security Council",
    "Courier Prime",
    "👩‍💻",
    "نام",
    "R2",
    "N0elle",
    "Agent",
    "Young Guest House",
    "Aid for All",
    "Anna Gentof",
  ])("%p is kept as it is", (name) => {
    expect(read(name)).toBe(name);
  });

  test.each([
    "",
    " ",
    "\u200b",
    "\u2060\u00ad\u200d",
    "\u3164\u115f\uffa0",
    "\u2800",
    "\u{e0041}",
    "\u202e",
    "\ufe0f",
  ])("%j has nothing to read and is refused", (name) => {
    expect(read(name)).toBe("invalid_input /name empty");
  });

  test.each([
    "the service",
    "The Operator",
    "the 0perator",
    "tһe оpеrаtоr",
    "a guest",
    "You",
    "an agent of Mira",
    "An Agent of Theo",
    "Mira's agent",
    "Mira´s agent",
    "Mirа’ѕ Agеnt",
    "the operator, for Mira",
    "Claude on my laptop, for Mira",
    "Claude，for Mira",
    "Claude, fоr Mira",
  ])("%p reads as what is said of an actor and is refused", (name) => {
    expect(read(name)).toBe("invalid_input /name reserved");
  });

  test.each(["bob@example.org", "Bob @ work", "bob＠example.org", "﹫bob"])(
    "%p looks like an address and is refused",
    (name) => {
      expect(read(name)).toBe("invalid_input /name address_like");
    },
  );

  test.each([
    ...SERVICE_LOCAL_PARTS,
    "Security",
    "SECURITY",
    "S e c u r i t y",
    "Security Agent",
    "The Doorman",
    "Hello Bot",
    "Security 24",
    "hello1",
    "He11o",
    "D00rman",
    "Doorrnan",
    "cloorman",
    "C0urier",
    "Ѕесurіtу",
    "ＨＥＬＬＯ",
    "НЕLLО",
    "𝐒𝐞𝐜𝐮𝐫𝐢𝐭𝐲",
    "Sécurity",
    "Se\u200bcurity",
    "ꜱᴇᴄᴜʀɪᴛʏ",
    "$ecur1ty!",
    "[Courier]",
  ])("%p passes for an agent of the service and is refused", (name) => {
    expect(read(name)).toBe("invalid_input /name reserved");
  });

  test("of the service's own agents stays theirs", () => {
    expect(read("Security", "service")).toBe("Security");
  });
});

test.each([
  ...["Deleted account", "deleted  account", "Gelöschtes Konto"],
  ...["Support", "Supp0rt", "Inbox Support", "The Support Team", "Support 2"],
  ...["Admin", "Adm1n", "Administrator", "Billing", "Billing Team"],
  ...["Kundendienst", "Kundensupport", "Abrechnung", "Technischer Support"],
])("%p reads as a name of the service and is refused", (name) => {
  expect(read(name)).toBe("invalid_input /name reserved");
});

test.each([
  ["Anna Bell", "Anna Bell"],
  ["✔ Anna 🌸 Bell ☑\ufe0f", "Anna Bell"],
  ["An\u202ena\u200b", "An na"],
  ["علی\u200cرضا", "علی\u200cرضا"],
  ["Weather Service", "Weather Service"],
  ["x".repeat(300), "x".repeat(100)],
])("%j of another service is shown as %j", (name, shown) => {
  expect(foreignName(name)).toBe(shown);
});

test.each([
  "Alice Adams (You) ✔ verified by a.example",
  "Mallory [Y0U]",
  "Mallory, vеrified",
  "Mallory · In your contacts",
  "Mallory, geprüft",
  "✔ ☑",
  "bob＠example.org",
  "Supp0rt",
])("%j of another service gives way to its address", (name) => {
  expect(foreignName(name)).toBeUndefined();
});
