import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import type { HostileRequest } from '../../hostile/requests.ts'

export type Received = { status: number; headers: Record<string, string>; text: string }

/** Longer than the server takes to give a request up. */
const ANSWER_MS = 45_000

/** Keeps connections, as a shop's server does. */
export function createClient(url: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(url)

  /** Undefined where the client itself refuses to send it. */
  const send = ({ method, url: path, headers, payload }: HostileRequest): Promise<Received | undefined> =>
    new Promise((resolve) => {
      const length: OutgoingHttpHeaders = payload ? { 'content-length': payload.length } : {}
      const options = { agent, hostname, port, method, path, headers: { ...headers, ...length }, timeout: ANSWER_MS }
      let sending: ReturnType<typeof request>
      try {
        sending = request(options)
      } catch {
        return resolve(undefined)
      }
      const noAnswer = (why: string) => resolve({ status: 599, headers: {}, text: `no answer: ${why}` })
      sending.on('timeout', () => sending.destroy(new Error(`none within ${ANSWER_MS} ms`)))
      sending.on('error', ({ code, message }: NodeJS.ErrnoException) => {
        // What is too large is refused while it is still being sent, and the connection ends with it.
        const cutOff = payload && payload.length > 4096 && (code === 'ECONNRESET' || code === 'EPIPE')
        return cutOff ? resolve(undefined) : noAnswer(message)
      })
      sending.on('response', (response) => void read(response).then(resolve, ({ message }: Error) => noAnswer(message)))
      sending.end(payload)
    })

  return { send, close: () => agent.destroy() }
}

async function read(response: IncomingMessage): Promise<Received> {
  const headers = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]))
  const answer = { status: response.statusCode ?? 0, headers }
  // A stream of events goes on for as long as a client listens.
  if (headers['content-type']?.startsWith('text/event-stream')) {
    response.destroy()
    return { ...answer, text: '' }
  }
  let text = ''
  for await (const part of response.setEncoding('utf8')) text += part
  return { ...answer, text }
}
