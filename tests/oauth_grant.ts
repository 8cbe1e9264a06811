import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { TestAccount, TestService } from "./harness.ts";
import { START } from "./harness.ts";

/** An access token of a client that a person let in, with a limit for the day. */
export async function grant(
  { services, baseUrl }: TestService,
  { accountId }: TestAccount,
): Promise<string> {
  const { publicKey, privateKey } = await generateKeyPair("EdDSA", {
    extractable: true,
  });
  const jwk = JSON.stringify(await exportJWK(publicKey));
  await services.db.commit([
    {
      sql: "insert into auth_keys (id, public_key, private_key, created_at) values ('key-1', ?, '', ?)",
      args: [jwk, START],
    },
    {
      sql: "insert into credentials (id, account_id, name, client_id, per_day, created_at) values ('cred_client', ?, 'Client', 'client-1', 5000000, ?)",
      args: [accountId, START],
    },
  ]);
  return await new SignJWT({ azp: "client-1" })
    .setProtectedHeader({ alg: "EdDSA", typ: "at+jwt", kid: "key-1" })
    .setIssuer(baseUrl)
    .setAudience(`${baseUrl}/api/mcp`)
    .setSubject(accountId)
    .setIssuedAt(START / 1000)
    .setExpirationTime(START / 1000 + 600)
    .sign(privateKey);
}
