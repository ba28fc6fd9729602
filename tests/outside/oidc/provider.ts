import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'
import { AUDIENCE } from './issuer.ts'

export const REDIRECT_URI = 'http://127.0.0.1/signed-in'

export type TestProvider = {
  issuer: string
  /** How often its keys were asked for. */
  keysAsked: () => number
  stop(): Promise<void>
}

/** The OpenID-certified `oidc-provider` with one public client, the shop, which has to use PKCE. */
export async function startProvider(redirectUris = [REDIRECT_URI]): Promise<TestProvider> {
  let keysAsked = 0
  let handle: ReturnType<Provider['callback']> | undefined
  const server = createServer((request, response) => {
    if (request.url === '/jwks') keysAsked += 1
    // The provider answers failures by itself.
    void handle?.(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: AUDIENCE,
        redirect_uris: redirectUris,
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: 'rsa-1' }] },
    cookies: { keys: ['cookies of the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    clientBasedCORS: () => true,
    // A fan who signs in as `ada` is ada@example.org.
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, email: `${id}@example.org`, email_verified: true }),
    }),
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  })
  handle = provider.callback()
  return {
    issuer,
    keysAsked: () => keysAsked,
    stop: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  }
}
