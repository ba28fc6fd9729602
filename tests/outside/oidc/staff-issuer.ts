import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

export const CLIENT_ID = 'console-of-the-club'
export const CLIENT_SECRET = 'a secret: of the / client'

type Claims = Record<string, unknown>
type Grant = { claims: Claims; nonce: string; challenge: string; redirectUri: string }

export type StaffIssuer = {
  issuer: string
  /** Who signs in next, in the provider's words: `sub`, `email`, `groups`. */
  claims: Claims
  /** Of the last question to it. */
  asked: URLSearchParams
  /** What the token endpoint does. */
  failing: 'no' | 'error' | 'other_nonce' | 'other_audience' | 'other_key'
  /** How it takes the client's secret. */
  method: 'client_secret_basic' | 'client_secret_post'
  /** RFC 9207: whether its answers name it, and whether its metadata promises that they do. */
  namesItself: 'no' | 'unpromised' | 'promised' | 'promised_only'
  /** The addresses that its client has; every address where it is undefined. */
  redirectUris: string[] | undefined
  stop(): Promise<void>
}

/** A club's provider for its staff: it signs in whom the test names, checks PKCE, the client's secret and that a code is used once. */
export async function startStaffIssuer(now: () => Date = () => new Date()): Promise<StaffIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const stranger = await generateKeyPair('ES256')
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }]
  const grants = new Map<string, Grant>()
  // What fails here fails the test that asked: its request is not answered.
  const server = createServer((request, response) => void answer(request, response))
  server.unref()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const state: StaffIssuer = {
    issuer,
    claims: { sub: 'nobody-yet' },
    asked: new URLSearchParams(),
    failing: 'no',
    method: 'client_secret_basic',
    namesItself: 'no',
    redirectUris: undefined,
    stop: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  }

  const send = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer)
    if (url.pathname === '/jwks') send(response, 200, { keys })
    else if (url.pathname === '/authorize') authorize(url, response)
    else if (url.pathname === '/token') await exchange(request, response)
    else
      send(response, 200, {
        issuer,
        jwks_uri: `${issuer}/jwks`,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        token_endpoint_auth_methods_supported: [state.method],
        ...(state.namesItself.startsWith('promised') ? { authorization_response_iss_parameter_supported: true } : {}),
      })
  }

  function authorize({ searchParams }: URL, response: ServerResponse): void {
    state.asked = searchParams
    const of = (name: string) => searchParams.get(name) ?? ''
    if (state.redirectUris && !state.redirectUris.includes(of('redirect_uri')))
      return void send(response, 400, { error: 'invalid_request' })
    const code = randomUUID()
    grants.set(code, {
      claims: state.claims,
      nonce: of('nonce'),
      challenge: of('code_challenge'),
      redirectUri: of('redirect_uri'),
    })
    const back = new URL(of('redirect_uri'))
    back.searchParams.set('code', code)
    back.searchParams.set('state', of('state'))
    if (['unpromised', 'promised'].includes(state.namesItself)) back.searchParams.set('iss', issuer)
    response.writeHead(302, { location: back.href }).end()
  }

  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request))
    const grant = grants.get(form.get('code') ?? '')
    grants.delete(form.get('code') ?? '')
    if (state.failing === 'error') return void send(response, 500, { error: 'server_error' })
    if (secretOf(request, form) !== CLIENT_SECRET) return void send(response, 401, { error: 'invalid_client' })
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!grant || grant.challenge !== challenge || grant.redirectUri !== form.get('redirect_uri'))
      return void send(response, 400, { error: 'invalid_grant' })
    const seconds = Math.floor(now().getTime() / 1000)
    const payload = {
      ...{ iss: issuer, aud: state.failing === 'other_audience' ? 'another-shop' : CLIENT_ID },
      ...{ iat: seconds, exp: seconds + 300, nonce: state.failing === 'other_nonce' ? 'replayed' : grant.nonce },
      ...grant.claims,
    }
    const idToken = await new SignJWT(payload)
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .sign(state.failing === 'other_key' ? stranger.privateKey : privateKey)
    send(response, 200, { id_token: idToken, access_token: 'of no use here', token_type: 'Bearer' })
  }

  function secretOf({ headers }: IncomingMessage, form: URLSearchParams): string | undefined {
    if (state.method === 'client_secret_post') return form.get('client_secret') ?? undefined
    const [, pair = ''] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? []
    const [id = '', secret = ''] = Buffer.from(pair, 'base64').toString().split(':').map(decodeURIComponent)
    return id === CLIENT_ID ? secret : undefined
  }

  return state
}
