import { type Content, sealContext } from '../../server/messages/mail/mail.ts'
import { createSeal } from '../../server/platform/values/seal.ts'
import { type House, openHouse, type Tenant } from '../harness/house.ts'
import { AUDIENCE, startIssuer, type TestIssuer } from '../outside/oidc/issuer.ts'

const seal = createSeal('a secret for tests of 32 characters')

export type SsoHouse = {
  house: House
  club: Tenant
  issuer: TestIssuer
  /** A request with a token, by the secret key unless said. */
  as(token: string, method: string, path: string, body?: object, key?: string): ReturnType<House['call']>
  register(tenant: Tenant, provider?: object): Promise<number>
  customer(email: string, tenant?: Tenant): Promise<number>
  mails(): Promise<(Content & { mail_status: string; sendable: boolean })[]>
}

/** A club with a provider that signs what the test asks for. */
export async function openSsoHouse(): Promise<SsoHouse> {
  const house = await openHouse()
  const club = await house.organisation({ name: 'Harbour City FC' })
  const issuer = await startIssuer(house.clock)
  const register = async (tenant: Tenant, provider: object = {}) => {
    const body = { name: 'Club account', issuer: issuer.issuer, audiences: [AUDIENCE], ...provider }
    const made = await house.call('POST', '/v1/manage/sso_providers', { key: tenant.key, body })
    if (made.status !== 201) throw new Error(made.text)
    return Number(made.body.sso_provider_id)
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
      const [row] = await house.sql<{ user_id: number }[]>`
        insert into customers (org_id, org_customer_id, email_address)
        values (${tenant.orgId}, ${`cus_${crypto.randomUUID()}`}, ${email})
        returning user_id`
      return row?.user_id ?? 0
    },
    mails: async () => {
      const rows = await house.sql<
        { org_id: number; mail_message_id: string; content_sealed: Buffer; mail_status: string; sendable: boolean }[]
      >`
        select org_id, mail_message_id, content_sealed, mail_status, give_up_at > created_at as sendable
        from mails
        where org_id = ${club.orgId}
        order by mail_id`
      return rows.map(({ org_id, mail_message_id, content_sealed, mail_status, sendable }) => ({
        ...(JSON.parse(seal.open(content_sealed, sealContext(org_id, mail_message_id))) as Content),
        mail_status,
        sendable,
      }))
    },
  }
}

export const codeIn = ({ text }: { text: string }): string => /^ {4}([0-9]{6})$/m.exec(text)?.[1] ?? ''
