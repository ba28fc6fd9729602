import assert from 'node:assert/strict'
import { posix } from 'node:path'
import { test } from 'node:test'
import { type OpenApi, operationsOf } from '../../server/platform/openapi/openapi-types.ts'
import { staleComments, withOperations } from './operation-comments.ts'
import { registeredOperations } from './registered-operations.ts'
import { readSource } from './source-files.ts'

type Found = { operationId: string; path: string; text: string }

const kebab = (name: string) => name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `-${letter}`).toLowerCase()

const pluralOf = (noun: string) => (noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`)

/** `retrieveManagedOrder` is the order that staff see: its file says so by its ending. */
const nameOf = (operationId: string) => kebab(operationId.replace('Managed', ''))

/**
 * The files that an operation may be in: one of its own name; or, for what the kit of `server/resources` makes of a description, the
 * one with all that staff do with such objects. What the kit made has its name from the description: the file does not say it.
 */
function filesFor({ operationId, text }: Found): string[] {
  const name = nameOf(operationId)
  const own = operationId.includes('Managed') ? [`${name}.manage.ts`] : [`${name}.ts`, `${name}.manage.ts`]
  if (text.includes(`'${operationId}'`)) return own
  const words = name.split('-')
  const nouns = words.map((_, index) => words.slice(index).join('-'))
  const objects = words[0] === 'list' ? nouns : nouns.map(pluralOf)
  return [...own, ...objects.map((name) => `${name}.manage.ts`)]
}

const findings = (operations: Found[]): string[] =>
  operations
    .filter((operation) => !filesFor(operation).includes(posix.basename(operation.path)))
    .map((operation) => `${operation.operationId} is in ${operation.path}, not in ${filesFor(operation)[0]}`)

const camel = (words: string) => words.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** What its file must export: the operation by its name, or all that the kit makes for these objects as one list. */
function exportFor({ operationId, path }: Found): string {
  const file = posix.basename(path).replace(/(\.manage)?\.ts$/, '')
  return file === nameOf(operationId) ? operationId : camel(`manage-${file}`)
}

const unnamed = (operations: Found[]): string[] =>
  operations
    .filter((operation) => !new RegExp(`^export const ${exportFor(operation)}\\b`, 'm').test(operation.text))
    .map((operation) => `${operation.path} does not export ${exportFor(operation)}, where ${operation.operationId} is`)

/** `/healthz` and the like, which no plugin has: the platform answers them for every program. */
const PLATFORM = ['healthz', 'readyz']

test('an operation’s file has its name', async () => {
  const registered = await registeredOperations()
  const found = await Promise.all(
    registered.flatMap(({ operationId, path }) =>
      operationId === undefined ? [] : [readSource(path).then((text) => ({ operationId, path, text }))],
    ),
  )
  const document = JSON.parse(await readSource('openapi.json')) as OpenApi
  const documented = Object.values(document.paths ?? {})
    .flatMap((item) => operationsOf(item, document))
    .map(([, { operationId = '' }]) => operationId)
  assert.ok(documented.length > 250)
  const known = new Set([...found.map(({ operationId }) => operationId), ...PLATFORM])
  assert.deepEqual(
    documented.filter((operationId) => !known.has(operationId)),
    [],
  )
  assert.deepEqual(findings(found), [])
  assert.deepEqual(unnamed(found), [])
  assert.deepEqual([...(await staleComments(found)).keys()], [], 'run npm run openapi')
})

test('is written: the ids that a description makes, behind the imports and once', () => {
  const text = "import { a } from './a.ts'\n\nexport const manageVenues = [listOf(venues), get('exportVenue')]\n"
  const written = withOperations(text, ['retrieveVenue', 'listVenues', 'exportVenue'])
  assert.match(written, /^import .*\n\n\/\*\n \* Operations .*\n \* listVenues, retrieveVenue\n \*\/\n\nexport/)
  assert.equal(withOperations(written, ['listVenues', 'retrieveVenue', 'exportVenue']), written)
  assert.equal(withOperations(written, ['exportVenue']), text)
})

const file = (operationId: string, path: string, text = `operationId: '${operationId}'`) => ({
  operationId,
  path,
  text,
})

test('is caught: two operations in a file, a file of another name, a name that does not say for whom', () => {
  const wrong = [
    file('openTill', 'server/payments/tills/tills.manage.ts'),
    file('passOnTicket', 'server/fans/ticket-page/change-holder.ts'),
    file('retrieveManagedOrder', 'server/tickets/orders/retrieve-order.ts'),
    file('retrieveManagedOrder', 'server/tickets/orders/retrieve-managed-order.manage.ts'),
    file('publishEvent', 'server/programme/events/steps.manage.ts', 'stepOf(events)'),
    file('archiveVenue', 'server/programme/venues/venues.ts', 'stepOf(venues)'),
  ]
  assert.equal(findings(wrong).length, wrong.length)
})

test('is fine: one operation in its file, and what the kit makes in that of its objects', () => {
  const fine = [
    file('listEvents', 'server/programme/events/list-events.ts'),
    file('retrieveManagedOrder', 'server/tickets/orders/retrieve-order.manage.ts'),
    file('createPriceCategory', 'server/programme/prices/price-categories.manage.ts', 'createOf(priceCategories)'),
    file('listManagedPrices', 'server/programme/prices/prices.manage.ts', 'listOf(prices)'),
    file('publishEvent', 'server/programme/events/publish-event.manage.ts', 'stepOf(events)'),
  ]
  assert.deepEqual(findings(fine), [])
})

test('is caught: a file that exports its operation, or the list of what the kit makes, by another name', () => {
  const prices = 'server/programme/prices/prices.manage.ts'
  const wrong = [
    file('listEvents', 'server/programme/events/list-events.ts', 'export const events = () => {}'),
    file('createPrice', prices, 'export const priceOperations: Operation[] = []'),
  ]
  assert.equal(unnamed(wrong).length, wrong.length)
  const fine = [
    file('listEvents', 'server/programme/events/list-events.ts', 'export const listEvents = () => {}'),
    file('createPrice', prices, 'export const managePrices: Operation[] = []'),
  ]
  assert.deepEqual(unnamed(fine), [])
})
