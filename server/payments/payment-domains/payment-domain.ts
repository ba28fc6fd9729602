import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { type DomainWallet, domainWallets } from '../payments/provider-domains.ts'

const statuses = ['waiting', 'registered', 'failed'] as const
type Status = (typeof statuses)[number]

export const PaymentDomain = Type.Object(
  {
    host: Type.String(),
    status: OneOf([...statuses], {
      description: 'waiting: the provider is asked within minutes. failed: it is asked again at next_attempt',
    }),
    ready_wallets: Type.Array(OneOf([...domainWallets]), { description: 'that a shop at this host can show' }),
    problem: Nullable(Type.String({ description: 'what the provider says of it, in its own words' })),
    checked: Nullable(Type.Integer({ description: 'Unix seconds' })),
    next_attempt: Type.Integer({ description: 'Unix seconds' }),
  },
  { title: 'PaymentDomain' },
)

export const PaymentDomainRow = Type.Object({
  host: Type.String(),
  domain_status: Type.Unsafe<Status>({ type: 'string' }),
  ready_wallets: Type.Unsafe<DomainWallet[]>({ type: 'array' }),
  problem: Nullable(Type.String()),
  checked_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  due_at: Type.Unsafe<Date>({ type: 'object' }),
})
type PaymentDomainRow = Static<typeof PaymentDomainRow>

export const findPaymentDomains = (orgId: OrgId, sql: Db, most: number) => sql<PaymentDomainRow[]>`
  select host, domain_status, ready_wallets, problem, checked_at, due_at
  from payment_domains
  where org_id = ${orgId}
  order by host
  limit ${most}`

export const toPaymentDomain = (row: PaymentDomainRow) =>
  ({
    host: row.host,
    status: row.domain_status,
    ready_wallets: domainWallets.filter((name) => row.ready_wallets.includes(name)),
    problem: row.problem,
    checked: row.checked_at === null ? null : unixSeconds(row.checked_at),
    next_attempt: unixSeconds(row.due_at),
  }) satisfies Static<typeof PaymentDomain>
