import { recordAs, systemActor } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import type { SettleDeps } from '../../checkout/answers/settle-deps.ts'
import { settlePayment } from '../../checkout/answers/settle-payment.ts'
import { purposesIn } from '../../checkout/transfers/transfer-reference.ts'
import { returnTransferred } from '../../ledger/refunds/return-received.ts'
import { findPayout } from '../../payments/payouts/find-payout.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { type BankLineRow, bankLineColumns } from './bank-line.ts'
import { type BookedBy, type Booking, type BookingAt, bookToDebt, bookToOrder, storeDecision } from './book-line.ts'
import { type Decision, decideUnseen } from './decide-line.ts'
import { suggest } from './suggest-booking.ts'

export const programBy = (orgId: OrgId): BookedBy => ({
  actor: systemActor(orgId),
  actorName: null,
  note: null,
})

/** A line that no other caller is deciding on. */
export async function lockLine(orgId: OrgId, tx: Tx, bankLineId: number): Promise<BankLineRow | undefined> {
  const [line] = await tx<BankLineRow[]>`
    select ${bankLineColumns(tx)}
    from bank_lines
    where org_id = ${orgId}
      and bank_line_id = ${bankLineId}
    for update`
  return line
}

/**
 * What a line of a statement is for, by the reference in it; where that is plain it is booked, and everything else is left to a person.
 * It may be called any number of times, by the import and the worker at once: a line is decided under its lock, once, and what was decided
 * before a process died is brought to its end.
 */
export async function matchLine(deps: SettleDeps, orgId: OrgId, bankLineId: number): Promise<void> {
  const booking = (await deps.sql.begin(async (tx): Promise<Booking | undefined> => {
    const line = await lockLine(orgId, tx, bankLineId)
    if (line?.line_status === 'booking') return findBooking(orgId, tx, line)
    return line?.line_status === 'new' ? decide(deps.clock, orgId, tx, line) : undefined
  })) as Booking | undefined
  if (booking) await finishBooking(deps, orgId, booking)
}

async function decide(clock: Clock, orgId: OrgId, tx: Tx, line: BankLineRow): Promise<Booking | undefined> {
  const at = { orgId, tx, clock, by: programBy(orgId) }
  const decided = { amountMinor: line.amount_minor, currency: line.currency, kind: line.kind }
  const purposes = purposesIn(line.line_text)
  const plain = decideUnseen(decided, purposes)
  if (plain) return leaveOrPayout(at, line, plain)
  const [purpose] = purposes
  if (!purpose) throw new Error('a line without a reference was not decided')
  const unknown: Decision =
    line.amount_minor < 0 ? { kind: 'set_aside', reason: 'outgoing' } : { kind: 'unclear', reason: 'unknown_reference' }
  const outcome =
    purpose.kind === 'payment' ? await bookToOrder(at, line, purpose) : await bookToDebt(at, line, purpose.id)
  if (outcome.kind === 'missing') return leave(at, line, unknown)
  return outcome.kind === 'refused' ? leave(at, line, outcome.decision, outcome) : outcome.booking
}

/** What names nothing that is sold here may be a payout of the provider, which is in the books already. */
async function leaveOrPayout(at: BookingAt, line: BankLineRow, decision: Decision): Promise<undefined> {
  const mayBe = 'reason' in decision && (decision.reason === 'no_reference' || decision.reason === 'outgoing')
  const payout = mayBe ? await findPayout(at.orgId, at.tx, line) : undefined
  if (payout?.kind === 'payout') {
    await storeDecision(at, line, { status: 'set_aside', reason: 'payout', payoutId: payout.payoutId })
    return undefined
  }
  const isUnknown = payout?.kind === 'unknown' && decision.kind === 'unclear'
  return leave(at, line, isUnknown ? { kind: 'unclear', reason: 'unknown_payout' } : decision)
}

type LeftTo = { orderId?: number | null; debtId?: number | null }

/** To a person, with what it may be for; or aside. */
async function leave(
  at: BookingAt,
  line: BankLineRow,
  decision: Decision,
  { orderId = null, debtId = null }: LeftTo = {},
): Promise<undefined> {
  if (decision.kind !== 'unclear' && decision.kind !== 'set_aside') throw new Error('what is booked is not left')
  const suggestion = decision.kind === 'unclear' ? await suggest(at.orgId, at.tx, line) : {}
  await storeDecision(at, line, { status: decision.kind, reason: decision.reason, orderId, debtId, ...suggestion })
}

/** What a process that died had decided. */
async function findBooking(orgId: OrgId, tx: Tx, line: BankLineRow): Promise<Booking> {
  const [part] = await tx<{ payment_id: number; amount_minor: number }[]>`
    select payment_id, amount_minor
    from bank_line_parts
    where org_id = ${orgId}
      and bank_line_id = ${line.bank_line_id}
      and part = 1`
  if (!part || line.order_id === null) throw new Error(`line ${line.bank_line_id} is being booked to nothing`)
  return { bankLineId: line.bank_line_id, orderId: line.order_id, paymentId: part.payment_id }
}

/** The money confirms the order, or goes back where its places are gone; what was too much is owed to the buyer. */
export async function finishBooking(deps: SettleDeps, orgId: OrgId, booking: Booking): Promise<void> {
  const { orderId, paymentId, bankLineId } = booking
  const reference = `transfer_${paymentId}`
  await settlePayment(deps, { orgId, orderId, paymentId }, { kind: 'succeeded', reference })
  await deps.sql.begin(async (tx) => {
    const line = await lockLine(orgId, tx, bankLineId)
    if (line?.line_status !== 'booking') return
    await returnRest({ orgId, tx, clock: deps.clock }, line, orderId)
    await tx`
      update bank_lines
      set line_status = 'booked', changed_at = ${deps.clock(orgId)}
      where org_id = ${orgId}
        and bank_line_id = ${bankLineId}`
    if (line.actor_name !== null) return
    await recordAs(tx, deps.clock, programBy(orgId).actor, {
      action: 'order.transfer_recorded',
      objectType: 'order',
      objectId: orderId,
      before: {},
      after: { payment_id: paymentId, bank_line_id: bankLineId },
    })
  })
}

/** What a line has brought beyond what it was wanted for. */
export async function returnRest(
  { orgId, tx, clock }: { orgId: OrgId; tx: Tx; clock: Clock },
  line: BankLineRow,
  orderId: number | null,
): Promise<void> {
  const [parts] = await tx<{ booked_minor: number; last: number }[]>`
    select coalesce(sum(amount_minor), 0)::bigint as booked_minor, coalesce(max(part), 0)::int as last
    from bank_line_parts
    where org_id = ${orgId}
      and bank_line_id = ${line.bank_line_id}`
  const amountMinor = line.amount_minor - (parts?.booked_minor ?? 0)
  if (amountMinor <= 0) return
  const { currency } = line
  const reason = 'More was transferred than was owed.'
  const paymentId = await returnTransferred(orgId, tx, clock, { orderId, amountMinor, currency, reason })
  await tx`
    insert into bank_line_parts (org_id, bank_line_id, part, payment_id, amount_minor, created_at)
    values (${orgId}, ${line.bank_line_id}, ${(parts?.last ?? 0) + 1}, ${paymentId}, ${amountMinor}, ${clock(orgId)})`
}
