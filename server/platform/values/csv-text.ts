import { TextDecoder } from 'node:util'
import { CsvFileError } from './csv-error.ts'

/**
 * The text of a file as spreadsheets save it: UTF-8, UTF-16 with or without a byte order mark, or Windows-1252, which is what
 * "CSV" without further words means on many machines. Chunk by chunk, never the file.
 */
export async function* decodeCsv(file: AsyncIterable<unknown>): AsyncGenerator<string> {
  const chunks = file[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const first = await atLeast(chunks, 2)
  const wide = utf16Of(first)
  if (wide !== undefined) yield* decodeWide(new TextDecoder(wide), first, chunks)
  else yield* decodeNarrow(first, chunks)
}

async function atLeast(chunks: AsyncIterator<Buffer>, bytes: number): Promise<Buffer> {
  let start: Buffer = Buffer.alloc(0)
  while (start.length < bytes) {
    const { value, done } = await chunks.next()
    if (done) break
    start = Buffer.concat([start, value])
  }
  return start
}

/** By its mark, or because the first letter of a column's name is an ASCII one and half of it is zero. */
function utf16Of([first, second]: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be'
  return undefined
}

async function* decodeWide(decoder: TextDecoder, first: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<string> {
  for (let chunk: Buffer | undefined = first; chunk !== undefined; chunk = await next(chunks))
    yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/** UTF-8, unless the first character beyond ASCII is none: then it is Windows-1252. One after the other is a broken file. */
async function* decodeNarrow(first: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<string> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let windows: TextDecoder | undefined
  let hasUtf8 = false
  let rest: Buffer = Buffer.alloc(0)
  for (let chunk: Buffer | undefined = first; chunk !== undefined; chunk = await next(chunks)) {
    const bytes = Buffer.concat([rest, chunk])
    const whole = windows ? bytes.length : bytes.length - cutCharacter(bytes)
    rest = bytes.subarray(whole)
    if (windows === undefined) {
      try {
        const text = utf8.decode(bytes.subarray(0, whole))
        hasUtf8 ||= text.length < whole
        yield text
        continue
      } catch {
        if (hasUtf8) throw new CsvFileError('the file is partly UTF-8 and partly not; save it as CSV UTF-8')
        windows = new TextDecoder('windows-1252')
        rest = Buffer.alloc(0)
      }
    }
    yield windows.decode(bytes)
  }
  if (rest.length === 0) return
  if (hasUtf8) throw new CsvFileError('the file ends in the middle of a character')
  yield new TextDecoder('windows-1252').decode(rest)
}

const next = async (chunks: AsyncIterator<Buffer>): Promise<Buffer | undefined> => {
  const { value, done } = await chunks.next()
  return done ? undefined : value
}

/** How many bytes at the end begin a character of UTF-8 whose other bytes have not come yet. */
function cutCharacter(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0
  }
  return 0
}

export type CsvForm = { delimiter: string; linesBefore: number; text: AsyncGenerator<string> }

const LINE_CHARACTERS_MAX = 100_000

/** The separator is the one that the line of the columns has most of; `sep=;` before it, which spreadsheets write, says it outright. */
export async function formOf(text: AsyncGenerator<string>): Promise<CsvForm> {
  let start = ''
  let isWhole = false
  while (!isWhole && !/\n[^\n]*\n/.test(start) && start.length < LINE_CHARACTERS_MAX) {
    const { value, done } = await text.next()
    isWhole = done === true
    start += value ?? ''
  }
  const said = /^\ufeff?sep=([,;\t])\r?\n/i.exec(start)
  const begin = said ? start.slice(said[0].length) : start.replace(/^\ufeff/, '')
  const [header = ''] = begin.replaceAll(/"[^"]*"/g, '').split('\n', 1)
  const count = (delimiter: string) => header.split(delimiter).length
  const [delimiter = ','] = said ? [said[1]] : [',', ';', '\t'].sort((a, b) => count(b) - count(a))
  return { delimiter, linesBefore: said ? 1 : 0, text: chained(begin, text) }
}

async function* chained(begin: string, text: AsyncGenerator<string>): AsyncGenerator<string> {
  yield begin
  yield* text
}
