import { rightsByRole } from '../../server/access/roles.ts'
import { StaffProviderRow } from '../../server/people/staff-sign-on/staff-provider.ts'
import { unique } from '../builders/rows.ts'
import { asOwnPage, cookiesOf } from '../builders/staff.ts'
import type { House, Tenant } from '../harness/house.ts'
import { CLIENT_ID, CLIENT_SECRET, type StaffIssuer, startStaffIssuer } from '../outside/oidc/staff-issuer.ts'
import type { OperationExample } from './example.ts'

let started: Promise<StaffIssuer> | undefined
const sharedIssuer = (house: House) => {
  started ??= startStaffIssuer(house.clock)
  return started
}

const providerAt = ({ issuer }: StaffIssuer) => ({
  ...{ name: 'Club account', issuer, client_id: CLIENT_ID, client_secret: CLIENT_SECRET },
  ...{ domains: ['club.example'], group_roles: [{ group: 'stewards', role: 'gates' }] },
})

async function setUp(house: House, tenant: Tenant): Promise<StaffIssuer> {
  const issuer = await sharedIssuer(house)
  const { status, text } = await house.call('PUT', '/v1/manage/staff_provider', {
    key: tenant.key,
    body: providerAt(issuer),
  })
  if (status !== 200) throw new Error(text)
  return issuer
}

/** What a browser brings back from the provider, with the cookie in which it counts. */
async function broughtBack(house: House, tenant: Tenant, issuer: StaffIssuer) {
  const sub = unique('steward')
  issuer.claims = { sub, email: `${sub}@club.example`, groups: ['stewards'] }
  const { body, headers } = await house.call('POST', '/v1/staff/sign_on/begin', {
    headers: asOwnPage,
    body: { organisation: tenant.orgId },
  })
  const answer = await fetch(body.location, { redirect: 'manual' })
  const { searchParams } = new URL(answer.headers.get('location') ?? '')
  const organisation = tenant.orgId
  const brought = { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '', organisation }
  return { cookie: cookiesOf(headers['set-cookie'] ?? ''), brought }
}

const besides = [...rightsByRole.owner.write].filter((scope) => scope !== 'team:manage')

export const staffSignOnExamples: Record<string, OperationExample> = {
  retrieveStaffProvider: {
    rows: [StaffProviderRow],
    make: async (house, tenant) => {
      await setUp(house, tenant)
      return {}
    },
  },
  setStaffProvider: {
    rows: [StaffProviderRow],
    besides,
    make: async (house) => {
      // Another one each time, so that the reference asks readers for their own.
      const body = providerAt(await startStaffIssuer(house.clock))
      return { body, otherBody: { ...body, name: 'Office' }, notIds: ['body.client_id'] }
    },
  },
  removeStaffProvider: {
    rows: [StaffProviderRow],
    besides,
    make: async (house, tenant) => {
      await setUp(house, tenant)
      return {}
    },
  },
  lookAtSignOn: {
    make: async (house, tenant) => {
      await setUp(house, tenant)
      const body = { organisation: tenant.orgId }
      return { headers: asOwnPage, body, otherBody: { organisation: tenant.orgId + 1 } }
    },
  },
  beginSignOn: {
    make: async (house, tenant) => {
      await setUp(house, tenant)
      const body = { organisation: tenant.orgId }
      return { headers: asOwnPage, body, otherBody: { ...body, again: true } }
    },
  },
  finishSignOn: {
    make: async (house, tenant) => {
      const { cookie, brought } = await broughtBack(house, tenant, await setUp(house, tenant))
      return { headers: { ...asOwnPage, cookie }, body: brought, otherBody: { ...brought, code: 'used before' } }
    },
  },
}
