import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { TRANSFER_METHOD } from '../../payments/payments/transfer-rule.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import { HowToTransfer, howToTransfer } from './how-to-transfer.ts'
import { findTransferAccount } from './transfer-account.ts'

export const OwnTransfer = Type.Object(
  {
    order_id: Type.Integer(),
    state: OneOf(['awaited', 'paid', 'expired', 'returned'], {
      description:
        'awaited: the places wait for the money. paid: the order is confirmed. expired: the places are free again. returned: the money came too late, and goes back',
    }),
    expires_at: Type.Integer({ description: 'Unix seconds; so long the places wait' }),
    total: Type.Number({ description: 'of the order, in the major unit of the currency' }),
    received: Type.Number({ description: 'of it, has come so far; `how` is for the rest' }),
    currency: Type.String(),
    how: Nullable(HowToTransfer),
  },
  { title: 'OwnTransfer' },
)
export type OwnTransfer = Static<typeof OwnTransfer>

export const AwaitedTransferRow = Type.Object({
  payment_id: Type.Integer(),
  order_id: Type.Integer(),
  order_status: Type.String(),
  payment_status: Type.String(),
  amount_minor: Type.Integer(),
  total_minor: Type.Integer(),
  received_minor: Type.Integer(),
  currency: Type.String(),
  provider_reference: Nullable(Type.String()),
  expires_at: Type.Unsafe<Date>({ type: 'object' }),
})
export type AwaitedTransferRow = Static<typeof AwaitedTransferRow>

/** What statements have brought for a payment `p` so far. */
export const receivedMinor = (sql: Db, orgId: OrgId) => sql`(
      select coalesce(sum(b.amount_minor), 0)::bigint
      from bank_line_parts b
      where b.org_id = ${orgId}
        and b.payment_id = p.payment_id
    )`

/** The last transfer that an order waits, or has waited, for. */
export const findTransfer = (orgId: OrgId, sql: Db, orderId: number) => sql<AwaitedTransferRow[]>`
  select p.payment_id, o.order_id, o.order_status, p.payment_status, p.amount_minor, o.total_minor, p.currency, p.provider_reference,
    ${receivedMinor(sql, orgId)} as received_minor, coalesce(p.expires_at, p.created_at) as expires_at
  from payments p
  join orders o on o.org_id = ${orgId} and o.order_id = p.order_id
  where p.org_id = ${orgId}
    and p.order_id = ${orderId}
    and p.provider = 'manual'
    and p.payment_method = ${TRANSFER_METHOD}
    and p.expires_at is not null
  order by p.payment_id desc
  limit 1`

export async function readOwnTransfer(orgId: OrgId, sql: Db, orderId: number): Promise<OwnTransfer> {
  const [transfer] = await findTransfer(orgId, sql, orderId)
  const [account] = await findTransferAccount(orgId, sql)
  if (!transfer || !account) throw new ApiError('resource_missing', { message: 'The order waits for no transfer.' })
  const { currency, payment_id: id } = transfer
  const amountMinor = Math.max(transfer.amount_minor - transfer.received_minor, 0)
  const state = stateOf(transfer)
  const how =
    state === 'awaited' && amountMinor > 0 && howToTransfer(account, { kind: 'payment', id }, { amountMinor, currency })
  return {
    order_id: transfer.order_id,
    state,
    expires_at: unixSeconds(transfer.expires_at),
    total: toMajor(transfer.total_minor, currency),
    received: toMajor(transfer.received_minor, currency),
    currency,
    how: how || null,
  } satisfies OwnTransfer
}

function stateOf({ order_status, payment_status }: AwaitedTransferRow): OwnTransfer['state'] {
  if (order_status === 'confirmed') return 'paid'
  if (payment_status === 'succeeded') return 'returned'
  return payment_status === 'failed' || payment_status === 'cancelled' ? 'expired' : 'awaited'
}
