import { eachDue } from '../../access/due-work.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import { realTime, type SystemClock } from '../../platform/values/clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/values/durations.ts'
import { type DomainResult, domainWallets } from '../payments/provider-domains.ts'
import type { Payee, Payments } from '../payments/providers.ts'

type RegisterDeps = { sql: Sql; systemClock: SystemClock; payments: Payments; publicUrl: string }

const ORGANISATIONS_MAX = 1000
/** Of one organisation, at once. */
const HOSTS_MAX = 20
/** Longer than asking takes; a worker that dies on the way is followed after it. */
const LEASE_MS = 10 * MINUTE_MS
/** After each failure, and while a wallet is not ready; the last for all further ones. */
const AGAIN_MS = [5 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS] as const
/** The organisation may have switched it off at the provider. */
const LOOK_AGAIN_MS = 7 * DAY_MS
const PROBLEM_MAX = 500

/** Registers the hosts of live shops with the payment provider, each on its organisation's account. Answers how many were asked for. */
export async function registerDomains(deps: RegisterDeps): Promise<number> {
  // Without Stripe every live organisation would be looked at each time, for nothing.
  if (!deps.payments.byName('stripe').domains) return 0
  const ours = publicHost(deps.publicUrl)
  const due = (now: Date) => ({
    rows: deps.sql`
    select org_id
    from organisations
    where mode = 'live'
      and payment_account_id is not null
      and (
        exists (
          select
          from payment_domains p
          where p.org_id = organisations.org_id
            and p.due_at <= ${now}
        )
        or exists (
          select
          from (
            select d.host
            from shop_domains d
            where d.org_id = organisations.org_id
              and d.proven_at is not null
            union all
            select ${ours}::text
            where ${ours}::text is not null
          ) wanted
          where not exists (
            select
            from payment_domains p
            where p.org_id = organisations.org_id
              and p.host = wanted.host
              and p.payment_account_id = organisations.payment_account_id
          )
        )
        or exists (
          select
          from payment_domains p
          where p.org_id = organisations.org_id
            and p.host is distinct from ${ours}::text
            and not exists (
              select
              from shop_domains d
              where d.org_id = organisations.org_id
                and d.host = p.host
                and d.proven_at is not null
            )
        )
      )`,
    oldest: deps.sql`org_id`,
  })
  const organisations = { due, batch: 1, organisationsMax: ORGANISATIONS_MAX }
  return eachDue(deps.sql, realTime(deps.systemClock), organisations, (orgId) => registerDomainsOf(deps, orgId))
}

/** May be called any number of times, by several at once: a host is asked for by the one that has claimed it. */
async function registerDomainsOf({ sql, systemClock, payments, publicUrl }: RegisterDeps, orgId: OrgId) {
  const now = systemClock()
  const [payee] = await sql<Payee[]>`
    select mode, payment_account_id
    from organisations
    where org_id = ${orgId}`
  if (!payee || payee.mode === 'test' || !payments.canBePaid(payee)) return 0
  const { provider, account } = payments.forOrganisation(payee)
  if (!provider.domains || account === null) return 0
  await noteWanted(orgId, sql, now, account, publicHost(publicUrl))
  const claimed = await claimHosts(orgId, sql, now)
  let failure: unknown
  for (const { host, attempts } of claimed) {
    const result = await provider.domains.register(account, host)
    if (result.kind === 'failed') failure ??= result.cause
    await storeResult(orgId, sql, systemClock(), { host, account, attempts, result })
  }
  if (failure !== undefined) throw new Error('a host could not be registered for wallets', { cause: failure })
  return claimed.length
}

/** Wallets are for hosts with https that have a name: none on a machine of one's own. */
export function publicHost(publicUrl: string): string | null {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' && /\.[a-z]/i.test(hostname) ? hostname : null
}

/** The hosts that there should be: one that is the shop's no more goes, and one of another account begins anew. */
const noteWanted = (orgId: OrgId, sql: Db, now: Date, account: string, ours: string | null) => sql`
  with wanted as (
    select host
    from shop_domains
    where org_id = ${orgId}
      and proven_at is not null
    union
    select ${ours}::text
    where ${ours}::text is not null
  ), gone as (
    delete from payment_domains
    where org_id = ${orgId}
      and host not in (
        select host
        from wanted
      )
  )
  insert into payment_domains (org_id, host, payment_account_id, due_at, created_at, changed_at)
  select ${orgId}, host, ${account}, ${now}, ${now}, ${now}
  from wanted
  order by host
  on conflict (org_id, host) do update
  set payment_account_id = excluded.payment_account_id, provider_reference = null, domain_status = 'waiting', ready_wallets = '{}',
    problem = null, attempts = 0, due_at = excluded.due_at, checked_at = null, changed_at = excluded.changed_at
  where payment_domains.payment_account_id <> excluded.payment_account_id`

const claimHosts = (orgId: OrgId, sql: Db, now: Date) => sql<{ host: string; attempts: number }[]>`
  update payment_domains
  set due_at = ${new Date(now.getTime() + LEASE_MS)}, changed_at = ${now}
  where org_id = ${orgId}
    and host in (
      select host
      from payment_domains
      where org_id = ${orgId}
        and due_at <= ${now}
      order by host
      limit ${HOSTS_MAX}
      for update skip locked
    )
  returning host, attempts`

type Asked = { host: string; account: string; attempts: number; result: DomainResult }

/** A failure leaves what was known before: the wallets may well go on being shown. */
async function storeResult(orgId: OrgId, sql: Db, now: Date, { host, account, attempts, result }: Asked) {
  const domain = result.kind === 'registered' ? result.domain : undefined
  const problem = result.kind === 'registered' ? result.domain.problem : result.problem
  const isDone = domain?.ready.length === domainWallets.length
  const again = AGAIN_MS[Math.min(attempts, AGAIN_MS.length - 1)] ?? DAY_MS
  const dueAt = new Date(now.getTime() + (isDone ? LOOK_AGAIN_MS : again))
  const { reference = null, ready = null } = domain ?? {}
  await sql`
    update payment_domains
    set domain_status = case when ${reference}::text is null and domain_status <> 'registered' then 'failed' else 'registered' end,
      provider_reference = coalesce(${reference}::text, provider_reference), ready_wallets = coalesce(${ready}::text[], ready_wallets),
      problem = ${problem?.slice(0, PROBLEM_MAX) || null}, attempts = ${isDone ? 0 : attempts + 1}, due_at = ${dueAt}, checked_at = ${now},
      changed_at = ${now}
    where org_id = ${orgId}
      and host = ${host}
      and payment_account_id = ${account}`
}
