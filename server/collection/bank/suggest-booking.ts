import type { OrgId } from '../../access/principal.ts'
import { receivedMinor } from '../../checkout/transfers/own-transfer.ts'
import { findPayout } from '../../payments/payouts/find-payout.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { BankLineRow } from './bank-line.ts'

type Candidate = { id: number; first_name: string | null; last_name: string | null }
type Booking = { suggestedOrderId?: number; suggestedDebtId?: number }
type Suggestion = Booking & { suggestedPayoutId?: number }

/** Of so many that wait for the same amount the name is looked at: more than buy for one match by transfer. */
const CANDIDATES_MAX = 1000

/** What waits for this very amount from a person of this name, and a payout of it. A person decides whether that is it. */
export async function suggest(orgId: OrgId, tx: Tx, line: BankLineRow): Promise<Suggestion> {
  const payout = await findPayout(orgId, tx, line)
  const suggestion = await suggestBooking(orgId, tx, line)
  return payout && payout.kind !== 'unknown' ? { ...suggestion, suggestedPayoutId: payout.payoutId } : suggestion
}

/** One order, or else one debt. */
async function suggestBooking(orgId: OrgId, tx: Tx, line: BankLineRow): Promise<Booking> {
  const names = wordsOf(`${line.name ?? ''} ${line.line_text}`)
  const isNamed = (candidate: Candidate) => {
    const last = wordsOf(candidate.last_name ?? '')
    return last.size > 0 && [...last].every((word) => names.has(word))
  }
  const orders = line.amount_minor > 0 ? (await findOrders(orgId, tx, line)).filter(isNamed) : []
  const [order] = orders
  if (order && orders.length === 1) return { suggestedOrderId: order.id }
  const debts = (await findOpen(orgId, tx, line)).filter(isNamed)
  const [debt] = debts
  return debt && debts.length === 1 && orders.length === 0 ? { suggestedDebtId: debt.id } : {}
}

/** As banks write them: without accents, and with ue for ü or u. */
const wordsOf = (text: string): Set<string> =>
  new Set(
    text
      .toLowerCase()
      .replaceAll(/ä|ae/g, 'a')
      .replaceAll(/ö|oe|ø/g, 'o')
      .replaceAll(/ü|ue/g, 'u')
      .replaceAll('ß', 'ss')
      .normalize('NFD')
      .replaceAll(/\p{Mn}/gu, '')
      .split(/[^\p{L}\d]+/u)
      .filter((word) => word !== ''),
  )

const findOrders = (orgId: OrgId, tx: Tx, line: BankLineRow) => tx<Candidate[]>`
  select o.order_id as id, o.first_name, o.last_name
  from payments p
  join orders o on o.org_id = ${orgId} and o.order_id = p.order_id
  where p.org_id = ${orgId}
    and p.payment_status = 'processing'
    and p.payment_method = 'transfer'
    and p.expires_at is not null
    and p.amount_minor - ${receivedMinor(tx, orgId)} = ${line.amount_minor}
    and p.currency = ${line.currency}
  order by p.expires_at, p.payment_id
  limit ${CANDIDATES_MAX}`

/** What came may be for a debt of a fan; what went out, for one of the organisation. */
const findOpen = (orgId: OrgId, tx: Tx, line: BankLineRow) => tx<Candidate[]>`
  select d.debt_id as id, o.first_name, o.last_name
  from debts d
  join orders o on o.org_id = ${orgId} and o.order_id = d.order_id
  where d.org_id = ${orgId}
    and d.closed_at is null
    and d.owed_by = ${line.amount_minor > 0 ? 'fan' : 'club'}
    and d.amount_minor - d.settled_minor - d.waived_minor - d.cancelled_minor = ${Math.abs(line.amount_minor)}
    and d.currency = ${line.currency}
  order by d.due_at, d.debt_id
  limit ${CANDIDATES_MAX}`
