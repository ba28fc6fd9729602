import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type Reply = { status: number; body: string }

/** One kept connection that sends a request and waits for the answer; as little work as possible, so that the server is measured. */
export async function openLine(url: string, key: string) {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  const head = `HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n`
  let seen = ''
  let answer: ((reply: Reply) => void) | undefined
  let fail: ((error: Error) => void) | undefined
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    seen += chunk
    const end = seen.indexOf('\r\n\r\n')
    if (end < 0) return
    const at = seen.toLowerCase().indexOf('content-length: ')
    const length = Number.parseInt(seen.slice(at + 16, at + 26), 10)
    if (seen.length < end + 4 + length) return
    const reply = { status: Number(seen.slice(9, 12)), body: seen.slice(end + 4) }
    seen = ''
    answer?.(reply)
  })
  socket.on('error', (error) => fail?.(error)).on('close', () => fail?.(new Error('the server closed the connection')))
  return {
    send: (method: string, path: string, body: string, idempotencyKey?: string): Promise<Reply> =>
      new Promise((resolve, reject) => {
        answer = resolve
        fail = reject
        const keyed = idempotencyKey === undefined ? '' : `idempotency-key: ${idempotencyKey}\r\n`
        socket.write(`${method} ${path} ${head}${keyed}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
      }),
    close: () => socket.removeAllListeners('close').destroy(),
  }
}
