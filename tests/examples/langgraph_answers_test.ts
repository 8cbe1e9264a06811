import { expect, test } from "bun:test";
import type { HumanInterrupt } from "../../examples/langgraph/src/mod.ts";
import { readAnswer } from "../../examples/langgraph/src/read_answer.ts";
import { readInterrupt } from "../../examples/langgraph/src/read_interrupt.ts";

test("an answer that the request does not allow is asked for again", () => {
  const allowing = (...allowed: string[]): HumanInterrupt => ({
    action_request: { action: "act", args: { a: 1 } },
    config: {
      allow_accept: allowed.includes("accept"),
      allow_edit: allowed.includes("edit"),
      allow_respond: allowed.includes("respond"),
      allow_ignore: allowed.includes("ignore"),
    },
  });
  const read = (request: HumanInterrupt, words: string, status = "approved") =>
    readAnswer(request, { status, words });
  const problem = { problem: expect.any(String) };
  expect(read(allowing("edit"), "yes")).toEqual(problem);
  expect(read(allowing("accept"), '{"a":2}')).toEqual(problem);
  expect(read(allowing("accept", "edit"), '{"b":2}')).toEqual(problem);
  expect(read(allowing("accept"), "", "declined")).toEqual(problem);
  expect(read(allowing("accept"), "", "expired")).toEqual(problem);
  expect(read(allowing("accept", "ignore"), "", "expired")).toEqual({
    type: "ignore",
    args: null,
  });
  expect(read(allowing("respond", "ignore"), "no: why?", "declined")).toEqual({
    type: "response",
    args: "no: why?",
  });
});

test("the interrupt of LangChain's middleware is asked and answered in its own words", () => {
  const action = { name: "refund_order", args: { amount: "30.00" } };
  const { requests, resumeWith } = readInterrupt({
    actionRequests: [
      {
        ...action,
        description: "Needs approval\n\nTool: refund_order\nArgs: {}",
      },
    ],
    reviewConfigs: [
      { actionName: "refund_order", allowedDecisions: ["approve", "reject"] },
    ],
  });
  expect(requests).toEqual([
    {
      action_request: { action: action.name, args: action.args },
      config: {
        allow_accept: true,
        allow_edit: false,
        allow_respond: true,
        allow_ignore: true,
      },
      description: "Needs approval",
    },
  ]);
  const edited = { action: action.name, args: { amount: "15.00" } };
  expect(
    resumeWith([
      { type: "accept", args: null },
      { type: "edit", args: edited },
      { type: "response", args: "No." },
      { type: "ignore", args: null },
    ]),
  ).toEqual({
    decisions: [
      { type: "approve" },
      { type: "edit", editedAction: { name: action.name, args: edited.args } },
      { type: "reject", message: "No." },
      { type: "reject" },
    ],
  });
  expect(() => readInterrupt("May I?")).toThrow("Cannot ask");
});
