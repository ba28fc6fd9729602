import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export type Kind = 'healthy' | 'slow' | 'flapping' | 'dead' | 'redirecting' | 'gone'
export type Party = { id: number; kind: Kind; secret: string; got: Map<string, Got> }
type Got = { times: number; sequence: number; n: number }

const SLOW_MS = 20
/** The reference library is written for any platform, and slow; our own sum is compared with it every so often. */
const BY_LIBRARY_EVERY = 200

export type Receivers = { url: string; forged: number; count: number; close(): void }

/** All receivers in one server, told apart by their path. A signature that does not fit is counted, not acknowledged. */
export async function openReceivers(parties: Map<number, Party>): Promise<Receivers> {
  const receivers = { url: '', forged: 0, count: 0, close: () => {} }
  const server = createServer((request, response) => {
    const party = parties.get(Number(request.url?.slice(1)))
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (!party) return response.writeHead(404).end()
      const body = Buffer.concat(chunks).toString()
      receivers.count += 1
      if (!isGenuine(party.secret, request.headers as Record<string, string>, body, receivers.count)) {
        receivers.forged += 1
        return response.writeHead(400).end()
      }
      answer(party, String(request.headers['webhook-id']), body, response, receivers)
    })
  })
  server.keepAliveTimeout = 60_000
  await once(server.listen(0, '127.0.0.1'), 'listening')
  receivers.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  receivers.close = () => server.close().closeAllConnections()
  return receivers
}

function isGenuine(secret: string, headers: Record<string, string>, body: string, count: number): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const fits = headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  if (count % BY_LIBRARY_EVERY !== 0) return fits
  try {
    new Webhook(secret).verify(body, headers)
    return fits
  } catch {
    return false
  }
}

function answer(party: Party, id: string, body: string, response: ServerResponse, { url, count }: Receivers): void {
  if (party.kind === 'redirecting') return void response.writeHead(308, { location: `${url}/0` }).end()
  if (party.kind === 'gone') return void response.writeHead(410).end()
  if (party.kind === 'flapping' && Math.floor(count / 500) % 2 === 1) return void response.writeHead(503).end()
  const { type, sequence, data } = JSON.parse(body)
  // The others are told of the one that is gone; that is not counted here.
  if (type !== 'customer.updated') return void response.end()
  const got = party.got.get(id)
  if (got) got.times += 1
  else party.got.set(id, { times: 1, sequence, n: data.n })
  if (party.kind === 'slow') setTimeout(() => response.end(), SLOW_MS)
  else response.end()
}
