import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { mayWith } from '../../server/access/authenticate/guard-fields.ts'
import { isScope, opened, type Scope, scopesOfKind } from '../../server/access/scopes.ts'
import type { FieldScope, May } from '../../server/platform/http/guarded-fields.ts'
import { Input, Text } from '../../server/platform/http/schema.ts'
import type { Operation } from '../../server/platform/operation.ts'
import { addCustomer } from '../builders/customers.ts'
import { instalmentOf } from '../builders/instalments.ts'
import { addMember } from '../builders/members.ts'
import { addOrder } from '../builders/orders.ts'
import { addOffer } from '../builders/prices.ts'
import { addRow } from '../builders/rows.ts'
import { examples } from '../examples/examples.ts'
import { openHouse } from '../harness/house.ts'
import { isOpen, type OperationSpec, openapiOf, readOperations, send } from '../harness/operations.ts'
import { makeExample } from './owed.ts'

/*
 * A filter or a search by a value that the caller may not read would confirm a guess of it: "nothing found" and "one found" are answers.
 * Every read with a free text in its query is asked for values that exist, by keys that may not read them, and has to
 * answer as it does for values that do not.
 */

/** Finds people by all that is kept of them, and forgets to ask what the caller may read. */
const planted: Operation = (app, { sql }) =>
  app.get(
    '/v1/planted/people',
    {
      config: { scope: 'orders:read' },
      schema: {
        operationId: 'plantedPeople',
        querystring: Input({ word: Text(200) }),
        response: { 200: Type.Object({ count: Type.Integer() }) },
      },
    },
    async ({ orgId, query }) => {
      const [row] = await sql<{ count: number }[]>`
        select count(*)::integer as count
        from customers
        where org_id = ${orgId}
          and search_text like lower(${`%${query.word}%`})`
      return { count: row?.count ?? 0 }
    },
  )

const house = await openHouse({ extraOperations: [planted] })
const club = await house.organisation()
const offer = await addOffer(house, club)
const reached = { email_address: 'zenobia.okafor@private.example', mobile_number: '+61412345678' }
const { userId } = await addCustomer(house, club, { ...reached, first_name: 'Zenobia', org_customer_id: 'CRM-77001' })
const order = { ...reached, user_id: userId, first_name: 'Zenobia' }
const bought = await addOrder(house, club, offer, { order })
const memberId = await addMember(house, club, {
  ...reached,
  user_id: userId,
  first_name: 'Zenobia',
  barcode: 'CARD778812',
  address: '7 Quiet Street',
  date_of_birth: '1981-02-03',
})
const due = { user_id: userId, due_at: house.clock() }
await addRow(house, club, 'debts', 'debt_id', instalmentOf(bought.orderId, due))
await addRow(house, club, 'mail_suppressions', 'mail_suppression_id', {
  email_address: reached.email_address,
  error_code: 'smtp_550',
})
const [ticket] = await house.sql<{ short_code: string }[]>`
  select short_code
  from tickets
  where org_id = ${club.orgId}
    and ticket_id = ${bought.ticketId}`

/** What the organisation keeps, and beside each a value of its form that it does not. */
const secrets: Record<Exclude<FieldScope, 'members:read' | 'scans:read'>, [real: string, invented: string][]> = {
  'customers:read': [
    [reached.email_address, 'nobody.at.all@private.invalid'],
    ['zenobia.okafor@', 'nobody.at.all@'],
    ['private.example', 'private.invalid'],
    [reached.mobile_number, '+61499999999'],
    ['412345678', '499999999'],
    ['CRM-77001', 'CRM-99009'],
    ['7 Quiet Street', '9 Quiet Square'],
    ['1981-02-03', '1982-03-04'],
  ],
  'cards:read': [['CARD778812', 'CARD990099']],
  'codes:read': [
    [bought.barcode, 'TICKETX9'],
    [ticket?.short_code ?? assert.fail('no ticket'), 'ZZZZZZZZZZZZZ'],
  ],
}

const operations = readOperations(openapiOf(house))
const freeTexts = ({ parameters }: OperationSpec) =>
  parameters
    .filter((parameter) => parameter.in === 'query' && isFreeText(parameter.schema))
    .map(({ name }) => name)
    .filter((name) => !NOT_OF_PEOPLE.has(name))

/** What these name is no person: a place in a list, a language, an object by its number. */
const NOT_OF_PEOPLE = new Set(['cursor', 'lang', 'object_type', 'object_id', 'actor_id', 'seat_row', 'order_id'])

const isFreeText = ({ type, enum: values, const: value, pattern, maxLength = Number.MAX_SAFE_INTEGER }: Schema) =>
  type === 'string' && !values && value === undefined && pattern === undefined && Number(maxLength) > MIN_LENGTH
type Schema = OperationSpec['parameters'][number]['schema'] & Record<string, unknown>
/** Shorter texts are codes of a language, a country or a currency. */
const MIN_LENGTH = 8

/** Of what is a fan's own or a gate's, and of the programme. */
const NO_PEOPLE = new Set(['baskets:write', 'sso:read', 'gate:scan', 'events:read', 'programme:manage'])

const asked = operations.filter(
  (operation) =>
    operation.method === 'GET' &&
    operation.scope !== undefined &&
    isScope(operation.scope) &&
    !NO_PEOPLE.has(operation.scope) &&
    !isOpen(operation) &&
    freeTexts(operation).length > 0,
)

const keys = new Map<Scope, string>()
async function keyWith(scope: Scope): Promise<string> {
  const key = keys.get(scope) ?? (await house.key(club.orgId, { scopes: [scope] }))
  keys.set(scope, key)
  return key
}

type Caller = { label: string; may: May; key: string }
async function callerWith(label: string, scopes: Scope[]): Promise<Caller> {
  return { label, may: mayWith(opened(scopes)), key: await house.key(club.orgId, { scopes }) }
}
const without = (...blind: Scope[]) =>
  scopesOfKind.sk.filter((scope) => scope !== 'manage' && !['codes:read', 'cards:read', ...blind].includes(scope))
const callers = [
  await callerWith('who may all but see codes', without()),
  await callerWith('who may all but see codes and people', without('customers:read', 'customers:manage')),
]

async function confirmed(operation: OperationSpec): Promise<string[]> {
  const example = operation.id === 'plantedPeople' ? {} : await makeExample(house, club, examples[operation.id] ?? {})
  const params = { ...example.params, ...(operation.path.includes('{event_id}') && { event_id: offer.eventId }) }
  const lists = []
  for (const caller of callers)
    for (const name of freeTexts(operation))
      lists.push(
        await confirmedTo(caller, `${operation.id} confirms by ${name}`, async (value) => {
          const query = { ...example.query, [name]: value }
          const { status, text } = await send(house, operation, { params, query }, { key: caller.key })
          return `${status} ${text.replaceAll(JSON.stringify(value), '""').replaceAll(/req_\w+/g, '')}`
        }),
      )
  return lists.flat()
}

async function confirmedTo({ label, may }: Caller, what: string, ask: (value: string) => Promise<string>) {
  const findings: string[] = []
  for (const [of, values] of Object.entries(secrets))
    for (const [real, invented] of may(of as FieldScope) ? [] : values)
      if ((await ask(real)) !== (await ask(invented))) findings.push(`${what} ${real} to a caller ${label}`)
  return findings
}

test('no filter and no search confirms what the caller may not read', async () => {
  assert.ok(asked.length >= 15, `${asked.length} operations`)
  const lists = []
  for (const operation of asked) if (operation.id !== 'plantedPeople') lists.push(await confirmed(operation))
  assert.deepEqual(lists.flat(), [])
})

test('names, which these lists show with the tickets, still find orders and members', async () => {
  const countFound = async (path: string, scope: Scope) =>
    (await house.call('GET', path, { key: await keyWith(scope) })).body.data.length
  assert.equal(await countFound(`/v1/events/${offer.eventId}/orders?search=zenobia`, 'orders:read'), 1)
  assert.equal(await countFound('/v1/manage/orders?search=zenobia', 'orders:manage'), 1)
  assert.equal(await countFound('/v1/members?search=zenobia&limit=5', 'members:read'), 1)
})

test('a run is not told whom it takes by what its maker may not read', async () => {
  const key = await house.key(club.orgId, { scopes: ['runs:manage', 'orders:manage', 'members:manage'] })
  const run = async (object_type: string, filters: object, by = key) => {
    const body = { object_type, action: 'tag', tag: 'Seen', filters, wait: true }
    const answer = await house.call('POST', '/v1/manage/runs', { key: by, body })
    return `${answer.status} ${answer.body.error?.code ?? ''}`.trim()
  }
  for (const filters of [{ search: reached.email_address }, { email_address: reached.email_address }])
    assert.equal(await run('members', filters), '403 scope_missing')
  assert.equal(await run('members', { barcode: 'CARD778812' }), '403 scope_missing')
  assert.equal(await run('orders', { search: '412345678' }), '403 scope_missing')
  assert.equal(await run('orders', { event_id: offer.eventId }), '201')
  assert.equal(await run('members', { email_address: reached.email_address }, club.key), '201')
})

test('an import that is tried does not say whether a guess is right', async () => {
  const key = await house.key(club.orgId, { scopes: ['members:manage'] })
  const [member] = await house.sql<{ member_number: string }[]>`
    select member_number
    from members
    where org_id = ${club.orgId}
      and membership_member_id = ${memberId}`
  const file = `org_customer_id,member_number,email_address\nCRM-77001,${member?.member_number},${reached.email_address}`
  const body = { object: 'members', file, dry_run: true, update: true }
  const { status, body: answer } = await house.call('POST', '/v1/manage/imports', { key, body })
  assert.deepEqual([status, answer.error?.code], [403, 'scope_missing'])
})

test('is caught: a list that finds people by all that is kept of them', async () => {
  const operation = operations.find(({ id }) => id === 'plantedPeople') ?? assert.fail('nothing is planted')
  assert.match(
    (await confirmed(operation)).join('\n'),
    /plantedPeople confirms by word zenobia\.okafor@private\.example to/,
  )
})
