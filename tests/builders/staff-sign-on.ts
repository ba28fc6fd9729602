import { after } from 'node:test'
import { openHouse, type Tenant } from '../harness/house.ts'
import { CLIENT_ID, CLIENT_SECRET, startStaffIssuer } from '../outside/oidc/staff-issuer.ts'
import { addStaff, asOwnPage, cookiesOf } from './staff.ts'

/** The page at a callback address sends this to the server. */
export function answerAt(back: URL): object {
  const { code, state, iss } = Object.fromEntries(back.searchParams)
  return { code, state, organisation: Number(back.pathname.split('/').at(-1)), ...(iss !== undefined && { iss }) }
}

type Leaving = { tenant?: Tenant; again?: boolean; ends_session?: boolean }

/** A club, its provider, and what a browser does between them. */
export async function openSignOnHouse() {
  const house = await openHouse()
  const club = await house.organisation({ name: 'Harbour City FC' })
  const owner = await addStaff(house, club, { email: 'olga@club.example' })
  const issuer = await startStaffIssuer(house.clock)
  after(() => issuer.stop())

  const provider = (fields: object = {}) => ({
    ...{ name: 'Club account', issuer: issuer.issuer, client_id: CLIENT_ID, client_secret: CLIENT_SECRET },
    ...{ domains: ['club.example'], ...fields },
  })
  const setProvider = (fields: object = {}, headers: object = owner.headers) =>
    house.call('PUT', '/v1/manage/staff_provider', { headers: { ...headers }, body: provider(fields) })

  /** To the provider and back, as a browser with these cookies: where it was sent, and what it has in the end. */
  async function goThere(cookie = '', { tenant = club, again = false, ends_session = true }: Leaving = {}) {
    const begun = await house.call('POST', '/v1/staff/sign_on/begin', {
      headers: { ...asOwnPage, cookie },
      body: { organisation: tenant.orgId, again, ends_session },
    })
    if (begun.status !== 200) throw new Error(begun.text)
    const answer = await fetch(begun.body.location, { redirect: 'manual' })
    const back = new URL(answer.headers.get('location') ?? '')
    const cookies = [cookie, cookiesOf(begun.headers['set-cookie'] ?? '')].filter((part) => part !== '').join('; ')
    return { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '', cookies, back }
  }
  const finish = (cookie: string, body: object) =>
    house.call('POST', '/v1/staff/sign_on/finish', { headers: { ...asOwnPage, cookie }, body })

  /** Signs a person on whom the provider speaks of like this. */
  async function signOn(claims: Record<string, unknown>, cookie?: string, options?: Parameters<typeof goThere>[1]) {
    issuer.claims = claims
    const { cookies, back } = await goThere(cookie, options)
    const answer = await finish(cookies, answerAt(back))
    const session = /gs=([^;,]+)/.exec(answer.headers['set-cookie'] ?? '')?.[1] ?? ''
    return { ...answer, headers: answer.headers, here: { ...asOwnPage, cookie: `gs=${session}` } }
  }
  return { house, club, owner, issuer, setProvider, goThere, finish, signOn }
}
