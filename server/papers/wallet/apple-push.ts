import { type ClientHttp2Session, connect } from 'node:http2'
import type { AppleKeys } from './wallet-settings.ts'

/** Told; gone, so that this phone need not be told again; or not known, and tried again later. */
export type PassPushed = 'told' | 'gone' | 'unknown'

const TIMEOUT_MS = 10_000
/** The phone no longer holds the pass, or the token never was one. Other refusals are about us, and mended by the organisation. */
const isGone = (status: number, reason: string): boolean =>
  status === 410 || (status === 400 && reason.includes('"BadDeviceToken"'))

export type Pusher = { push(token: string): Promise<PassPushed>; close(): void }

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

const pushOnce = (session: ClientHttp2Session, token: string, topic: string): Promise<PassPushed> =>
  new Promise((resolve) => {
    const request = session.request({ ':method': 'POST', ':path': `/3/device/${token}`, 'apns-topic': topic })
    request.setTimeout(TIMEOUT_MS, () => request.destroy())
    let answered = 0
    let reason = ''
    request.on('response', (headers) => {
      answered = Number(headers[':status'])
    })
    request.on('error', () => resolve('unknown'))
    request.setEncoding('utf8')
    request.on('data', (text: string) => {
      if (reason.length < 1000) reason += text
    })
    request.on('close', () => resolve(answered === 200 ? 'told' : isGone(answered, reason) ? 'gone' : 'unknown'))
    request.end('{}')
  })
