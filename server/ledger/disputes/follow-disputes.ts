import { eachDue } from '../../access/due-work.ts'
import { isWorkedOn, ownedRows } from '../../access/organisations.ts'
import type { OrgId } from '../../access/principal.ts'
import type { ProviderDispute } from '../../payments/payments/provider.ts'
import type { PaymentDeps } from '../../payments/payments/providers.ts'
import { readAccountMethods } from '../../payments/payments/read-account-methods.ts'
import { disputeOfTest } from '../../payments/payments/test-provider.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import { type Clock, type Clocks, realTime, type SystemClock, unixSeconds } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { type ProviderReversal, reversePayment } from './reverse-payment.ts'
import { winDispute } from './win-dispute.ts'

export type DisputeDeps = PaymentDeps & { sql: Sql; clock: Clock }

/** Card schemes let a fan dispute a payment for some four months, and take some more to decide. */
const DISPUTES_MS = 240 * DAY_MS
/** Refunds that staff make at the provider are found within this time, however long the worker stood still. */
const REFUNDS_MS = 31 * DAY_MS
const ORGANISATIONS_MAX = 1000

/**
 * Disputes, refunds that were made past us, and the ways to pay that an account has: read from the lists of each account, which are the truth; a message of the provider's is
 * only a reason to look sooner. Answers how many it found.
 */
export async function followDisputes(deps: DisputeDeps & Clocks): Promise<number> {
  const due = () => ({
    rows: deps.sql`
      select org_id
      from organisations
      where mode = 'live'
        and payment_account_id is not null`,
    oldest: deps.sql`org_id`,
  })
  const accounts = { due, batch: 1, organisationsMax: ORGANISATIONS_MAX }
  const live = await eachDue(deps.sql, realTime(deps.systemClock), accounts, (orgId) => followAccount(deps, orgId))
  return live + (await followSandboxes(deps))
}

/** Payments of sandboxes that are disputed because of their method's name, by the clock of each. Answers how many it found. */
export async function followSandboxes({ sql, ...clocks }: Clocks & { sql: Sql }): Promise<number> {
  const due = (now: Date) => ({
    rows: sql`
      select org_id
      from payments
      where provider = 'test'
        and starts_with(provider_reference, 'pay_test_disputed')
        and succeeded_at > ${now}::timestamptz - ${DISPUTES_MS / 1000} * interval '1 second'`,
    oldest: sql`succeeded_at`,
  })
  const sandboxes = { due, batch: 1, organisationsMax: ORGANISATIONS_MAX }
  return eachDue(sql, clocks, sandboxes, (orgId) => followSandbox({ sql, clock: clocks.clock }, orgId))
}

/** One organisation's account, as the provider has it. */
export async function followAccount(deps: DisputeDeps, orgId: OrgId): Promise<number> {
  const { sql, clock, payments } = deps
  const [organisation] = await sql<{ mode: 'live' | 'test'; payment_account_id: string | null }[]>`
    select mode, payment_account_id
    from organisations
    where org_id = ${orgId}`
  if (!organisation || organisation.mode === 'test' || !payments.canBePaid(organisation)) return 0
  const { provider, account } = payments.forOrganisation(organisation)
  const { books } = provider
  if (!books) return 0
  await readAccountMethods(deps, orgId, organisation)
  const endUnix = unixSeconds(clock(orgId)) + 60
  const sinceUnix = (ms: number) => unixSeconds(new Date(clock(orgId).getTime() - ms))
  const disputes = await books.disputes(account, sinceUnix(DISPUTES_MS))
  const refunds = await books.list(account, 'refunds', { startUnix: sinceUnix(REFUNDS_MS), endUnix })
  const foreign = refunds.kind === 'listed' ? refunds.records.filter(({ orgId: made }) => made === undefined) : []
  const known = await findKnown(orgId, sql)
  let reversals = 0
  for (const dispute of disputes.kind === 'listed' ? disputes.disputes : []) {
    const isLostSoFar = known.get(dispute.reference)
    // Nearly all of them are old: what is known already costs nothing.
    if (isLostSoFar === undefined || (isLostSoFar && dispute.state === 'won'))
      reversals += await applyDispute(deps, orgId, account, dispute)
  }
  for (const { reference, paymentReference, amountMinor, currency } of foreign) {
    if (known.has(reference)) continue
    const payment = await findPayment(orgId, sql, { account, paymentReference, currency })
    if (payment !== undefined)
      reversals += await apply(deps, orgId, {
        paymentId: payment.payment_id,
        kind: 'provider_refund',
        reference,
        amountMinor,
      })
  }
  if (disputes.kind === 'unknown') throw new Error('disputes could not be listed', { cause: disputes.cause })
  if (refunds.kind === 'unknown') throw new Error('refunds could not be listed', { cause: refunds.cause })
  return reversals
}

/** What the provider has said before, by its reference, and whether anything of it is still lost. */
async function findKnown(orgId: OrgId, sql: Sql): Promise<Map<string, boolean>> {
  const rows = await sql<{ reference: string; is_lost: boolean }[]>`
    select r.reference, bool_or(w.payment_reversal_id is null) as is_lost
    from payment_reversals r
    left join payment_reversals w on w.org_id = ${orgId}
      and w.payment_id = r.payment_id
      and w.debt_id = r.debt_id
      and w.kind = 'dispute_won'
      and w.reference = r.reference
    where r.org_id = ${orgId}
      and r.kind in ('dispute_opened', 'provider_refund', 'returned')
      and r.reference is not null
    group by r.reference`
  return new Map(rows.map(({ reference, is_lost }) => [reference, is_lost]))
}

async function applyDispute(
  deps: DisputeDeps,
  orgId: OrgId,
  account: string | null,
  { reference, paymentReference, amountMinor, currency, state, reason }: ProviderDispute,
): Promise<number> {
  // A warning takes no money.
  if (state === 'warning') return 0
  const payment = await findPayment(orgId, deps.sql, { account, paymentReference, currency })
  if (payment === undefined) return 0
  const { payment_id: paymentId, mandate_id } = payment
  // A debit that comes back after it was paid is a dispute there, and final.
  if (mandate_id !== null)
    return apply(deps, orgId, { paymentId, kind: 'returned', reference, amountMinor, declineCode: reason })
  const opened = await apply(deps, orgId, { paymentId, kind: 'dispute_opened', reference, amountMinor })
  if (state !== 'won') return opened
  const won = await deps.sql.begin((tx) => winDispute(orgId, tx, deps.clock, { paymentId, reference }))
  return opened + Number(won)
}

async function apply(
  { sql, clock }: Pick<DisputeDeps, 'sql' | 'clock'>,
  orgId: OrgId,
  reversal: ProviderReversal,
): Promise<number> {
  return Number(await sql.begin((tx) => reversePayment(orgId, tx, clock, reversal)))
}

type Wanted = { account: string | null; paymentReference: string; currency: string }

async function findPayment(orgId: OrgId, sql: Sql, { account, paymentReference, currency }: Wanted) {
  const [payment] = await sql<{ payment_id: number; mandate_id: number | null }[]>`
    select payment_id, mandate_id
    from payments
    where org_id = ${orgId}
      and provider = 'stripe'
      and provider_reference = ${paymentReference}
      and payment_account_id is not distinct from ${account}
      and currency = ${currency}`
  return payment
}

/** What is only pretended is disputed by the name of its method. */
export async function followSandbox({ sql, clock }: Pick<DisputeDeps, 'sql' | 'clock'>, orgId: OrgId): Promise<number> {
  const rows = await sql<
    { payment_id: number; provider_reference: string; amount_minor: number; reversal_count: number }[]
  >`
    select p.payment_id, p.provider_reference, p.amount_minor, (
      select count(*)
      from payment_reversals r
      where r.org_id = ${orgId}
        and r.payment_id = p.payment_id
    ) as reversal_count
    from payments p
    where p.org_id = ${orgId}
      and p.provider = 'test'
      and p.payment_status = 'succeeded'
      and starts_with(p.provider_reference, 'pay_test_disputed')
      and p.succeeded_at > ${new Date(clock(orgId).getTime() - DISPUTES_MS)}`
  let reversals = 0
  for (const { payment_id: paymentId, provider_reference, amount_minor: amountMinor, reversal_count } of rows) {
    const reference = `du_${paymentId}`
    const opened = { paymentId, kind: 'dispute_opened' as const, reference, amountMinor }
    if (reversal_count === 0) reversals += await apply({ sql, clock }, orgId, opened)
    else if (disputeOfTest(provider_reference) === 'won')
      reversals += Number(await sql.begin((tx) => winDispute(orgId, tx, clock, { paymentId, reference })))
  }
  return reversals
}

/** Whose account it is, of those that this cell has. */
export const findAccountOwner = ({ sql, systemClock }: { sql: Sql; systemClock: SystemClock }, account: string) =>
  ownedRows(sql<{ org_id: number }[]>`
    select org_id
    from organisations
    where payment_account_id = ${account}
      and ${isWorkedOn(sql, systemClock())}`)
