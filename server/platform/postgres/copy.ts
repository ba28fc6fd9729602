import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from, to } from 'pg-copy-streams'
import type { Statement } from './sql.ts'

export type CopyValue = string | number | boolean | Date | null

const BLOCK_CHARACTERS = 64 * 1024

/** Feeds `copy … from stdin`: rows leave in blocks and wait when the database is slower than the maker. All or nothing. */
export function copyRows(
  copy: Statement<object[]>,
  rows: Iterable<CopyValue[]> | AsyncIterable<CopyValue[]>,
  onRows: (count: number) => void = () => {},
): Promise<number> {
  return copy.session.alone(copy, async (client) => {
    const stream = client.query(from(copy.write().text))
    let refusal: Error | undefined
    stream.on('error', (error) => {
      refusal ??= error
    })
    /** A block at a time, and none after a refusal. */
    const write = async (block: string) => {
      if (refusal) throw refusal
      if (!stream.write(block)) await once(stream, 'drain')
    }
    let block = ''
    let total = 0
    let counted = 0
    try {
      for await (const row of rows) {
        block += `${row.map(copyText).join('\t')}\n`
        total += 1
        if (block.length < BLOCK_CHARACTERS) continue
        await write(block)
        onRows(total - counted)
        counted = total
        block = ''
      }
      if (refusal) throw refusal
    } catch (error) {
      // A refusal of the database has ended the copy already.
      const refused = refusal
      if (!refused) await giveUp(stream, error as Error)
      throw refused ?? error
    }
    const finished = once(stream, 'finish')
    stream.end(block)
    await finished
    onRows(total - counted)
    return total
  })
}

/** Sends what `read`, a `copy … to stdout`, gives to `write`, a `copy … from stdin` elsewhere, as it comes. All or nothing. */
export const pipeCopy = (read: Statement<object[]>, write: Statement<object[]>): Promise<void> =>
  read.session.alone(read, (source) =>
    write.session.alone(write, (target) =>
      pipeline(source.query(to(read.write().text)), target.query(from(write.write().text))),
    ),
  )

/** Otherwise the connection would wait for further rows for ever. */
async function giveUp(stream: Writable, reason: Error): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  stream.once('close', resolve)
  stream.destroy(reason)
  await promise
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function copyText(value: CopyValue): string {
  if (value === null) return '\\N'
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string') return value.replaceAll(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character)
  return String(value)
}
