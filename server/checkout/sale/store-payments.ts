import type { OrgId } from '../../access/principal.ts'
import type { Charge } from '../../payments/payments/provider.ts'
import { reminderOf } from '../../payments/payments/transfer-rule.ts'
import type { Unsent } from '../../platform/batches/begin-batch.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { namesOf, records } from '../../platform/postgres/records.ts'
import type { CheckoutRequest, DraftedOrder } from './stages.ts'

export type DraftedPayment = NonNullable<DraftedOrder['payment']> & { means: CheckoutRequest['means'] }

/** What the provider is about to be asked for, and under which key. */
export function insertPayments(orgId: OrgId, tx: Tx, now: Date, paid: DraftedPayment[]): Unsent[] {
  if (paid.length === 0) return []
  const columns = paid.some(({ charge }) => isRare(charge)) ? rareColumns : paymentColumns
  return [
    tx`
      insert into payments (org_id, ${namesOf(tx, columns)}, created_at, changed_at)
      select ${orgId}, r.*, ${now}, ${now}
      from ${records(
        tx,
        columns,
        paid.map(({ paymentId, provider, charge, means }) => ({
          payment_id: paymentId,
          order_id: charge.orderId,
          provider,
          payment_account_id: charge.account,
          idempotency_key: charge.idempotencyKey,
          payment_method: charge.paymentMethod,
          amount_minor: charge.amountMinor,
          currency: charge.currency,
          operator_fee_minor: charge.operatorFeeMinor,
          return_url: charge.returnUrl,
          allowed_methods: charge.allowedMethods?.join(' '),
          keeps: charge.keeps !== undefined,
          mandate_version: charge.mandate?.version,
          expires_at: charge.expiresAt,
          remind_at: charge.expiresAt && reminderOf(now, charge.expiresAt),
          payment_means_id: means?.meansId ?? null,
        })),
      )}`,
  ]
}

const paymentColumns = {
  payment_id: 'bigint',
  order_id: 'bigint',
  provider: 'text',
  payment_account_id: 'text',
  idempotency_key: 'text',
  payment_method: 'text',
  amount_minor: 'bigint',
  currency: 'text',
} as const

/** What goes along only where a fee is taken, where a buyer may leave the page, had a choice of their bank's or pays by transfer, or what they pay with is kept, or was. */
const rareColumns = {
  ...paymentColumns,
  operator_fee_minor: 'bigint',
  return_url: 'text',
  allowed_methods: 'text',
  keeps: 'boolean',
  mandate_version: 'smallint',
  expires_at: 'timestamptz',
  remind_at: 'timestamptz',
  payment_means_id: 'bigint',
} as const

const isRare = ({
  operatorFeeMinor,
  returnUrl,
  allowedMethods,
  keeps,
  mandate,
  expiresAt,
  offSession,
}: Charge): boolean =>
  [operatorFeeMinor, returnUrl ?? undefined, allowedMethods, keeps, mandate, expiresAt, offSession].some(
    (wish) => wish !== undefined,
  )
