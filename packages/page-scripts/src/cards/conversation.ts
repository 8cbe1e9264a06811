import { runCard } from "./card.ts";
import { head, messageParts, waiting } from "./parts.ts";

void runCard((shown) => [
  ...head(shown),
  ...waiting(shown),
  ...messageParts(shown),
]);
