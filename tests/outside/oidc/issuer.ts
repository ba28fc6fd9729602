import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

export type Algorithm = 'RS256' | 'PS256' | 'ES256' | 'EdDSA'
type Pair = { kid: string; alg: Algorithm; privateKey: CryptoKey; jwk: JWK }

export type TestIssuer = {
  issuer: string
  jwksUri: string
  /** Requests for the discovery document and for the keys. */
  asked: { discovery: number; keys: number }
  pairs: Pair[]
  /** The keys that it publishes; the signing pair of a test need not be among them. */
  published: Pair[]
  /** What it answers with instead of its keys. */
  failing: 'no' | 'error' | 'silence'
  /** Its discovery document has this text besides. */
  remark?: string
  newPair(alg?: Algorithm): Promise<Pair>
  sign(claims: object, options?: { pair?: Pair | undefined; header?: Record<string, unknown> }): Promise<string>
  stop(): Promise<void>
}

export const AUDIENCE = 'shop-of-the-club'

/** A small issuer that signs whatever a test wants, for tokens that no honest provider would give out. */
export async function startIssuer(now: () => Date = () => new Date()): Promise<TestIssuer> {
  const server = createServer((request, response) => {
    const isKeys = request.url === '/jwks'
    state.asked[isKeys ? 'keys' : 'discovery'] += 1
    if (state.failing === 'silence') return
    if (state.failing === 'error') return response.writeHead(500).end()
    const body = isKeys
      ? { keys: state.published.map(({ jwk }) => jwk) }
      : { issuer: state.issuer, jwks_uri: state.jwksUri, remark: state.remark }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  // A test file that forgets to stop it ends all the same.
  server.unref()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const state: TestIssuer = {
    issuer,
    jwksUri: `${issuer}/jwks`,
    asked: { discovery: 0, keys: 0 },
    pairs: [],
    published: [],
    failing: 'no',
    async newPair(alg = 'ES256') {
      const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
      const kid = `key-${state.pairs.length + 1}`
      const pair = { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }
      state.pairs.push(pair)
      return pair
    },
    async sign(claims, { pair = state.pairs[0], header = {} } = {}) {
      if (!pair) throw new Error('the issuer has no key yet')
      const seconds = Math.floor(now().getTime() / 1000)
      const payload = { iss: issuer, aud: AUDIENCE, sub: 'fan-1', iat: seconds, exp: seconds + 300, ...claims }
      return new SignJWT(payload).setProtectedHeader({ alg: pair.alg, kid: pair.kid, ...header }).sign(pair.privateKey)
    },
    stop: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  }
  state.published.push(await state.newPair())
  return state
}
