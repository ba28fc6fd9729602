import { once } from 'node:events'
import { connect } from 'node:net'

export type RawAnswer = { status: number; headers: Record<string, string>; text: string }

/** Only a bug takes so long: a server that answers at all has answered by then, on a busy machine too. */
const PATIENCE_MS = 60_000

/**
 * Sends bytes as they are and reads what comes back until the other side is done. A server that waits for more hears after
 * `endsAfterMs` that no more will come; one that was about to answer may then say nothing.
 */
export async function sendRaw(port: number, bytes: Buffer, endsAfterMs?: number): Promise<RawAnswer[]> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // A server may hang up on a caller who is still sending; what it said before counts.
  socket.on('error', () => {})
  socket.setTimeout(PATIENCE_MS, () => socket.destroy())
  socket.once('end', () => socket.destroy())
  const closed = once(socket, 'close')
  socket.write(bytes)
  const timer = endsAfterMs === undefined ? undefined : setTimeout(() => socket.end(), endsAfterMs)
  await closed
  clearTimeout(timer)
  return answersOf(Buffer.concat(chunks).toString('latin1'))
}

function answersOf(stream: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  for (let rest = stream; rest !== ''; ) {
    const [head = ''] = rest.split('\r\n\r\n', 1)
    const [first = '', ...lines] = head.split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1] ?? Number.NaN)
    const headers = Object.fromEntries(
      lines.map((line) => [line.split(':', 1)[0]?.toLowerCase(), line.replace(/^[^:]*:\s*/, '')]),
    )
    const length = Number(headers['content-length'] ?? 0)
    const text = rest.slice(head.length + 4, head.length + 4 + length)
    rest = Number.isNaN(status) ? '' : rest.slice(head.length + 4 + length)
    // An interim answer (100 Continue) announces the one that counts.
    if (!(status < 200)) answers.push({ status, headers, text: Buffer.from(text, 'latin1').toString() })
  }
  return answers
}
