import { createServer, type Server, type ServerResponse } from 'node:http'
import type { SeenCell } from './look-at.ts'
import { STATUS_CSS, statusPage } from './status-page.ts'

/** However many look, the databases are asked once in this time. */
const LOOK_EVERY_MS = 5_000

/** The page for operators, on this machine alone: it has no sign-in, and belongs behind one where others are to see it. */
export async function serveStatus(port: number, look: () => Promise<SeenCell[]>): Promise<Server> {
  let last: { at: number; cells: Promise<SeenCell[]> } | undefined
  const recent = () => {
    if (!last || performance.now() - last.at > LOOK_EVERY_MS) last = { at: performance.now(), cells: look() }
    return last.cells
  }
  // Never rejects: a cell that does not answer is a line of the page.
  const server = createServer(async ({ url, method, headers }, response) => {
    if (!isOfThisMachine(headers.host)) return send(response, 403, 'text/plain', 'open it by its own address\n')
    if (method !== 'GET') return send(response, 405, 'text/plain', 'only to be read\n')
    if (url === '/status.css') return send(response, 200, 'text/css', STATUS_CSS)
    if (url === '/status.json') return send(response, 200, 'application/json', JSON.stringify(await recent()))
    if (url === '/') return send(response, 200, 'text/html', statusPage(await recent(), new Date()))
    send(response, 404, 'text/plain', 'there is / and /status.json\n')
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  return server
}

/** A page of another site that has its name lead here would bring that name along. */
const isOfThisMachine = (host = '') => /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host)

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response
    .writeHead(status, {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': "default-src 'none'; style-src 'self'; img-src data:; frame-ancestors 'none'",
      'cache-control': 'no-store',
    })
    .end(text)
}
