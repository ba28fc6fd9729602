import { request } from 'undici'
import { createKey } from '../../../server/access/api-keys/key-store.ts'
import { scopesOfKind } from '../../../server/access/scopes.ts'
import { createOrganisation } from '../../../server/people/organisation/create-organisation.ts'
import type { Sql } from '../../../server/platform/postgres/database.ts'
import { createSeal } from '../../../server/platform/values/seal.ts'
import type { Answer, Call, House } from '../../harness/house.ts'

/** No limit may hide what lies behind it. */
const UNLIMITED = { requestsPerMinute: 10_000_000, requestsPerDay: 1_000_000_000 }

/** What the examples of operations ask of a house, given by a server in another process and its database. */
export function remoteHouse(url: string, sql: Sql, secret: string): House {
  const key: House['key'] = async (orgId, input = {}) => {
    const scopes = [...scopesOfKind[input.kind ?? 'sk']]
    return (await createKey(orgId, sql, { kind: 'sk', scopes, ...UNLIMITED, ...input })).secret
  }
  const organisation: House['organisation'] = async (input = {}) => {
    const profile = { name: 'Chaos', country: 'AU', timezone: 'UTC', currency: 'AUD', mode: 'test' as const }
    const orgId = await createOrganisation(sql, { ...profile, ...input })
    await sql`
      update organisations
      set requests_per_day = 1000000000, publishable_requests_per_day = 1000000000
      where org_id = ${orgId}`
    return { orgId, key: await key(orgId) }
  }
  const call = async (method: string, path: string, { key: bearer, body, headers }: Call = {}): Promise<Answer> => {
    const answer = await request(`${url}${path}`, {
      method: method as 'GET',
      headers: {
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.body.text()
    const isJson = String(answer.headers['content-type'] ?? '').startsWith('application/json')
    return { status: answer.statusCode, headers: {}, text, body: isJson ? JSON.parse(text) : {} }
  }
  const clock = Object.assign(() => new Date(), { set: () => {}, advance: () => {} })
  const house = { sql, url, clock, seal: createSeal(secret), call, organisation, key }
  // Without the app itself: what only runs within this process cannot be made here.
  return house as unknown as House
}
