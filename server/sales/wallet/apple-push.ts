import { type ClientHttp2Session, connect } from 'node:http2'
import type { AppleKeys } from './wallet-settings.ts'

/** PassTold; gone, so that nobody need be told again; or not known, and tried again later. */
export type PassTold = 'told' | 'gone' | 'unknown'

const TIMEOUT_MS = 10_000
/** What Apple says of a phone that no longer holds the pass, or of a token that never was one. */
const GONE = new Set([400, 410])

export type Pusher = { push(token: string): Promise<PassTold>; close(): void }

/** A connection to Apple's push service as the organisation, for as many phones as there are to tell. The push is empty: the phone then asks us what has changed. */
export function openPusher(url: string, keys: AppleKeys, ca?: string): Pusher {
  const session = connect(url, { cert: keys.certificate, key: keys.privateKey, ...(ca ? { ca } : {}) })
  let failed = false
  session.on('error', () => {
    failed = true
  })
  return {
    push: (token) => (failed ? Promise.resolve('unknown') : pushOnce(session, token, keys.passTypeId)),
    close: () => session.destroy(),
  }
}

const pushOnce = (session: ClientHttp2Session, token: string, topic: string): Promise<PassTold> =>
  new Promise((resolve) => {
    const request = session.request({ ':method': 'POST', ':path': `/3/device/${token}`, 'apns-topic': topic })
    request.setTimeout(TIMEOUT_MS, () => request.destroy())
    let answered = 0
    request.on('response', (headers) => {
      answered = Number(headers[':status'])
    })
    request.on('error', () => resolve('unknown'))
    request.on('close', () => resolve(answered === 200 ? 'told' : GONE.has(answered) ? 'gone' : 'unknown'))
    request.resume()
    request.end('{}')
  })
