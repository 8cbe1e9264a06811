import { Type } from "typebox";
import type { QueryCall } from "../access/context.ts";
import { defineQuery, SESSION } from "../access/operation.ts";
import { contactStore } from "../addresses/contacts_store.ts";
import { closed, flag, nullable, string } from "../base/schemas.ts";
import { loadForMember } from "../conversations/acts/store/load.ts";
import { countViews } from "../conversations/acts/store/views_store.ts";
import { welcomeStore } from "../conversations/acts/store/welcome_store.ts";
import { isTerminal } from "../conversations/model/states.ts";
import { credentialStore } from "../identity/credentials_store.ts";

/** Returns a new account's first steps; the records decide which are done. */
export const getFirstSteps = defineQuery({
  name: "get_first_steps",
  title: "Read the first steps",
  description:
    "Read the first steps in a new inbox, and which are done. They show until all are done or the welcome is archived.",
  access: SESSION,
  input: closed({}),
  output: closed({
    steps: Type.Array(
      closed({
        name: Type.Enum(["answer", "connect", "write", "contacts"], {
          description:
            "The demo request answered or put away, an assistant connected, a request sent, a contact added.",
        }),
        done: flag("True once it is done."),
      }),
      { description: "In their order." },
    ),
    welcomeId: nullable(
      string(
        "The welcome; archive it to hide the steps. Null if there is none.",
      ),
    ),
    demoId: nullable(
      string("The demo request, which the first step is about; null if none."),
    ),
    shown: flag("True while they should show."),
  }),
  async run(_input, call) {
    const { db, member } = call;
    const { accountId } = member;
    const found = await welcomeStore(db).find(accountId);
    const { welcomeId = null, demoId = null } = found ?? {};
    const { sent } = await countViews(db)(accountId);
    const steps = [
      ...(demoId === null
        ? []
        : [{ name: "answer" as const, done: await isOver(call, demoId) }]),
      {
        name: "connect" as const,
        done: (await credentialStore(db).count(accountId)) > 0,
      },
      { name: "write" as const, done: sent > 0 },
      {
        name: "contacts" as const,
        done: (await contactStore(db).count(accountId)) > 0,
      },
    ];
    const isOpen = welcomeId !== null && !(await isArchived(call, welcomeId));
    return {
      steps,
      welcomeId,
      demoId,
      shown: isOpen && steps.some(({ done }) => !done),
    };
  },
});

async function isOver(call: QueryCall, id: string): Promise<boolean> {
  const { conversation, viewerState } = await loadForMember(call, id);
  return isTerminal(conversation.state) || viewerState.archived;
}

async function isArchived(call: QueryCall, id: string): Promise<boolean> {
  return (await loadForMember(call, id)).viewerState.archived;
}
