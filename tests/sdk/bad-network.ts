import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

export type BadNetwork = { url: string; mishaps: Record<string, number>; close(): Promise<void> }

type Forward = (message: IncomingMessage, body: Buffer) => Promise<{ answer: IncomingMessage; text: Buffer }>

/**
 * A network between a client and a server that loses requests and answers, delays and repeats them, and has a proxy in between
 * who says that it is all too much. `chance` is a number from 0 to 1, as if by Math.random.
 */
export async function openBadNetwork(target: string, chance: () => number): Promise<BadNetwork> {
  const mishaps: Record<string, number> = {}
  const note = (name: string) => {
    mishaps[name] = (mishaps[name] ?? 0) + 1
  }
  const forward: Forward = (message, body) =>
    new Promise((resolve, reject) => {
      const { method, headers, url = '/' } = message
      const sent = request(target + url, { method: method ?? 'GET', headers }, (answer) => {
        buffer(answer).then((text) => resolve({ answer, text }), reject)
      })
      sent.on('error', reject)
      sent.end(body)
    })

  const serve = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of message) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const luck = chance()
    if (luck < 0.08) {
      note('request lost')
      response.destroy()
      return
    }
    if (luck < 0.14) {
      note('told to wait')
      const status = luck < 0.11 ? 429 : 503
      response.writeHead(status, { 'retry-after': '0', 'content-type': 'text/plain' }).end('too much')
      return
    }
    if (luck < 0.2) {
      note('delayed')
      await sleep(chance() * 50)
    }
    if (luck < 0.28) {
      note('sent twice')
      const both = await Promise.all([forward(message, body), forward(message, body)])
      const first = both[luck < 0.24 ? 0 : 1]
      response.writeHead(first?.answer.statusCode ?? 502, first?.answer.headers).end(first?.text)
      return
    }
    const { answer, text } = await forward(message, body)
    if (luck > 0.9) {
      note('answer lost')
      response.destroy()
      return
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers).end(text)
  }

  const server = createServer((message, response) => {
    serve(message, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mishaps,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
