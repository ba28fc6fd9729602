import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type RelayingIssuer = {
  issuer: string
  /** The question of the attacker's own sign-on elsewhere, which it passes on in the name of its visitors. */
  relayed: URL | undefined
  /** Codes that were sent to its token endpoint. */
  codes: string[]
  stop(): Promise<void>
}

/** A hostile provider: it sends its visitors on to an honest one with the attacker's question, and keeps each code that it is sent. */
export async function startRelayingIssuer(): Promise<RelayingIssuer> {
  // Never rejects: a body that breaks off is read as far as it came.
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', state.issuer)
    if (url.pathname === '/authorize' && state.relayed) {
      const question = new URL(state.relayed)
      question.searchParams.set('state', url.searchParams.get('state') ?? '')
      response.writeHead(302, { location: question.href }).end()
      return
    }
    const json = { 'content-type': 'application/json' }
    if (url.pathname === '/token') {
      state.codes.push(new URLSearchParams(await text(request).catch(() => '')).get('code') ?? '')
      response.writeHead(400, json).end('{"error":"invalid_grant"}')
      return
    }
    response.writeHead(200, json).end(
      JSON.stringify({
        issuer: state.issuer,
        jwks_uri: `${state.issuer}/jwks`,
        authorization_endpoint: `${state.issuer}/authorize`,
        token_endpoint: `${state.issuer}/token`,
      }),
    )
  })
  server.unref()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const state: RelayingIssuer = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    relayed: undefined,
    codes: [],
    stop: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  }
  return state
}
