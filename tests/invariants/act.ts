import type { Actor } from "../core/core_harness.ts";
import type { World } from "./world.ts";

/** Something that somebody tries on a conversation, or to make one. */
export interface Act {
  readonly name: string;
  readonly weight: number;
  /** Who tries it, where that is another than was chosen. */
  as?(world: World, actor: Actor, conversationId: string): Promise<Actor>;
  /** Gives the conversation if it is another one than was named. */
  run(
    world: World,
    actor: Actor,
    conversationId: string,
  ): Promise<string | undefined>;
}
