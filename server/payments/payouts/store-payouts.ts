import type { OrgId } from '../../access/principal.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import { namesOf, records } from '../../platform/postgres/records.ts'
import type { ProviderMovement, ProviderPayout } from '../payments/provider-payouts.ts'

const payoutColumns = {
  provider_reference: 'text',
  payout_status: 'text',
  amount_minor: 'bigint',
  currency: 'text',
  is_automatic: 'boolean',
  issued_at: 'timestamptz',
  statement_text: 'text',
  trace_reference: 'text',
  failure_code: 'text',
  reading: 'text',
} as const

const READINGS = { waiting: 'waiting', ready: 'reading', never: 'unlisted' } as const

const rowOf = (payout: ProviderPayout) => ({
  provider_reference: payout.reference,
  payout_status: payout.status,
  amount_minor: payout.amountMinor,
  currency: payout.currency,
  is_automatic: payout.isAutomatic,
  issued_at: payout.issuedAt,
  statement_text: payout.statementText,
  trace_reference: payout.traceReference,
  failure_code: payout.failureCode,
  reading: READINGS[payout.isListed],
  day: payout.arrivesOn,
})

type Listed = { provider: 'stripe'; account: string | null; payouts: ProviderPayout[] }

/**
 * What is new, and what has become of those that were known. That the bank has one, or has sent it back, is of the time when we heard
 * it: a day of the books that is over stays as it is. Answers how many are new or have changed.
 */
export async function storePayouts(
  orgId: OrgId,
  sql: Sql,
  now: Date,
  { provider, account, payouts }: Listed,
): Promise<number> {
  if (payouts.length === 0) return 0
  // In one order, so that two who read at once wait for each other, and in turn.
  const rows = payouts.map(rowOf).sort((a, b) => (a.provider_reference < b.provider_reference ? -1 : 1))
  const { count } = await sql`
    insert into payouts (
      org_id, provider, payment_account_id, ${namesOf(sql, payoutColumns)}, arrives_on, paid_at, created_at, changed_at
    )
    select ${orgId}, ${provider}, ${account}, ${namesOf(sql, payoutColumns)}, day::date,
      case when payout_status = 'paid' then ${now}::timestamptz end, ${now}, ${now}
    from ${records(sql, { ...payoutColumns, day: 'text' }, rows)}
    on conflict (org_id, provider, provider_reference) do update
    set payout_status = excluded.payout_status,
      arrives_on = excluded.arrives_on,
      statement_text = excluded.statement_text,
      trace_reference = excluded.trace_reference,
      failure_code = excluded.failure_code,
      paid_at = coalesce(payouts.paid_at, excluded.paid_at),
      returned_at = case
        when excluded.payout_status in ('failed', 'cancelled') and payouts.paid_at is not null
          then coalesce(payouts.returned_at, excluded.changed_at)
        else payouts.returned_at
      end,
      reading = case when payouts.reading = 'waiting' then excluded.reading else payouts.reading end,
      changed_at = excluded.changed_at
    where (payouts.payout_status, payouts.arrives_on, payouts.statement_text, payouts.trace_reference, payouts.failure_code)
        is distinct from
        (excluded.payout_status, excluded.arrives_on, excluded.statement_text, excluded.trace_reference, excluded.failure_code)
      or (payouts.reading = 'waiting' and excluded.reading <> 'waiting')`
  return count
}

export const movementColumns = {
  provider_reference: 'text',
  kind: 'text',
  provider_kind: 'text',
  source_reference: 'text',
  moved_at: 'timestamptz',
  amount_minor: 'bigint',
  fee_minor: 'bigint',
  net_minor: 'bigint',
  currency: 'text',
} as const

const rowOfMovement = (movement: ProviderMovement) => ({
  provider_reference: movement.reference,
  kind: movement.kind,
  provider_kind: movement.providerKind.slice(0, 100) || movement.kind,
  source_reference: movement.sourceReference,
  moved_at: movement.movedAt,
  amount_minor: movement.amountMinor,
  fee_minor: movement.feeMinor,
  net_minor: movement.amountMinor - movement.feeMinor,
  currency: movement.currency,
})

type Page = { payoutId: number; after: string | null; last: string | null; movements: ProviderMovement[] }

/**
 * A page of a payout, with how far it is read, so that the worker that goes on begins behind it. Of two who have read the same page one stores
 * it. What needs no entry of ours, such as a fee, is matched with none.
 */
export async function storeMovements(
  orgId: OrgId,
  sql: Sql,
  now: Date,
  { payoutId, after, last, movements }: Page,
): Promise<number> {
  const [stored] = await sql<{ movements: number }[]>`
    with read_page as (
      update payouts
      set read_after = ${last}, reading = ${last === null ? 'read' : 'reading'}, changed_at = ${now},
        movements = movements + ${movements.length},
        fee_minor = fee_minor + ${movements.reduce((sum, { feeMinor }) => sum + feeMinor, 0)},
        net_minor = net_minor + ${movements.reduce((sum, { amountMinor, feeMinor }) => sum + amountMinor - feeMinor, 0)}
      where org_id = ${orgId}
        and payout_id = ${payoutId}
        and reading = 'reading'
        and read_after is not distinct from ${after}
      returning payout_id
    ), stored as (
      insert into payout_movements (org_id, payout_id, ${namesOf(sql, movementColumns)}, matched_at, created_at, changed_at)
      select ${orgId}, payout_id, ${namesOf(sql, movementColumns)},
        case when kind in ('fee', 'payout_returned', 'reserve') then ${now}::timestamptz end, ${now}, ${now}
      from read_page
      cross join ${records(sql, movementColumns, movements.map(rowOfMovement))}
      order by r.provider_reference
      returning payout_movement_id
    )
    select count(*)::integer as movements
    from stored`
  return stored?.movements ?? 0
}
