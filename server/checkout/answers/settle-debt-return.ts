import type { OrgId } from '../../access/principal.ts'
import { settleAttempt } from '../../ledger/debts/settle-attempt.ts'
import { askAgain, underWayFor } from '../../payments/payments/ask-again.ts'
import { findOpenAttempt } from '../../payments/payments/open-payment.ts'
import { type NextAction, toAbsolute } from '../../payments/payments/provider.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { PlatformDeps } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import type { PaymentReturn } from './returned-payment.ts'
import type { SettleNeeds } from './settle-deps.ts'

/** What the way back from paying a debt names: the attempt by its key, and the debt whose link was opened. No basket is named so. */
export const debtSubject = (idempotencyKey: string, debtId: number): string => `${PREFIX}${idempotencyKey}/${debtId}`
export const isDebtSubject = (subject: string): boolean => subject.startsWith(PREFIX)
const PREFIX = 'debt:'

/** What became of an attempt at paying debts, after the provider was asked. */
export async function settleDebtReturn(
  deps: PlatformDeps & SettleNeeds,
  orgId: OrgId,
  subject: string,
): Promise<PaymentReturn> {
  const [idempotencyKey = '', debtId] = subject.slice(PREFIX.length).split('/')
  const read = () => requireAttempt(orgId, deps.sql, idempotencyKey, Number(debtId))
  const { payment_id: paymentId } = await read()
  const [open] = await findOpenAttempt(orgId, deps.sql, paymentId)
  if (open && underWayFor(open, deps.clock(orgId)) === 0)
    await settleAttempt(deps, { orgId, paymentId }, await askAgain(deps, orgId, null, open))
  return toReturn(await read(), deps.publicUrl)
}

type Attempt = {
  payment_id: number
  debt_id: number
  order_id: number
  payment_status: string
  surplus: boolean
  amount_minor: number
  currency: string
  decline_code: string | null
  next_action: NextAction | null
  expires_at: Date | null
}

async function requireAttempt(orgId: OrgId, sql: Db, idempotencyKey: string, debtId: number): Promise<Attempt> {
  const [attempt] = await sql<Attempt[]>`
    select p.payment_id, d.debt_id, d.order_id, p.payment_status, p.surplus, p.amount_minor, p.currency, p.decline_code,
      p.next_action, p.expires_at
    from payments p
    join payment_debts m on m.org_id = ${orgId} and m.payment_id = p.payment_id
    join debts d on d.org_id = ${orgId} and d.debt_id = m.debt_id
    where p.org_id = ${orgId}
      and p.idempotency_key = ${idempotencyKey}
      and p.order_id is null
      and d.debt_id = ${debtId}`
  if (!attempt) throw new ApiError('resource_missing', { message: 'This payment is forgotten.' })
  return attempt
}

function toReturn(attempt: Attempt, publicUrl: string): PaymentReturn {
  const status = statusOf(attempt)
  const action = attempt.next_action && toAbsolute(attempt.next_action, publicUrl)
  const isUnfinished = status === 'requires_action'
  return {
    status,
    order_id: attempt.order_id,
    debt_id: attempt.debt_id,
    total: toMajor(attempt.amount_minor, attempt.currency),
    currency: attempt.currency,
    decline_code: status === 'declined' ? attempt.decline_code : null,
    redirect_url: isUnfinished && action?.type === 'redirect' ? action.redirect_url : null,
    held_until: isUnfinished && attempt.expires_at ? unixSeconds(attempt.expires_at) : null,
  } satisfies PaymentReturn
}

function statusOf({ payment_status, surplus }: Attempt): PaymentReturn['status'] {
  if (payment_status === 'succeeded') return surplus ? 'refunded' : 'paid'
  if (payment_status === 'failed' || payment_status === 'cancelled') return 'declined'
  return payment_status === 'requires_action' ? 'requires_action' : 'pending'
}
