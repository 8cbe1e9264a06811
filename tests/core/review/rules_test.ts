import { describe, expect, test } from "bun:test";
import type {
  CancelFacts,
  SubmitFacts,
} from "../../../src/core/review/facts.ts";
import { judge, outcomeOf } from "../../../src/core/review/rule.ts";
import {
  ACCEPTANCE_RULES,
  ADDED_RULES,
  CANCEL_RULES,
  judgeAcceptance,
  OUTWARD_RULES,
  SUBMIT_RULES,
} from "../../../src/core/review/rules.ts";
import { factsOf } from "./facts.ts";

type Results = ReturnType<typeof judge>;

function findings(results: Results): readonly string[] {
  return results
    .filter(({ detail }) => detail !== "")
    .map(({ id, outcome }) => `${id} ${outcome}`);
}

const submit = (more: Partial<SubmitFacts>) =>
  judge(SUBMIT_RULES, factsOf(more));
const found = (more: Partial<SubmitFacts>) => findings(submit(more));

const file = (name: string, mimeType = "application/octet-stream") => ({
  name,
  mimeType,
});

/** Types of programs that came after the first lists of mail clients. */
const NEWER =
  "jse wsh wsc msc xll msix msixbundle appx appxbundle appinstaller appref-ms scf url jnlp chm vhd vhdx AppImage deb rpm pkg mpkg library-ms search-ms searchConnector-ms settingcontent-ms diagcab cab iqy.lnk flatpakref snap vbscript webloc xpi ps1xml psm1 application website xbap".split(
    " ",
  );

describe("attached files", () => {
  const HARMLESS = [
    file("report.pdf", "application/pdf"),
    file("execution-plan.txt", "text/plain"),
    file("notes.exe.txt", "text/plain"),
    file("archive.tar.gz"),
    file("exe"),
    file("html"),
    file("a.docx"),
    file("example.com: what we agreed.pdf"),
    file("library-ms"),
    { ...file("photo.png", "image/png"), content: null },
  ];
  test.each(HARMLESS)("$name of type $mimeType may leave", (it) => {
    expect(
      findings(judge(OUTWARD_RULES, factsOf({ artifacts: [it] }))),
    ).toEqual([]);
  });

  const EXECUTABLE = [
    file("setup.exe"),
    file("SETUP.EXE"),
    file("invoice.pdf.scr"),
    file("a.bat"),
    file("a.lnk "),
    file("a.exe."),
    file("a.exe. ."),
    file("a.exe::$DATA"),
    file("a.exe:stream"),
    file("a.exe/"),
    file("a.exe\\"),
    file('a.lnk?"'),
    file("a.exe/:x"),
    file("a.e\u200bxe\u00ad"),
    file("a.\uff45\uff58\uff45"),
    file("Re: a.exe"),
    ...NEWER.map((ending) => file(`a.${ending}`)),
    { ...file("photo.png", "image/png"), content: "program" as const },
    file("tool.jar", "text/plain"),
    file("innocent.txt", "application/x-msdownload"),
    file("innocent", "application/java-archive"),
  ];
  test.each(EXECUTABLE)(
    "$name of type $mimeType is denied, to a person too",
    (it) => {
      const artifacts = [file("first.txt"), it];
      for (const byAgent of [true, false]) {
        const facts = factsOf({ artifacts, byAgent });
        const denied = ["R-CONTENT deny"];
        expect(findings(judge(ADDED_RULES, facts))).toEqual(denied);
        expect(findings(judge(OUTWARD_RULES, facts))).toEqual(denied);
        expect(findings(judge(SUBMIT_RULES, facts))).toEqual(denied);
      }
    },
  );

  const ACTIVE = [
    file("page.html"),
    file("PAGE.HTM"),
    file("drawing.svg", "image/svg+xml"),
    file("sheet.xlsm"),
    file("notes.one"),
    { ...file("photo.png", "image/png"), content: "active" as const },
    file("plain", "text/html"),
    file("doc", "application/vnd.ms-word.document.macroenabled.12"),
  ];
  test.each(ACTIVE)(
    "$name of type $mimeType needs the agent's person",
    (it) => {
      expect(found({ artifacts: [it] })).toEqual(["R-CONTENT needs_person"]);
      expect(found({ artifacts: [it], byAgent: false })).toEqual([]);
      const added = judge(ADDED_RULES, factsOf({ artifacts: [it] }));
      expect(findings(added)).toEqual([]);
    },
  );

  test("a denial outweighs what only asks for a person, in whatever order", () => {
    const both = [file("a.html"), file("a.exe")];
    for (const artifacts of [both, both.toReversed()]) {
      expect(found({ artifacts })).toEqual(["R-CONTENT deny"]);
    }
  });
});

/** The facts of each rule, just short of its limit and just over. */
const EDGES: readonly (readonly [
  string,
  Partial<SubmitFacts>,
  Partial<SubmitFacts>,
])[] = [
  ["R-PAY-AGENT", { price: 10_000_000 }, { price: 10_000_001 }],
  [
    "R-PAY-LIMIT",
    { price: 50_000_000, perPayment: 50_000_000 },
    { price: 50_000_001, perPayment: 50_000_000 },
  ],
  [
    "R-PAY-LIMIT",
    { price: 3_000_000, leftToday: 3_000_000 },
    { price: 3_000_001, leftToday: 3_000_000 },
  ],
  [
    "R-FIRST-CONTACT",
    { strangers: ["a@b.example"], mayMeet: true },
    { strangers: ["a@b.example"] },
  ],
  [
    "R-FIRST-CONTACT",
    { saysFirstUse: true, mayMeet: true },
    { saysFirstUse: true },
  ],
  [
    "R-OUTWARD",
    { outsiders: ["a@b.example"], maySendOutward: true },
    { outsiders: ["a@b.example"] },
  ],
  [
    "R-RATE",
    { strangers: ["a@b.example"], mayMeet: true, metThisHour: 50 },
    { strangers: ["a@b.example"], mayMeet: true, metThisHour: 51 },
  ],
  [
    "R-PAY-PAYEE",
    { unnamedPayee: "a@b.example" },
    { price: 1, unnamedPayee: "a@b.example" },
  ],
  [
    "R-PAY-TYPE",
    { unnamedType: "clients" },
    { price: 1, unnamedType: "clients" },
  ],
  ["R-CONTENT", {}, { lookAlikes: ["bob@inb0x.localhost"] }],
];

describe("what an agent does", () => {
  test.each(EDGES)(
    "%s needs a person exactly beyond its edge",
    (id, within, beyond) => {
      expect(found(within)).toEqual([]);
      expect(found(beyond)).toEqual([`${id} needs_person`]);
      expect(outcomeOf(submit(beyond))).toBe("needs_person");
    },
  );

  test.each(EDGES)("%s does not stop a person", (_id, _within, beyond) => {
    expect(found({ ...beyond, byAgent: false })).toEqual([]);
  });

  test("a limit of its own takes the place of the one for all agents", () => {
    expect(found({ price: 40_000_000, perPayment: 50_000_000 })).toEqual([]);
    expect(found({ price: 40_000_000, leftToday: 50_000_000 })).toEqual([
      "R-PAY-AGENT needs_person",
    ]);
  });

  test("what is free needs nobody, under a limit of nothing too", () => {
    expect(found({ perPayment: 0, leftToday: 0 })).toEqual([]);
  });

  test("a limit that is exceeded says what it is and what is left, in the money of the price", () => {
    const facts = {
      price: 9_000_000,
      perPayment: 5_000_000,
      leftToday: 2_500_000,
    };
    for (const [rail, currency] of [
      ["ledger", "USDC (TEST)"],
      ["x402", "USDC"],
    ] as const) {
      const result = submit({ ...facts, rail }).find(
        ({ id }) => id === "R-PAY-LIMIT",
      );
      expect(result?.detail).toContain(
        `at most 5.00 ${currency} per payment, 2.50 ${currency} left today`,
      );
    }
  });
});

describe("what stops a person too", () => {
  for (const byAgent of [true, false]) {
    test(`a foreign From and a block deny, by ${byAgent ? "an agent" : "a person"}`, () => {
      expect(found({ byAgent, fromIsOwn: false })).toEqual(["R-FROM deny"]);
      expect(found({ byAgent, blocked: true })).toEqual(["R-BLOCKED deny"]);
      expect(
        outcomeOf(submit({ byAgent, blocked: true, price: 11_000_000 })),
      ).toBe("deny");
    });
  }
});

test("a closer relation than is known passes, and is told", () => {
  const results = submit({ closer: ["bob@inbox.localhost"] });
  expect(findings(results)).toEqual(["R-PRIVILEGE allow"]);
  expect(outcomeOf(results)).toBe("allow");
});

const BOOLEANS = [true, false] as const;

function cancels(): readonly (CancelFacts & { readonly found: string })[] {
  const all: (CancelFacts & { readonly found: string })[] = [];
  for (const byAgent of BOOLEANS) {
    for (const bySender of BOOLEANS) {
      for (const isHeld of BOOLEANS) {
        for (const isPriced of isHeld ? [true] : BOOLEANS) {
          for (const conditionMet of BOOLEANS) {
            const facts = { byAgent, bySender, isHeld, isPriced, conditionMet };
            const found = outcomeOf(judge(CANCEL_RULES, facts));
            all.push({ ...facts, found });
          }
        }
      }
    }
  }
  return all;
}

test("of all cancels, what is earned is denied to the sender, and what is held needs an agent's person", () => {
  for (const it of cancels()) {
    const isEarned = it.bySender && it.isPriced && it.conditionMet;
    const asks = it.byAgent && it.isHeld;
    const wanted = isEarned ? "deny" : asks ? "needs_person" : "allow";
    expect(it).toMatchObject({ found: wanted });
  }
});

test("an acceptance is asked for money, by a stranger, and for a closer relation, each said beside the others", () => {
  const ids = (facts: Parameters<typeof judgeAcceptance>[0]) =>
    judgeAcceptance(facts).map(({ id }) => id);
  const known = { isPayee: false, knowsSender: true, isCloser: false };
  expect(ids(known)).toEqual([]);
  expect(ids({ ...known, isPayee: true })).toEqual(["R-PRICED"]);
  expect(ids({ ...known, knowsSender: false })).toEqual(["R-STRANGER"]);
  expect(ids({ ...known, isCloser: true })).toEqual(["R-PRIVILEGE"]);
  expect(ids({ isPayee: true, knowsSender: false, isCloser: true })).toEqual([
    "R-PRICED",
    "R-STRANGER",
    "R-PRIVILEGE",
  ]);
});

test("every rule answers once, and only what has something to say says why", () => {
  const results = submit({ artifacts: [file("a.exe")] });
  const ids = SUBMIT_RULES.map(({ id }) => id);
  expect(results.map(({ id }) => id)).toEqual([...new Set(ids)]);
  for (const { outcome, detail } of results) {
    expect(detail !== "").toBe(outcome !== "allow");
  }
});

test("every reason is one sentence without a word of the machine", () => {
  const rules = [...SUBMIT_RULES, ...CANCEL_RULES, ...ACCEPTANCE_RULES];
  for (const { id, reason } of rules) {
    expect(id).toMatch(/^R(?:-[A-Z]+)+$/);
    expect(reason).toMatch(/^[A-Z][^.]+\.$/);
    expect(reason).not.toMatch(/scope|credential|null|[_{}]/);
  }
});
