import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Static, Type } from 'typebox'
import { openGround } from '../../../tests/builders/grounds.ts'
import { addMember } from '../../../tests/builders/members.ts'
import { addStaff } from '../../../tests/builders/staff.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { credential, masked, TicketCodeField } from '../../platform/http/guarded-fields.ts'
import type { Operation } from '../../platform/operation.ts'
import type { StaffRole } from '../roles.ts'
import type { Scope } from '../scopes.ts'

const house = await openHouse()
const club = await house.organisation()
const ground = await openGround(house, club)
const { barcode, ticketId } = await ground.ticket()
const { body: ticket } = await house.call('GET', `/v1/manage/tickets/${ticketId}`, { key: club.key })
const orderId: number = ticket.order_id
const memberId = await addMember(house, club)
const [card = ''] = await house.sql<{ barcode: string }[]>`
  select barcode
  from members
  where org_id = ${club.orgId}
    and membership_member_id = ${memberId}`.then((rows) => rows.map((row) => row.barcode))
await ground.scan(barcode)

const SEEING: StaffRole[] = ['owner', 'manager', 'box_office']
const BLIND: StaffRole[] = ['gates', 'finance', 'reader']

const as = async (role: StaffRole) => {
  const { headers } = await addStaff(house, club, { role })
  return (path: string) => house.call('GET', path, { headers })
}
const withKey = async (...scopes: Scope[]) => {
  const key = await house.key(club.orgId, { scopes })
  return (path: string) => house.call('GET', path, { key })
}

const BY_CODE = `/v1/manage/search?q=${encodeURIComponent(barcode)}`
/** Everything that shows a ticket's code as text. */
const TEXTS = [
  `/v1/manage/tickets/${ticketId}`,
  '/v1/manage/tickets',
  `/v1/orders/${orderId}`,
  `/v1/manage/orders/${orderId}`,
  BY_CODE,
  '/v1/manage/exports/tickets.csv',
]
const FILES = [`/v1/orders/${orderId}/tickets.pdf`, `/v1/orders/${orderId}/tickets/${ticketId}/qr`]

test('a role that may only look reads no code of a ticket, however it asks for one', async () => {
  for (const role of [...BLIND, 'membership' as const]) {
    const get = await as(role)
    for (const path of TEXTS) {
      const { status, text: answer } = await get(path)
      assert.equal(status, 200, `${role} ${path}`)
      // A search says what it was asked for: a caller who looks for a whole code has it.
      const text = answer.replace(`"q":${JSON.stringify(barcode)}`, '')
      assert.equal(text.includes(barcode), false, `${role} reads a code at ${path}`)
      // To find a ticket by a code that may not be read would confirm the code.
      assert.equal(text.includes(masked(barcode)), path !== BY_CODE, `${role} is shown ${text} at ${path}`)
    }
    for (const path of FILES) assert.equal((await get(path)).body.error?.code, 'scope_missing', `${role} ${path}`)
  }
})

test('roles that hand tickets out read codes and print them', async () => {
  for (const role of SEEING) {
    const get = await as(role)
    for (const path of TEXTS) assert.ok((await get(path)).text.includes(barcode), `${role} ${path}`)
    for (const path of FILES) assert.equal((await get(path)).status, 200, `${role} ${path}`)
  }
})

test('a scanned code is masked in the log of scans, in its file and for the role that runs the gates', async () => {
  const paths = [`/v1/events/${ground.eventId}/scans`, '/v1/manage/exports/scans.csv']
  const get = await as('gates')
  for (const path of paths) {
    const { text } = await get(path)
    assert.deepEqual([text.includes(barcode), text.includes(masked(barcode))], [false, true], path)
  }
  assert.ok((await (await as('manager'))(paths[0] ?? '')).text.includes(barcode))
})

test('cards of members are for the roles that hand them out, the membership desk among them', async () => {
  const file = `/v1/members/${memberId}/card.pdf`
  const texts = [`/v1/members/${memberId}`, '/v1/members', '/v1/members?limit=10', '/v1/manage/exports/members.csv']
  for (const role of [...SEEING, 'membership' as const]) {
    const get = await as(role)
    for (const path of texts) assert.ok((await get(path)).text.includes(card), `${role} ${path}`)
    assert.equal((await get(file)).status, 200, role)
  }
  for (const role of BLIND) {
    const get = await as(role)
    for (const path of texts) {
      const { text } = await get(path)
      assert.deepEqual([text.includes(card), text.includes(masked(card))], [false, true], `${role} ${path}`)
    }
    assert.equal((await get(file)).body.error?.code, 'scope_missing', role)
  }
})

test('a key sees codes by its scope: codes:read sees cards too, cards:read sees cards alone', async () => {
  const read = async (...scopes: Scope[]) => {
    const get = await withKey('orders:read', 'members:read', ...scopes)
    const [order, member] = [await get(`/v1/orders/${orderId}`), await get(`/v1/members/${memberId}`)]
    return [order.body.tickets[0].barcode, member.body.barcode]
  }
  assert.deepEqual(await read(), [masked(barcode), masked(card)])
  assert.deepEqual(await read('cards:read'), [masked(barcode), card])
  assert.deepEqual(await read('codes:read'), [barcode, card])
})

const CONTACT = {
  email_address: 'zelda@reach.test',
  mobile_number: '+61400111222',
  address: '7 Quiet Lane',
  date_of_birth: '1987-06-05',
}
const reachable = await addMember(house, club, CONTACT)
const reaches = [
  `/v1/members/${reachable}`,
  '/v1/members',
  '/v1/members?limit=500',
  `/v1/manage/members/${reachable}`,
  `/v1/manage/search?q=Okafor`,
  '/v1/manage/exports/members.csv',
]

test('the role that runs the gates knows members by name, and reads nowhere how to reach them or when they were born', async () => {
  const get = await as('gates')
  for (const path of reaches) {
    const { status, text } = await get(path)
    assert.equal(status, 200, path)
    assert.match(text, /Okafor/, path)
    for (const value of Object.values(CONTACT)) assert.equal(text.includes(value), false, `${value} at ${path}`)
  }
  for (const role of ['owner', 'manager', 'box_office', 'membership', 'reader'] as const) {
    const getAs = await as(role)
    for (const path of reaches.slice(0, 4)) {
      const { text } = await getAs(path)
      for (const value of Object.values(CONTACT)) assert.ok(text.includes(value), `${role} ${value} at ${path}`)
    }
  }
})

test('a key with members:read alone has each field of a member, and null where customers:read shows it', async () => {
  const [narrow, wide] = [await withKey('members:read'), await withKey('members:read', 'customers:read')]
  const names = Object.keys(CONTACT) as (keyof typeof CONTACT)[]
  for (const path of [`/v1/members/${reachable}`, '/v1/members', '/v1/members?limit=500']) {
    const memberOf = ({ body }: Awaited<ReturnType<typeof narrow>>) =>
      body.data?.find((one: { membership_member_id: number }) => one.membership_member_id === reachable) ?? body
    const [masks, whole] = [memberOf(await narrow(path)), memberOf(await wide(path))]
    assert.deepEqual(Object.keys(masks), Object.keys(whole))
    assert.deepEqual(
      names.map((name) => masks[name]),
      [null, null, null, null],
      path,
    )
    assert.deepEqual(
      names.map((name) => whole[name]),
      Object.values(CONTACT),
      path,
    )
  }
})

test('a message about a member reaches an endpoint without customers:read without their address', async () => {
  const feed = async (...scopes: Scope[]) =>
    (await (await withKey('webhooks:read', ...scopes))('/v1/webhook_messages?limit=100')).text
  await house.call('PATCH', `/v1/manage/members/${reachable}`, { key: club.key, body: { postcode: '3999' } })
  const [narrow, wide] = [await feed('members:read'), await feed('members:read', 'customers:read')]
  assert.match(narrow, /member\.updated/)
  assert.deepEqual([narrow.includes(CONTACT.email_address), wide.includes(CONTACT.email_address)], [false, true])
})

test('a key that is made without naming scopes reads codes', async () => {
  const body = { type: 'sk', name: 'plain' }
  const made = await house.call('POST', '/v1/manage/api_keys', { key: club.key, body })
  const { body: order } = await house.call('GET', `/v1/orders/${orderId}`, { key: made.body.secret })
  assert.equal(order.tickets[0].barcode, barcode)
})

test('the answer that was stored for an Idempotency-Key is masked for a key that may see less', async () => {
  const fresh = await ground.ticket()
  const reissue = async (scopes: Scope[]) =>
    house.call('POST', `/v1/manage/tickets/${fresh.ticketId}/reissue`, {
      key: await house.key(club.orgId, { scopes }),
      headers: { 'idempotency-key': 'reissue' },
    })
  const first = await reissue(['orders:manage', 'codes:read'])
  const again = await reissue(['orders:manage'])
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.equal(again.body.barcode, masked(first.body.barcode))
})

test('a key that may not read codes cannot have tickets sent to an address of its choice', async () => {
  const key = await house.key(club.orgId, { scopes: ['orders:manage'] })
  const to = { email_address: 'me@elsewhere.test' }
  const resend = (body: object) => house.call('POST', `/v1/manage/orders/${orderId}/resend`, { key, body })
  assert.equal((await resend(to)).body.error?.code, 'scope_missing')
  const transfer = { ...to, ticket_name: 'Me' }
  const path = `/v1/manage/tickets/${ticketId}/transfer`
  assert.equal((await house.call('POST', path, { key, body: transfer })).body.error?.code, 'scope_missing')
})

test('the audit log masks codes, also those that an earlier version has written down', async () => {
  const path = `/v1/manage/members/${memberId}/reissue_barcode`
  const { body: member } = await house.call('POST', path, { key: club.key })
  await house.sql`
    insert into audit_log (org_id, actor_kind, action, object_type, object_id, after)
    values (${club.orgId}, 'cli', 'member.changed', 'member', ${String(memberId)}, '{"barcode": "OLD0CODE1234"}'::jsonb)`
  const { text } = await house.call('GET', '/v1/manage/audit_log?limit=100', { key: club.key })
  for (const code of [card, member.barcode, 'OLD0CODE1234']) {
    assert.deepEqual([text.includes(code), text.includes(masked(code))], [false, true])
  }
})

const planted =
  (route: (app: Parameters<Operation>[0]) => void): Operation =>
  (app) =>
    route(app)
const refusedToRegister = async (route: (app: Parameters<Operation>[0]) => void, why: RegExp) =>
  assert.rejects(openHouse({ extraOperations: [planted(route)] }), why)

test('an answer that shows a code as plain text does not register, nor one that no schema can mask and that says nothing of it', async () => {
  const Bare = Type.Object({ data: Type.Array(Type.Object({ barcode: Type.String() })) })
  await refusedToRegister(
    (app) =>
      app.get(
        '/v1/planted/bare',
        { config: { scope: 'orders:read' }, schema: { response: { 200: Bare } } },
        async () => ({
          data: [],
        }),
      ),
    /GET \/v1\/planted\/bare shows barcode as plain text/,
  )
  const file = { description: 'A file', content: { 'text/csv': { schema: { type: 'string' } } } }
  await refusedToRegister(
    (app) =>
      app.get(
        '/v1/planted/file',
        { config: { scope: 'orders:read' }, schema: { response: { 200: file } } },
        async (_, reply) => reply.send(''),
      ),
    /GET \/v1\/planted\/file answers with what no schema can mask/,
  )
  await refusedToRegister(
    (app) => app.get('/v1/planted/anything', { config: { scope: 'orders:read' } }, async () => ({})),
    /GET \/v1\/planted\/anything does not say what it answers/,
  )
})

test('a code is no text to the compiler: only a field that is guarded takes it', () => {
  const Bare = Type.Object({ barcode: Type.String() })
  const Guarded = Type.Object({ barcode: TicketCodeField() })
  const shown = { barcode: credential('GS1') }
  shown satisfies Static<typeof Guarded>
  // @ts-expect-error: a schema that shows a code as plain text
  shown satisfies Static<typeof Bare>
})

test('a short code is masked whole: its last four would be half of it', () => {
  assert.deepEqual(['1234567', '12345678', ''].map(masked), ['****', '****5678', '****'])
})
