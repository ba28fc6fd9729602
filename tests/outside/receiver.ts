import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { Webhook } from 'standardwebhooks'

export type Received = { path: string; headers: IncomingHttpHeaders; body: string; at: number }

/** What to do with a request: a status, or whatever a handler makes of it. */
export type Answering = number | ((response: ServerResponse, received: Received, count: number) => void)

export type Receiver = {
  url: string
  received: Received[]
  /** From now on. */
  answer(answering: Answering): void
  /** Resolves when so many have arrived. */
  arrived(count: number): Promise<void>
  close(): Promise<void>
}

/** A real HTTP server that keeps what it is sent. */
export async function openReceiver(answering: Answering = 200): Promise<Receiver> {
  const received: Received[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  let current = answering
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const item = { path: request.url ?? '', headers: request.headers, body, at: Date.now() }
      received.push(item)
      if (typeof current === 'number') response.writeHead(current).end()
      else current(response, item, received.length)
      for (const { count, resolve } of waiting) if (received.length >= count) resolve()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const close = async () => {
    if (!server.listening) return
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  after(close)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    answer: (next) => {
      current = next
    },
    arrived: (count) =>
      received.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push({ count, resolve })
          }),
    close,
  }
}

/** As any receiver would, with the reference library; throws when the signature does not fit. */
export const verified = (secret: string, { headers, body }: Received): Record<string, unknown> =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as Record<string, unknown>
