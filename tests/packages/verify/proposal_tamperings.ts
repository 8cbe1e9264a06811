import type { Files } from "./exported.ts";
import { edit } from "./exported.ts";

type Tampering = readonly [(files: Files) => void, RegExp];

/** Changes of the proposals of the paid conversation, and how each is found. */
export const PROPOSAL_TAMPERINGS: Readonly<Record<string, Tampering>> = {
  "the price of a proposal": [
    (files) =>
      edit(files, "conversations/000001.jsonl", (it) =>
        it.replace(`"amount":"9.00"`, `"amount":"8.00"`),
      ),
    /conversations cnv_.*: its proposal prp_.*: it differs from what was signed/,
  ],
  "the arbiter of a proposal": [
    (files) =>
      edit(files, "conversations/000001.jsonl", (it) =>
        it.replace(/("proposals":.*?"arbiter":")dave/, "$1mallory"),
      ),
    /conversations cnv_.*: its proposal prp_.*: it differs from what was signed/,
  ],
  "a proposal that was signed by somebody else": [
    (files) =>
      edit(files, "conversations/000001.jsonl", (it) =>
        it.replace(/("previous":"\w+","jws":"[^.]*\.[^.]*)\.../, "$1.AA"),
      ),
    /conversations cnv_.*: its proposal prp_.*: it is not signed with the service's key/,
  ],
  "a proposal that was taken out": [
    (files) =>
      edit(files, "conversations/000001.jsonl", (it) =>
        it.replace(/("proposals":\[)\{.*?"jws":"[^"]*"\},/, "$1"),
      ),
    /conversations cnv_.*: its proposal prp_.* does not follow the one before it/,
  ],
  "a proposal that was accepted instead": [
    (files) =>
      edit(files, "conversations/000001.jsonl", (it) =>
        it
          .replace(`"status":"accepted"`, `"status":"replaced"`)
          .replace(`,"agreedId":`, `,"added":`),
      ),
    /conversations cnv_.*: its agreed proposal is not the one that was accepted last/,
  ],
};
