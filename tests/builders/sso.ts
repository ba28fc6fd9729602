import { type House, openHouse, type Tenant } from '../harness/house.ts'
import { AUDIENCE, startIssuer, type TestIssuer } from '../outside/oidc/issuer.ts'
import { addCustomer } from './customers.ts'
import { mailsOf, type WrittenMail } from './mails.ts'
import { type Owner, unique } from './rows.ts'

/** A provider that the club trusts; there is one of an issuer, so a second one is the first. */
export async function addSsoProvider(
  { sql }: House,
  { orgId }: Owner,
  issuer = `https://${unique('id')}.example.org`,
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into sso_providers (org_id, name, issuer, audiences)
    values (${orgId}, 'Club account', ${issuer}, ${[AUDIENCE]})
    on conflict (org_id, issuer) where sso_provider_status = 'active' do update
    set name = excluded.name
    returning sso_provider_id as id`
  return row?.id ?? 0
}

let started: Promise<TestIssuer> | undefined
/** One for all fans; its tokens say the time of the house that asks. */
const sharedIssuer = () => {
  started ??= startIssuer()
  return started
}

export type Fan = { headers: Record<string, string>; userId: number; email: string; issuer: string; subject: string }

/** A customer of the organisation and a token; linked to each other unless said. */
export async function addFan(house: House, owner: Owner, { linked = true } = {}): Promise<Fan> {
  const { issuer, sign } = await sharedIssuer()
  await addSsoProvider(house, owner, issuer)
  const subject = unique('fan')
  const email = `${subject}@example.org`
  const { userId } = await addCustomer(house, owner, { email_address: email })
  if (linked) {
    await house.sql`
      insert into sso_identities (org_id, issuer, subject, user_id, linked_by)
      values (${owner.orgId}, ${issuer}, ${subject}, ${userId}, 'code')`
  }
  const seconds = Math.floor(house.clock().getTime() / 1000)
  const token = await sign({ sub: subject, iat: seconds, exp: seconds + 3600 })
  return { headers: { 'x-sso-token': token }, userId, email, issuer, subject }
}

export type SsoHouse = {
  house: House
  club: Tenant
  issuer: TestIssuer
  /** A request with a token, by the secret key unless said. */
  as(token: string, method: string, path: string, body?: object, key?: string): ReturnType<House['call']>
  register(tenant: Tenant, provider?: object): Promise<number>
  customer(email: string, tenant?: Tenant): Promise<number>
  mails(): Promise<WrittenMail[]>
}

/** A club with a provider that signs what the test asks for. */
export async function openSsoHouse(): Promise<SsoHouse> {
  const house = await openHouse()
  const club = await house.organisation({ name: 'Harbour City FC' })
  const issuer = await startIssuer(house.clock)
  const register = async (tenant: Tenant, provider: object = {}) => {
    const body = { name: 'Club account', issuer: issuer.issuer, audiences: [AUDIENCE], ...provider }
    const creation = await house.call('POST', '/v1/manage/sso_providers', { key: tenant.key, body })
    if (creation.status !== 201) throw new Error(creation.text)
    return Number(creation.body.sso_provider_id)
  }
  await register(club)
  return {
    house,
    club,
    issuer,
    register,
    as: (token, method, path, body, key = club.key) =>
      house.call(method, path, { key, headers: { 'x-sso-token': token }, ...(body ? { body } : {}) }),
    customer: async (email, tenant = club) => {
      const nameless = { first_name: null, last_name: null }
      return (await addCustomer(house, tenant, { email_address: email, ...nameless })).userId
    },
    mails: () => mailsOf(house, club),
  }
}
