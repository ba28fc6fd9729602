import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export type HandedFile = { id: string; headers: IncomingHttpHeaders; xml: string }

/** What it does with the next request, in place of what it should; after `done`, with the file taken. */
export type Misdeed = { done?: boolean; answer(response: ServerResponse): void | Promise<void> }

/** An access point as docs/guides/peppol.md describes it: the same key is the same file, and has the same id. */
export async function startAccessPoint(token = 'secret-of-the-club') {
  const byKey = new Map<string, HandedFile>()
  const states = new Map<string, object>()
  const misdeeds: Misdeed[] = []
  const refusals: { status: number; body: object }[] = []
  const asked: string[] = []
  const answering: (void | Promise<void>)[] = []
  const say = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

  function take(headers: IncomingHttpHeaders, xml: string): HandedFile {
    const key = String(headers['idempotency-key'])
    const known = byKey.get(key)
    if (known) return known
    const file = { id: `file-${byKey.size + 1}`, headers, xml }
    byKey.set(key, file)
    return file
  }

  const server = createServer((request, response) => {
    let xml = ''
    request.setEncoding('utf8').on('data', (piece) => {
      xml += piece
    })
    request.on('end', () => {
      const { method, url = '', headers } = request
      asked.push(`${method} ${url}`)
      const misdeed = misdeeds.shift()
      if (misdeed) {
        if (misdeed.done) take(headers, xml)
        answering.push(misdeed.answer(response))
        return
      }
      if (headers.authorization !== `Bearer ${token}`) return say(response, 401, { problem: 'who are you?' })
      if (method === 'POST') {
        const refusal = refusals.shift()
        if (refusal) return say(response, refusal.status, refusal.body)
        return say(response, 202, { id: take(headers, xml).id })
      }
      const id = decodeURIComponent(url.split('/').pop() ?? '')
      if (url === '/in') return say(response, 200, { name: 'A stand-in' })
      return say(response, 200, states.get(id) ?? { state: 'sending' })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  after(close)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`,
    token,
    /** What it has taken, each once. */
    files: () => [...byKey.values()],
    /** What it says of a file from now on. */
    states,
    misdeeds,
    refusals,
    asked,
    /** When all misdeeds so far are done. */
    settled: () => Promise.all(answering),
    close,
  }
}
export type StandInAccessPoint = Awaited<ReturnType<typeof startAccessPoint>>
