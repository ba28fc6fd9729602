import { sealCode } from '../../server/people/sso/link-code.ts'
import { SsoProviderRow } from '../../server/people/sso/sso-provider.ts'
import { createSeal } from '../../server/platform/values/seal.ts'
import { SsoOrderRow } from '../../server/sales/orders/sso-order.ts'
import { TicketRow } from '../../server/sales/tickets/ticket.ts'
import { addRow, NOTHING, unique } from '../builders/rows.ts'
import { sellPlaces } from '../builders/stock.ts'
import type { House, Tenant } from '../harness/house.ts'
import { AUDIENCE, startIssuer, type TestIssuer } from '../outside/oidc/issuer.ts'
import { addEvent } from './events.ts'
import type { Example, OperationExample } from './example.ts'
import { managed } from './managed.ts'
import { addPrice } from './prices.ts'

const seal = createSeal('a secret for tests of 32 characters')

let started: Promise<TestIssuer> | undefined
/** One for all examples; its tokens say the time of the house that asks. */
const sharedIssuer = () => {
  started ??= startIssuer()
  return started
}

const addProvider = (house: House, tenant: Tenant) =>
  addProviderRow(house, tenant, `https://${unique('id')}.example.org`)

async function addProviderRow({ sql }: House, { orgId }: Tenant, issuer: string): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into sso_providers (org_id, name, issuer, audiences)
    values (${orgId}, 'Club account', ${issuer}, ${[AUDIENCE]})
    on conflict (org_id, issuer) where sso_provider_status = 'active' do update
    set name = excluded.name
    returning sso_provider_id as id`
  return row?.id ?? 0
}

type Fan = { headers: Record<string, string>; userId: number; email: string; issuer: string; subject: string }

/** A customer of the organisation and a token; linked to each other unless said. */
export async function addFan(house: House, tenant: Tenant, { linked = true } = {}): Promise<Fan> {
  const issuer = await sharedIssuer()
  await addProviderRow(house, tenant, issuer.issuer)
  const subject = unique('fan')
  const email = `${subject}@example.org`
  const customer = { org_customer_id: `cus_${crypto.randomUUID()}`, email_address: email }
  const userId = await addRow(house, tenant, 'customers', 'user_id', customer)
  if (linked) {
    await house.sql`
      insert into sso_identities (org_id, issuer, subject, user_id, linked_by)
      values (${tenant.orgId}, ${issuer.issuer}, ${subject}, ${userId}, 'code')`
  }
  const seconds = Math.floor(house.clock().getTime() / 1000)
  const token = await issuer.sign({ sub: subject, iat: seconds, exp: seconds + 3600 })
  return { headers: { 'x-sso-token': token }, userId, email, issuer: issuer.issuer, subject }
}

/** A confirmed order of two tickets; its id. */
export async function addOrderOf(house: House, tenant: Tenant, userId: number): Promise<number> {
  const event = await addEvent(house, tenant, { event_status_id: 1 })
  await sellPlaces(house.sql, tenant.orgId, await addPrice(house, tenant, event), 2)
  const [order] = await house.sql<{ order_id: number }[]>`
    update orders
    set user_id = ${userId}
    where org_id = ${tenant.orgId}
      and event_id = ${event}
    returning order_id`
  return order?.order_id ?? 0
}

async function orders(house: House, tenant: Tenant): Promise<Example> {
  const { headers, userId } = await addFan(house, tenant)
  await addOrderOf(house, tenant, userId)
  return { headers }
}

async function tickets(house: House, tenant: Tenant): Promise<Example> {
  const { headers, userId } = await addFan(house, tenant)
  const order_id = await addOrderOf(house, tenant, userId)
  return { headers, params: { order_id }, ids: { 'params.order_id': NOTHING } }
}

async function withCode(house: House, tenant: Tenant): Promise<Example> {
  const { headers, email, issuer, subject } = await addFan(house, tenant, { linked: false })
  const sealed = sealCode(seal, tenant.orgId, { issuer, subject }, { code: '123456', email })
  await house.sql`
    insert into sso_link_codes (org_id, issuer, subject, code_sealed, expires_at)
    values (${tenant.orgId}, ${issuer}, ${subject}, ${sealed}, ${new Date(house.clock().getTime() + 600_000)})`
  return { headers, body: { code: '123456' }, otherBody: { code: '654321' } }
}

export const ssoExamples: Record<string, OperationExample> = {
  listSsoOrders: { rows: [SsoOrderRow], publishable: true, make: orders },
  listSsoTickets: { rows: [TicketRow], publishable: true, make: tickets },
  requestSsoLink: {
    publishable: true,
    make: async (house, tenant) => {
      const { headers, email } = await addFan(house, tenant, { linked: false })
      return { headers, body: { email_address: email }, otherBody: { email_address: `not-${email}` } }
    },
  },
  confirmSsoLink: { publishable: true, make: withCode },
  removeSsoLink: {
    publishable: true,
    make: async (house, tenant) => ({ headers: (await addFan(house, tenant)).headers }),
  },
  ...managed({
    one: 'SsoProvider',
    many: 'SsoProviders',
    id: 'sso_provider_id',
    row: SsoProviderRow,
    listPath: () => '/v1/manage/sso_providers',
    add: addProvider,
    create: async () => {
      const body = { name: 'Club account', issuer: `https://${unique('id')}.example.org`, audiences: [AUDIENCE] }
      return { body, otherBody: { ...body, trust_email: true } }
    },
    change: { body: { trust_email: true, jwks_uri: null }, otherBody: { name: 'Members' } },
  }),
}
