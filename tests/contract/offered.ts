import type { Static } from "typebox";
import type { ConversationSchema } from "../../src/core/conversations/model/schemas.ts";
import { unfenced } from "../unfenced.ts";
import { spokenOver } from "./spoken.ts";
import type { Stage } from "./stage.ts";

type View = Static<typeof ConversationSchema>;
type Told = Pick<View, "actions" | "nextStep" | "payment" | "replyReaders">;

/** The acts offered to a viewer, by name. */
export async function offered(
  { service, wire }: Stage,
  token: string,
  id: string,
) {
  const { raw } = await spokenOver(service, wire.name)(token, id);
  const answer = JSON.parse(raw);
  const told: Told =
    answer.conversation ??
    unfenced(answer.structuredContent)?.conversation ??
    answer.result.metadata.svc;
  const actions = told.actions ?? [];
  const byName = new Map(actions.map((it) => [it.name, it]));
  return { ...told, byName, names: [...byName.keys()] };
}
