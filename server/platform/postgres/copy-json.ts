import { to } from 'pg-copy-streams'
import type { Statement } from './sql.ts'

/** A column of `copy … to stdout`, in the words of JSON. */
export type JsonColumn = { name: string; kind: 'string' | 'number' | 'boolean' | 'json' }

const TAB = 0x09
const NEWLINE = 0x0a
const QUOTE = 0x22
const BACKSLASH = 0x5c
const LETTER_N = 0x4e
const LETTER_T = 0x74
const LETTER_V = 0x76

const PLAIN = 0
const END = 1
/** What to do with each byte of a text. */
const CLASS = new Uint8Array(256).fill(PLAIN)
CLASS.fill(2, 0, 0x20)
CLASS[TAB] = END
CLASS[NEWLINE] = END
CLASS[QUOTE] = 3
CLASS[BACKSLASH] = 4

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))
const NULL = bytesOf('null')
const TRUE = bytesOf('true')
const FALSE = bytesOf('false')
const CONTROL = Array.from({ length: 0x20 }, (_, code) =>
  bytesOf(JSON.stringify(String.fromCharCode(code)).slice(1, -1)),
)

const BLOCK_BYTES = 128 * 1024
/** A control character takes six bytes in JSON. */
const GROWTH_MAX = 6

type Key = { bytes: Uint8Array; kind: JsonColumn['kind'] }

/**
 * Makes JSON objects of the lines of `copy … to stdout`, byte by byte and without a string or an object in between: the escapes
 * of the two formats are nearly the same. The database's own row_to_json took three times the processor time of plain lines, see
 * bench/members-all.ts.
 */
export class CopyToJson {
  readonly #keys: Key[]
  readonly #keyBytes: number
  #blocks: Buffer[] = []
  #out: Buffer = Buffer.allocUnsafe(BLOCK_BYTES)
  #at = 0
  #rows = 0

  constructor(columns: JsonColumn[]) {
    this.#keys = columns.map(({ name, kind }, place) => {
      return { bytes: bytesOf(`${place === 0 ? '{' : ','}${JSON.stringify(name)}:`), kind }
    })
    this.#keyBytes = this.#keys.reduce((sum, { bytes }) => sum + bytes.length + NULL.length + 2, 2)
  }

  get rows(): number {
    return this.#rows
  }

  /** One line, with its newline. */
  add(line: Uint8Array): void {
    this.#reserve(this.#keyBytes + GROWTH_MAX * line.length)
    const out = this.#out
    let at = this.#at
    let from = 0
    if (this.#rows > 0) out[at++] = 0x2c
    for (let n = 0; n < this.#keys.length; n += 1) {
      const { bytes, kind } = this.#keys[n] as Key
      at = put(out, at, bytes)
      if (line[from] === BACKSLASH && line[from + 1] === LETTER_N) {
        at = put(out, at, NULL)
        from += 2
      } else if (kind === 'boolean') {
        at = put(out, at, line[from] === LETTER_T ? TRUE : FALSE)
        from += 1
      } else if (kind === 'number') {
        while (CLASS[line[from] as number] === PLAIN) out[at++] = line[from++] as number
      } else if (kind === 'json') {
        // Already JSON, without control characters: of what copy escapes only the backslash can be in it.
        for (let what = CLASS[line[from] as number]; what !== END; what = CLASS[line[from] as number]) {
          if (what === 4) from += 1
          out[at++] = line[from++] as number
        }
      } else {
        out[at++] = QUOTE
        for (;;) {
          const byte = line[from] as number
          const what = CLASS[byte]
          if (what === PLAIN) {
            out[at++] = byte
            from += 1
          } else if (what === END) {
            break
          } else if (what === 3) {
            out[at++] = BACKSLASH
            out[at++] = QUOTE
            from += 1
          } else if (what === 2) {
            at = put(out, at, CONTROL[byte] as Uint8Array)
            from += 1
          } else if (line[from + 1] === LETTER_V) {
            // The one escape that JSON does not have.
            at = put(out, at, CONTROL[0x0b] as Uint8Array)
            from += 2
          } else {
            out[at++] = BACKSLASH
            out[at++] = line[from + 1] as number
            from += 2
          }
        }
        out[at++] = QUOTE
      }
      from += 1
    }
    if (from !== line.length) throw new Error('a line of copy has other columns than were declared')
    out[at++] = 0x7d
    this.#at = at
    this.#rows += 1
  }

  /** What has been made since the last time. Objects are separated by commas, those of different calls too. */
  take(): Buffer[] {
    const blocks = [...this.#blocks, this.#out.subarray(0, this.#at)]
    this.#blocks = []
    this.#out = Buffer.allocUnsafe(BLOCK_BYTES)
    this.#at = 0
    return blocks.filter(({ length }) => length > 0)
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#out.length) return
    if (this.#at > 0) this.#blocks.push(this.#out.subarray(0, this.#at))
    this.#out = Buffer.allocUnsafe(Math.max(BLOCK_BYTES, bytes))
    this.#at = 0
  }
}

/** A loop: for so few bytes it is faster than a call of `set`. */
function put(out: Buffer, at: number, bytes: Uint8Array): number {
  for (let n = 0; n < bytes.length; n += 1) out[at + n] = bytes[n] as number
  return at + bytes.length
}

/** Hands over the lines of a `copy … to stdout` one by one. Its connection is free again when the last has come. */
export function readCopy(copy: Statement<object[]>, take: (line: Buffer) => void): Promise<void> {
  return copy.session.alone(copy, async (client) => {
    const stream = client.query(to(copy.write().text))
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const split = lineSplitter(take)
    stream.once('error', reject)
    stream.once('end', resolve)
    stream.on('data', (bytes: Buffer) => {
      try {
        split(bytes)
      } catch (error) {
        // The rest goes on arriving, and is thrown away.
        stream.removeAllListeners('data')
        stream.resume()
        reject(error)
      }
    })
    return promise
  })
}

/** A newline within a value is escaped, so that each one ends a line. */
function lineSplitter(take: (line: Buffer) => void): (bytes: Buffer) => void {
  let rest: Buffer | undefined
  return (arrived) => {
    const bytes = rest ? Buffer.concat([rest, arrived]) : arrived
    let from = 0
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      take(bytes.subarray(from, end + 1))
      from = end + 1
    }
    rest = from < bytes.length ? bytes.subarray(from) : undefined
  }
}
