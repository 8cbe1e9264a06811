import { expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { startService } from "../harness.ts";

test.each([
  ["/i/reply", LIMITS.inviteFormBytesMax],
  ["/oauth/consent", LIMITS.oauthRequestBytesMax],
  ["/sign-in", LIMITS.oauthRequestBytesMax],
] as const)("a form at %s is %i bytes at most", async (path, most) => {
  await using service = await startService();
  const post = async (bytes: number) => {
    const body = `text=${"y".repeat(bytes - "text=".length)}`;
    const response = await service.fetch(path, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        origin: service.baseUrl,
      },
      body,
      redirect: "manual",
    });
    return response.status;
  };
  expect(await post(most)).not.toBe(413);
  expect(await post(most + 1)).toBe(413);
});
