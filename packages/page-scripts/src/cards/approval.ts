import { runCard } from "./card.ts";
import { head, waiting } from "./parts.ts";

void runCard((shown) => [...head(shown), ...waiting(shown)]);
