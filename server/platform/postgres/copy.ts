import { once } from 'node:events'
import type { Writable } from 'node:stream'

export type CopyValue = string | number | boolean | Date | null

const BLOCK_CHARACTERS = 64 * 1024

/** A `copy … from stdin` that has not been sent yet. */
export type Copy = { writable(): Promise<Writable> }

/** Feeds `copy … from stdin`: rows leave in blocks and wait when the database is slower than the maker. All or nothing. */
export async function copyRows(
  copy: Copy,
  rows: Iterable<CopyValue[]> | AsyncIterable<CopyValue[]>,
  onRows: (count: number) => void = () => {},
): Promise<number> {
  const failed = failureOf(copy)
  const writable = await copy.writable()
  const finished = Promise.race([once(writable, 'finish'), failed])
  // Without a listener a failure between two writes would surface as an unhandled rejection.
  finished.catch(() => {})
  let block = ''
  let total = 0
  let counted = 0
  try {
    for await (const row of rows) {
      block += `${row.map(copyText).join('\t')}\n`
      total += 1
      if (block.length < BLOCK_CHARACTERS) continue
      if (!writable.write(block)) await Promise.race([once(writable, 'drain'), finished])
      onRows(total - counted)
      counted = total
      block = ''
    }
  } catch (error) {
    // Otherwise the connection would wait for further rows for ever.
    writable.destroy(error as Error)
    throw error
  }
  writable.end(block)
  await finished
  onRows(total - counted)
  return total
}

/** A refusal that comes after the last row (a duplicate, for one) reaches the statement only: the stream would never end. */
function failureOf(copy: Copy): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => {})
  const statement = copy as Copy & { reject(error: unknown): void }
  const rejectStatement = statement.reject
  statement.reject = (error) => {
    rejectStatement(error)
    reject(error)
  }
  return promise
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function copyText(value: CopyValue): string {
  if (value === null) return '\\N'
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string') return value.replaceAll(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character)
  return String(value)
}
