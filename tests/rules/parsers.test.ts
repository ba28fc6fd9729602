import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTestFile, readSource, readSources, type SourceFile } from './source-files.ts'

/** What makes something of a text or of a file: the calls of the language and the packages by which it can be done. */
const READS =
  /JSON\.parse\b|\.json\(\)|from 'csv-parse|\b(?:inflate|inflateSync|gunzip|createGunzip|unzip)\b|new X509Certificate|createLocalJWKSet|initWasm\(|from 'marked'|verifyRegistrationResponse|verifyAuthenticationResponse|constructEvent|readUInt16BE|readUInt32BE|\bparser<typeof/

/** What they read the program has written itself, or came with it: rows, sealed texts, its own description, fonts and pages. */
const OWN = new Set([
  'server/access/rate-limits/messages.ts',
  'server/checkout/member-proof/sale-link.ts',
  'server/faces/serve-shop.ts',
  'server/fans/debt-page/own-debt.ts',
  'server/messages/mail/send-mails.ts',
  'server/messages/webhooks/shown-messages.ts',
  'server/operator/openapi/generate.ts',
  'server/operator/openapi/write-openapi.ts',
  'server/papers/wallet/wallet-settings.ts',
  'server/people/mailed-codes/mailed-code.ts',
  'server/people/staff/attempts.ts',
  'server/people/staff/totp.ts',
  'server/platform/docs/library.ts',
  'server/platform/docs/markdown.ts',
  'server/platform/embedded-postgres/binaries.ts',
  'server/platform/idempotency/idempotency.ts',
  'server/platform/idempotency/stored-answers.ts',
  'server/platform/parsing/parser.ts',
  'server/platform/pdf/font-characters.ts',
  'server/platform/pdf/font.ts',
  'server/platform/pdf/sfnt.ts',
  'server/platform/pictures/resvg-wasm.d.ts',
  'server/platform/postgres/id-blocks.ts',
  'server/platform/postgres/values.ts',
  'server/program/service-metrics.ts',
])

const page = await readSource('SECURITY.md')
const table = page.slice(page.indexOf('## Which texts of strangers are read'))
const listed = new Set([...table.matchAll(/`(server\/[\w/.-]+\.ts)`/g)].map(([, path = '']) => path))
const sources = (await readSources(['server'], ['.ts'])).filter(({ path }) => !isTestFile(path))

const unlisted = (files: SourceFile[]) =>
  files.filter(({ path, text }) => READS.test(text) && !OWN.has(path) && !listed.has(path)).map(({ path }) => path)

test('all that reads texts of strangers is in the table of SECURITY.md', () => {
  assert.deepEqual(unlisted(sources), [])
})

test('the table and the list of what is ours name no file that reads nothing', () => {
  const reading = new Set(sources.filter(({ text }) => READS.test(text)).map(({ path }) => path))
  assert.deepEqual(
    [...listed, ...OWN].filter((path) => !reading.has(path)),
    [],
  )
})

test('what is read in a thread is said to be in the table, by its name', () => {
  const names = sources.flatMap(({ text }) =>
    [...text.matchAll(/parser<typeof import[^\n]*\n\s*name: '([^']+)'/g)].map(([, name = '']) => name),
  )
  assert.ok(names.length >= 5, names.join(', '))
  const rows = table.split('\n').filter((line) => line.includes('| thread'))
  assert.deepEqual(
    names.filter((name) => !rows.some((row) => row.startsWith(`| ${name}`))),
    [],
  )
})

test('is caught: a parser that is in neither', () => {
  const planted = { path: 'server/sales/new.ts', text: 'const value: unknown = JSON.parse(await response.text())' }
  assert.deepEqual(unlisted([planted]), [planted.path])
})
