import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'

/** The counter of this name and currency, which is made when its first till is opened. */
export async function counterNamed(
  orgId: OrgId,
  tx: Tx,
  { name, currency, now }: { name: string; currency: string; now: Date },
): Promise<number> {
  await tx`
    insert into counters (org_id, name, currency, created_at, changed_at)
    values (${orgId}, ${name}, ${currency}, ${now}, ${now})
    on conflict (org_id, lower(name), currency) do nothing`
  const [counter] = await tx<{ counter_id: number }[]>`
    select counter_id
    from counters
    where org_id = ${orgId}
      and lower(name) = lower(${name})
      and currency = ${currency}`
  if (!counter) throw new Error('a counter left no row')
  return counter.counter_id
}

/** With the coin that sums in cash are rounded to; null: none. */
export type CounterRow = { counter_id: number; last_receipt: number; last_close: number; coin_minor: number | null }

/** Locked until the numbers that are drawn from it are written: a transaction that is lost takes them with it. */
export async function lockCounter(orgId: OrgId, tx: Tx, counterId: number): Promise<CounterRow> {
  const [counter] = await tx<CounterRow[]>`
    select c.counter_id, c.last_receipt, c.last_close, o.cash_rounding_minor as coin_minor
    from counters c
    left join organisations o on o.org_id = ${orgId} and o.currency = c.currency
    where c.org_id = ${orgId}
      and c.counter_id = ${counterId}
    for no key update of c`
  if (!counter) throw new Error('a till without a counter')
  return counter
}
