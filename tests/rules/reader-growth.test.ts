import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { readKeySet } from '../../server/people/sso/read-key-set.ts'
import { parseForm, parseJson } from '../../server/platform/http/body.ts'
import { decodeCursor } from '../../server/platform/http/cursor.ts'
import { readCsvFile } from '../../server/platform/parsing/read-csv-file.ts'
import { readPictureFile } from '../../server/platform/pdf/read-picture-file.ts'
import { pictureHead } from '../../server/platform/pictures/picture-head.ts'
import { assertLinear, assertLinearLater } from '../harness/growth.ts'
import { readSource } from './source-files.ts'

/*
 * Everything that reads texts of strangers is given inputs that are written to cost it much, each doubled until it is as long as it may
 * be. Bank statements have a test of their own (`statement-growth.test.ts`).
 */

type Hostile = { name: string; sizeMax: number; write: (size: number) => string | Buffer }
type Reader = { files: string[]; read: (input: never) => unknown; inputs: Hostile[] }

const fill = (text: string, size: number) => text.repeat(Math.ceil(size / text.length))
const BODY_MAX = 256 * 1024
const CSV_MAX = 200_000
const PICTURE_MAX = 1024 * 1024

const jsons: Hostile[] = [
  { name: 'brackets', sizeMax: BODY_MAX, write: (size) => fill('[', size) },
  { name: 'objects within objects', sizeMax: BODY_MAX, write: (size) => fill('{"a":', size) },
  { name: 'a text that does not end', sizeMax: BODY_MAX, write: (size) => `"${fill('\\u0041', size)}` },
  { name: 'blanks', sizeMax: BODY_MAX, write: (size) => `${fill(' ', size)}x` },
  { name: 'lines', sizeMax: BODY_MAX, write: (size) => `[${fill('1,\n', size)}` },
  { name: 'a number that does not end', sizeMax: BODY_MAX, write: (size) => `${fill('1', size)}x` },
  { name: 'quotes', sizeMax: BODY_MAX, write: (size) => fill('"', size) },
]
const forms: Hostile[] = [
  { name: 'brackets of one name', sizeMax: BODY_MAX, write: (size) => fill('[', size) },
  { name: 'brackets that are written as escapes', sizeMax: BODY_MAX, write: (size) => fill('%5B%5D', size) },
  { name: 'fields without a name', sizeMax: BODY_MAX, write: (size) => fill('&', size) },
  { name: 'one field again and again', sizeMax: 4000 * 4, write: (size) => fill('a=1&', size) },
  { name: 'items of one list', sizeMax: 4000 * 7, write: (size) => fill('a[]=1&', size) },
  { name: 'fields within fields', sizeMax: 4000 * 16, write: (size) => fill('a[b][c][d][e]=1&', size) },
  { name: 'signs for blanks', sizeMax: BODY_MAX, write: (size) => `a=${fill('+', size)}` },
  { name: 'a name before no sign', sizeMax: BODY_MAX, write: (size) => fill('a.[', size) },
]
const csvs: Hostile[] = [
  { name: 'quotes', sizeMax: CSV_MAX, write: (size) => fill('"', size) },
  { name: 'a quote that does not end', sizeMax: CSV_MAX, write: (size) => `a,b\n"${fill('x\n', size)}` },
  { name: 'quoted headings', sizeMax: CSV_MAX, write: (size) => `${fill('"a",', size)}\n` },
  { name: 'separators', sizeMax: CSV_MAX, write: (size) => fill(`${fill(';', 90)}\n`, size) },
  { name: 'carriage returns', sizeMax: CSV_MAX, write: (size) => `a,b\n${fill('\r', size)}` },
  { name: 'empty lines', sizeMax: CSV_MAX, write: (size) => `a,b${fill('\n', size)}` },
  { name: 'one line', sizeMax: CSV_MAX, write: (size) => fill('x', size) },
  { name: 'half characters', sizeMax: CSV_MAX, write: (size) => `a,b\n${fill('\u00e9\ud800', size)}` },
]
const keySets: Hostile[] = [
  { name: 'keys', sizeMax: BODY_MAX, write: (size) => `{"keys":[${fill('{},', size)}{}]}` },
  { name: 'fields of a key', sizeMax: BODY_MAX, write: (size) => `{"keys":[{${namesOf(size)}"kty":"RSA"}]}` },
  { name: 'operations', sizeMax: BODY_MAX, write: (size) => `{"keys":[{"key_ops":[${fill('"x",', size)}"x"]}]}` },
  { name: 'lists within lists', sizeMax: BODY_MAX, write: (size) => `{"keys":${fill('[', size)}` },
]
const namesOf = (size: number) => Array.from({ length: size / 12 }, (_, n) => `"f${n}":"x",`).join('')

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, data, Buffer.alloc(4)])
}
function header(width: number, height: number, type: number): Buffer {
  const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, type, 0, 0, 0])
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  return chunk('IHDR', data)
}
const png = (...chunks: Buffer[]) => Buffer.concat([PNG, ...chunks])
const JPEG = Buffer.from([0xff, 0xd8, 0xff])

const pictures: Hostile[] = [
  {
    name: 'PNG: chunks without anything in them',
    sizeMax: PICTURE_MAX,
    write: (size) => png(header(8, 8, 2), Buffer.from(fill('\0\0\0\0IDAT\0\0\0\0', size), 'latin1')),
  },
  {
    name: 'PNG: more behind a small picture than it says',
    sizeMax: PICTURE_MAX,
    write: (size) => png(header(8, 8, 2), chunk('IDAT', deflateSync(Buffer.alloc(size * 5)))),
  },
  {
    name: 'PNG: points of a palette with opacity',
    sizeMax: 1_000_000,
    write: (size) => {
      const rows = Buffer.alloc((size / 1_000) * 1_001, 4)
      const parts = [header(1_000, size / 1_000, 3), chunk('PLTE', Buffer.alloc(768)), chunk('tRNS', Buffer.alloc(256))]
      return png(...parts, chunk('IDAT', deflateSync(rows)))
    },
  },
  {
    name: 'JPEG: marks of no length',
    sizeMax: PICTURE_MAX,
    write: (size) => Buffer.concat([JPEG.subarray(0, 2), Buffer.from(fill('\xff\xe0\0\0', size), 'latin1')]),
  },
  {
    name: 'JPEG: frames',
    sizeMax: PICTURE_MAX,
    write: (size) =>
      Buffer.concat([
        JPEG.subarray(0, 2),
        Buffer.from(fill('\xff\xc0\0\x0b\x08\0\x01\0\x01\x03\0\0\0', size), 'latin1'),
      ]),
  },
  { name: 'JPEG: no end', sizeMax: PICTURE_MAX, write: (size) => Buffer.concat([JPEG, Buffer.alloc(size, 0xff)]) },
]

const readers: Reader[] = [
  {
    files: ['server/platform/http/body.ts', 'server/platform/http/json-mistake.ts'],
    read: (text: string) => parseJson(text),
    inputs: jsons,
  },
  { files: ['server/platform/http/body.ts'], read: (text: string) => parseForm(text, 4000), inputs: forms },
  {
    files: ['server/platform/http/cursor.ts'],
    read: (text: string) => decodeCursor(Buffer.from(text).toString('base64url'), {}, ['number']),
    inputs: jsons,
  },
  {
    files: ['server/platform/parsing/read-csv-file.ts', 'server/platform/values/csv.ts'],
    read: (text: string) => readCsvFile(text, 20_000),
    inputs: csvs,
  },
  { files: ['server/people/sso/read-key-set.ts'], read: (text: string) => readKeySet(text), inputs: keySets },
  {
    files: ['server/platform/pdf/read-picture-file.ts', 'server/platform/pdf/png.ts', 'server/platform/pdf/jpeg.ts'],
    read: (file: Buffer) => readPictureFile(file),
    inputs: pictures,
  },
  {
    files: ['server/platform/pictures/picture-head.ts'],
    read: (file: Buffer) => pictureHead(file),
    inputs: pictures.filter(({ name }) => !/points/.test(name)),
  },
]

/** What is in them is read by the engine or by OpenSSL, of a length that the table bounds, and each field is looked at once. */
const OTHERS: Record<string, string> = {
  'server/platform/bank-statements/read-bank-statement.ts': 'statement-growth.test.ts',
  'server/platform/bank-statements/read-statement-csv.ts': 'statement-growth.test.ts',
  'server/platform/pictures/draw-svg.ts':
    'hostile-svg.long.test.ts: a drawing costs what it draws; its thread has an end',
  'server/platform/pictures/draw-svgs.ts': 'hostile-svg.long.test.ts',
  'server/people/sso/fetch-key-set.ts': 'JSON.parse of 64 KiB',
  'server/people/staff-sign-on/exchange-code.ts': 'JSON.parse of 64 KiB',
  'server/people/staff/passkeys.ts': 'CBOR of 20,000 characters',
  'server/people/staff/add-passkey.ts': 'CBOR of 20,000 characters',
  'server/payments/payments/stripe-events.ts': 'JSON.parse, signed',
  'server/tickets/vat-checks/vat-service.ts': 'JSON.parse',
  'server/papers/peppol/http-access-point.ts': 'JSON.parse',
  'server/papers/wallet/google-update.ts': 'JSON.parse',
  'server/papers/wallet/read-wallet-keys.ts': 'X.509 of 10,000 characters',
  'server/gates/scan-log/upload-sealed-scans.ts': 'JSON.parse of what a device has sealed',
  'server/operator/mcp/answer-agent.ts': 'JSON.parse',
}

for (const { files, read, inputs } of readers)
  for (const { name, sizeMax, write } of inputs)
    test(`reading takes no longer than its length says, ${files[0]}: ${name}`, () =>
      assertLinearLater(name, sizeMax, write as (size: number) => never, read))

test('every reader of the table in SECURITY.md is doubled here, or says what bounds it', async () => {
  const page = await readSource('SECURITY.md')
  const section = page.slice(page.indexOf('## Which texts of strangers are read')).split('\n')
  const listed = section
    .filter((line) => line.startsWith('| ') && !line.includes('a process of its own'))
    .flatMap((line) => [...line.matchAll(/`(server\/[\w/.-]+\.ts)`/g)].map(([, path = '']) => path))
  const doubled = new Set(readers.flatMap(({ files }) => files))
  assert.deepEqual([...new Set(listed)].sort(), [...new Set([...doubled, ...Object.keys(OTHERS)])].sort())
})

test('is caught: a reader that looks at its text again for each of its letters', async () => {
  const slow = (text: string) => [...text].map(() => [...text].reverse().join('').length)
  const write = (size: number) => fill('x', size)
  assert.throws(() => assertLinear('planted', 400_000, write, slow), /takes \d+ times as long/)
  await assert.rejects(
    assertLinearLater('planted', 400_000, write, async (text) => slow(text)),
    /times as long/,
  )
})
