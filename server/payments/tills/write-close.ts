import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { lockCounter } from './counter.ts'
import { drawReceipts, EVER } from './draw-receipts.ts'
import { sumReceipts } from './sum-receipts.ts'
import type { TillRow } from './till.ts'
import { closeColumns, type TillCloseRow, toClose } from './till-close.ts'

type Counted = { countedMinor: number; note: string | null; closedByName: string | null; now: Date }

/**
 * Closes a till and writes its close, by the next number of its counter: every receipt since the close before, each in one close. The caller has
 * locked the till, so nothing is sold from it meanwhile.
 */
export async function writeClose(orgId: OrgId, tx: Tx, till: TillRow, counted: Counted) {
  const { till_id: tillId, counter_id: counterId, name, currency, float_minor: floatMinor } = till
  const { countedMinor, note, closedByName, now } = counted
  if (counterId === null) throw new Error(`the open till ${tillId} has no counter`)
  const counter = await lockCounter(orgId, tx, counterId)
  const lastReceipt = await drawReceipts(orgId, tx, { now, since: EVER }, counter)
  const firstReceipt = await nextReceipt(orgId, tx, counterId)
  const { content, cashMinor } = await sumReceipts(orgId, tx, { counterId, tillId, firstReceipt, lastReceipt })
  const { deposit, drop, payout } = content.moved
  const expectedMinor = floatMinor + cashMinor + deposit - drop - payout
  const [close] = await tx<TillCloseRow[]>`
    insert into till_closes (org_id, counter_id, number, till_id, name, currency, opened_at, first_receipt, last_receipt, float_minor, expected_minor,
      counted_minor, note, closed_by_name, content, created_at)
    values (${orgId}, ${counterId}, ${counter.last_close + 1}, ${tillId}, ${name}, ${currency}, ${till.created_at}, ${firstReceipt}, ${lastReceipt},
      ${floatMinor}, ${expectedMinor}, ${countedMinor}, ${note}, ${closedByName}, ${JSON.stringify(content)}, ${now})
    returning ${closeColumns(tx)}`
  if (!close) throw new Error('a close left no row')
  await tx`
    update counters
    set last_close = last_close + 1, changed_at = ${now}
    where org_id = ${orgId}
      and counter_id = ${counterId}`
  await tx`
    update tills
    set till_status = 'closed', expected_minor = ${expectedMinor}, counted_minor = ${countedMinor}, note = ${note},
      closed_by_name = ${closedByName}, closed_at = ${now}, changed_at = ${now}
    where org_id = ${orgId}
      and till_id = ${tillId}`
  return toClose(close)
}

/** The first that is in no close yet. */
async function nextReceipt(orgId: OrgId, tx: Tx, counterId: number): Promise<number> {
  const [before] = await tx<{ last_receipt: number }[]>`
    select last_receipt
    from till_closes
    where org_id = ${orgId}
      and counter_id = ${counterId}
    order by number desc
    limit 1`
  return (before?.last_receipt ?? 0) + 1
}
