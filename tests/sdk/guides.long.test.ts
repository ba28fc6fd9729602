import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { addMember } from '../builders/members.ts'
import { addOffer, addSeatedOffer } from '../builders/prices.ts'
import { addSeatMap } from '../builders/seat-maps.ts'
import { openServer } from './server.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const { house, url } = await openServer()

/** Where a program of the guides runs. The package is taken as it is here, since nothing is published to be installed. */
const folder = await mkdtemp(join(tmpdir(), 'grandstand-guides-'))
after(() => rm(folder, { recursive: true, force: true }))
await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
await writeFile(join(folder, 'package.json'), '{"type":"module"}')

/** The TypeScript of a guide, from its first line to its last. */
async function programOf(guide: string): Promise<string> {
  const page = await readFile(join(root, 'docs', 'guides', guide), 'utf8')
  const blocks = [...page.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = '']) => code)
  const program = join(folder, guide.replace('.md', '.ts'))
  const entry = JSON.stringify(join(root, 'sdk', 'src', 'index.ts'))
  await writeFile(program, blocks.join('\n').replaceAll("'@grandstand/sdk'", entry))
  return program
}

/** What it prints when it is run. */
async function printed(guide: string, env: Record<string, string>): Promise<string[]> {
  const program = await programOf(guide)
  const { stdout } = await run(process.execPath, [program], { env: { ...process.env, GRANDSTAND_URL: url, ...env } })
  return stdout.trim().split('\n')
}

test('quick start: an event on sale, two tickets of it sold, and the figures say so', async () => {
  const { key } = await house.organisation()
  assert.deepEqual(await printed('quick-start.md', { GRANDSTAND_KEY: key }), [
    'Harbour Derby Adult',
    'confirmed 2',
    'Adult 2',
  ])
})

test('what the guides show compiles under the strictest settings', async () => {
  const programs = await Promise.all(
    ['quick-start.md', 'checkout.md', 'seats.md', 'members.md', 'calls.md', 'open-items.md', 'tax.md'].map(programOf),
  )
  const settings =
    '--ignoreConfig --noEmit --strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes --module nodenext --target es2023'
  const rest = '--types node --allowImportingTsExtensions --erasableSyntaxOnly --skipLibCheck'
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const typeRoots = ['--typeRoots', join(root, 'node_modules', '@types')]
  const compile = run(process.execPath, [tsc, ...settings.split(' '), ...rest.split(' '), ...typeRoots, ...programs])
  const { stdout } = await compile.catch((error: { stdout: string }) => error)
  assert.equal(stdout, '')
})

test('checkout on your own domain: two places sold, and a declined card leaves the basket open', async () => {
  const club = await house.organisation()
  await addOffer(house, club, { capacity: 10 })
  const key = await house.key(club.orgId, { kind: 'pk' })
  const lines = await printed('checkout.md', { GRANDSTAND_PUBLIC_KEY: key })
  assert.match(lines[1] ?? '', /^[\d.]+ AUD \d+$/)
  assert.equal(lines[2], 'confirmed 2')
  assert.equal(lines[3], 'card_declined open')
})

test('seats: what is free, where it is, and what has changed', async () => {
  const club = await house.organisation()
  await addSeatedOffer(house, club, await addSeatMap(house, club, { rows: 2, seats: 3 }))
  const key = await house.key(club.orgId, { kind: 'pk' })
  assert.deepEqual(await printed('seats.md', { GRANDSTAND_PUBLIC_KEY: key }), [
    '1 6',
    '6 free',
    '6 drawn',
    'true null',
    'true 304',
  ])
})

test('members in a CRM: all of them, then what has changed', async () => {
  const club = await house.organisation()
  for (let n = 0; n < 120; n += 1) await addMember(house, club)
  const lines = await printed('members.md', { GRANDSTAND_KEY: club.key })
  assert.deepEqual(lines, ['120', '100 true', '20 false'])
})

test('calls: an error by its code, a change that happens once, what is left of the limit', async () => {
  const club = await house.organisation()
  const lines = await printed('calls.md', { GRANDSTAND_KEY: club.key })
  assert.deepEqual(lines, ['400 parameter_invalid name req_', 'true', 'true', '0'])
})

test('what is owed: an invoice paid in parts, taken back and written off, and cash that is handed back', async () => {
  const club = await house.organisation()
  const lines = await printed('open-items.md', { GRANDSTAND_KEY: club.key })
  assert.deepEqual(lines, [
    'invoice due 100',
    'state_conflict Only 70 AUD of debt 1 is open.',
    'paid 20 80',
    '5',
    'pending',
    'cash_refund paid',
  ])
})

test('tax: a rate, a price that bears it, and what of an order is tax', async () => {
  const club = await house.organisation()
  assert.deepEqual(await printed('tax.md', { GRANDSTAND_KEY: club.key }), [
    '7 % MwSt.: 40 and 2.8',
    '50 and 6.5 of tax: 56.5',
  ])
})
