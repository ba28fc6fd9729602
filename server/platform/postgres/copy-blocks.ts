import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from, to } from 'pg-copy-streams'
import type { Statement } from './sql.ts'

/** Hands over what a `copy … to stdout` sends, as it is and no faster than it is taken. Answers with the count of its rows. */
export function copyOut(copy: Statement<object[]>, take: (block: Buffer) => Promise<void>): Promise<number> {
  return copy.session.alone(copy, async (client) => {
    const stream = client.query(to(copy.write().text))
    for await (const block of stream) await take(block as Buffer)
    return stream.rowCount
  })
}

/** Feeds a `copy … from stdin` with what such a statement has sent. All or nothing. */
export function copyIn(copy: Statement<object[]>, blocks: AsyncIterable<Buffer>): Promise<number> {
  return copy.session.alone(copy, async (client) => {
    const stream = client.query(from(copy.write().text))
    await pipeline(Readable.from(blocks, { objectMode: false }), stream)
    return stream.rowCount
  })
}
