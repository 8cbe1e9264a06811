import { expect, test } from "bun:test";
import {
  CANCEL_RULES,
  judge,
  OUTWARD_RULES,
  SUBMIT_RULES,
} from "../../../src/core/review/rules.ts";

function deniedBy(results: ReturnType<typeof judge>): readonly string[] {
  return results.filter((it) => it.outcome === "deny").map((it) => it.id);
}

const file = (name: string, mimeType = "application/octet-stream") => ({
  name,
  mimeType,
});

const HARMLESS = [
  file("report.pdf", "application/pdf"),
  file("execution-plan.txt", "text/plain"),
  file("notes.exe.txt", "text/plain"),
  file("archive.tar.gz"),
  file("exe"),
];

for (const it of HARMLESS) {
  test(`${it.name} of type ${it.mimeType} may leave the service`, () => {
    expect(deniedBy(judge(OUTWARD_RULES, { artifacts: [it] }))).toEqual([]);
  });
}

const EXECUTABLE = [
  file("setup.exe"),
  file("SETUP.EXE"),
  file("invoice.pdf.scr"),
  file("a.bat"),
  file("a.lnk "),
  file("tool.jar", "text/plain"),
  file("innocent.txt", "application/x-msdownload"),
  file("innocent", "application/java-archive"),
];

for (const it of EXECUTABLE) {
  test(`${it.name} of type ${it.mimeType} is denied by R-CONTENT`, () => {
    const artifacts = [file("first.txt"), it];
    expect(deniedBy(judge(OUTWARD_RULES, { artifacts }))).toEqual([
      "R-CONTENT",
    ]);
    const submit = { artifacts, fromIsOwn: true, blocked: false };
    expect(deniedBy(judge(SUBMIT_RULES, submit))).toEqual(["R-CONTENT"]);
  });
}

test("a From address of somebody else is denied by R-FROM", () => {
  const facts = { artifacts: [], fromIsOwn: false, blocked: false };
  expect(deniedBy(judge(SUBMIT_RULES, facts))).toEqual(["R-FROM"]);
});

test("a sender whom a recipient has blocked is denied by R-BLOCKED", () => {
  const facts = { artifacts: [], fromIsOwn: true, blocked: true };
  expect(deniedBy(judge(SUBMIT_RULES, facts))).toEqual(["R-BLOCKED"]);
});

test("only the sender's cancel of a held price that is earned is denied", () => {
  const denied: string[] = [];
  for (const bySender of [true, false]) {
    for (const isPriced of [true, false]) {
      for (const conditionMet of [true, false]) {
        const facts = { bySender, isPriced, conditionMet };
        const found = deniedBy(judge(CANCEL_RULES, facts));
        if (found.length > 0) denied.push(JSON.stringify({ ...facts, found }));
      }
    }
  }
  expect(denied).toEqual([
    JSON.stringify({
      bySender: true,
      isPriced: true,
      conditionMet: true,
      found: ["R-CANCEL-EARNED"],
    }),
  ]);
});

test("every rule answers, and only a denial gives its reason", () => {
  const facts = { artifacts: [file("a.exe")], fromIsOwn: true, blocked: false };
  const results = judge(SUBMIT_RULES, facts);
  expect(results.map(({ id }) => id)).toEqual(SUBMIT_RULES.map(({ id }) => id));
  for (const { outcome, detail } of results) {
    expect(detail !== "").toBe(outcome === "deny");
  }
});
