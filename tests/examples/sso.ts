import { sealLinkCode } from '../../server/people/sso/link-code.ts'
import { SsoProviderRow } from '../../server/people/sso/sso-provider.ts'
import { SsoOrderRow } from '../../server/tickets/orders/sso-order.ts'
import { TicketRow } from '../../server/tickets/tickets/ticket.ts'
import { addMember } from '../builders/members.ts'
import { addOrderOf } from '../builders/orders.ts'
import { NOTHING, unique } from '../builders/rows.ts'
import { addFan, addSsoProvider } from '../builders/sso.ts'
import type { House, Tenant } from '../harness/house.ts'
import { AUDIENCE } from '../outside/oidc/issuer.ts'
import type { Example, OperationExample } from './example.ts'
import { managed } from './managed.ts'

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

async function memberships(house: House, tenant: Tenant) {
  const { headers, userId } = await addFan(house, tenant)
  return { headers, membership_member_id: await addMember(house, tenant, { user_id: userId }) }
}

async function withCode(house: House, tenant: Tenant): Promise<Example> {
  const { headers, email, issuer, subject } = await addFan(house, tenant, { linked: false })
  const sealed = sealLinkCode(house.seal, tenant.orgId, { issuer, subject }, { code: '123456', email })
  await house.sql`
    insert into sso_link_codes (org_id, issuer, subject, code_sealed, expires_at)
    values (${tenant.orgId}, ${issuer}, ${subject}, ${sealed}, ${new Date(house.clock().getTime() + 600_000)})`
  return { headers, body: { code: '123456' }, otherBody: { code: '654321' } }
}

export const ssoExamples: Record<string, OperationExample> = {
  listSsoOrders: { rows: [SsoOrderRow], publishable: true, make: orders },
  listSsoTickets: { rows: [TicketRow], publishable: true, make: tickets },
  createSsoSecret: { publishable: true, make: tickets },
  listSsoMemberships: { rows: 'any', publishable: true, make: memberships },
  createSsoCardSecret: {
    rows: 'any',
    publishable: true,
    make: async (house, tenant) => {
      const { headers, membership_member_id } = await memberships(house, tenant)
      return { headers, params: { membership_member_id }, ids: { 'params.membership_member_id': NOTHING } }
    },
  },
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
    add: (house, tenant) => addSsoProvider(house, tenant),
    create: async () => {
      const body = { name: 'Club account', issuer: `https://${unique('id')}.example.org`, audiences: [AUDIENCE] }
      return { body, otherBody: { ...body, trust_email: true } }
    },
    change: { body: { trust_email: true, jwks_uri: null }, otherBody: { name: 'Members' } },
  }),
  testSsoProvider: {
    rows: [SsoProviderRow],
    make: async (house, tenant) => {
      const { issuer } = await addFan(house, tenant)
      const sso_provider_id = await addSsoProvider(house, tenant, issuer)
      return { params: { sso_provider_id }, ids: { 'params.sso_provider_id': NOTHING } }
    },
  },
}
