import type { Actor } from "../core/core_harness.ts";
import type { World } from "./world.ts";

/** The actor of a try, and the place. */
export interface Trying {
  readonly actor: Actor;
  readonly conversationId: string;
}

/** Something that somebody tries on a conversation, or to make one. */
export interface Act {
  readonly name: string;
  readonly weight: number;
  /** The actor and the place, if they are other than was chosen. */
  at?(world: World, chosen: Trying): Promise<Trying>;
  /** Gives the conversation if it is another one than was named. */
  run(
    world: World,
    actor: Actor,
    conversationId: string,
  ): Promise<string | undefined>;
}
