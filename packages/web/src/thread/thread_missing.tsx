import { Link } from "wouter";
import { Problem } from "../../../client/src/problem.ts";
import type { ViewPlace } from "../shell/views.ts";
import { Waiting } from "../ui/notice.tsx";
import { t } from "../ui/t.ts";

/** Replaces a conversation that is loading or does not exist: says why, and links back. */
export function ThreadMissing({
  error,
  place,
}: {
  error: Error | null;
  place: ViewPlace;
}) {
  if (!error) return <Waiting />;
  const isUnknown = error instanceof Problem && error.status === 404;
  return (
    <div className="p-4">
      <h1 className="px-6 pt-4 text-lg font-semibold">
        {isUnknown
          ? t`Conversation not found`
          : t`Can't show this conversation`}
      </h1>
      {isUnknown ? (
        <p className="px-6 py-4">
          {t`The link is wrong, or you don't have access.`}
        </p>
      ) : (
        <Waiting error={error} />
      )}
      <Link href={place.path} className="btn mx-6">
        {t`Back to ${place.name}`}
      </Link>
    </div>
  );
}
