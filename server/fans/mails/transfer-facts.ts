import type { OrgId } from '../../access/principal.ts'
import { type HowToTransfer, howToTransfer } from '../../checkout/transfers/how-to-transfer.ts'
import { receivedMinor } from '../../checkout/transfers/own-transfer.ts'
import { findTransferAccount } from '../../checkout/transfers/transfer-account.ts'
import type { Dropped } from '../../messages/mail/send-mails.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Tell } from './mail-content.ts'

/** A transfer that an order waits for, as mails tell of it. */
export type TransferFact = {
  payment_id: number
  payment_status: string
  /** What has not come of it. */
  amount_minor: number
  expires_at: Date
  /** Undefined while the organisation has no account. */
  how: HowToTransfer | undefined
}

type Row = Omit<TransferFact, 'how'> & { currency: string }

export async function findTransfersTold(orgId: OrgId, sql: Db, paymentIds: number[]): Promise<TransferFact[]> {
  const [rows, [account]] = await Promise.all([
    sql<Row[]>`
      select p.payment_id, p.payment_status, p.amount_minor - ${receivedMinor(sql, orgId)} as amount_minor, p.currency, p.expires_at
      from payments p
      where p.org_id = ${orgId}
        and p.payment_id = any (${paymentIds}::bigint[])
        and p.expires_at is not null`,
    findTransferAccount(orgId, sql),
  ])
  return rows.map(({ currency, ...row }) => ({
    ...row,
    how:
      account &&
      howToTransfer(account, { kind: 'payment', id: row.payment_id }, { amountMinor: row.amount_minor, currency }),
  }))
}

const NOTHING: Dropped = { dropped: 'nothing_to_tell' }

/** Money that has come meanwhile has a mail of its own. */
export const transferAwaited: Tell = ({ transfers, proformas }, { about_id }, order) => {
  const transfer = transfers.get(about_id ?? 0)
  if (!transfer?.how || order.order_status !== 'pending' || transfer.payment_status === 'failed') return NOTHING
  const { amount_minor: amountMinor, expires_at: dueAt, how } = transfer
  const proforma = proformas.get(order.order_id)
  return { to: order.email_address, tickets: [], amountMinor, dueAt, transfer: how, proforma }
}

export const transferExpired: Tell = ({ transfers }, { about_id }, order) => {
  const transfer = transfers.get(about_id ?? 0)
  if (transfer?.payment_status !== 'failed' || order.order_status !== 'expired') return NOTHING
  return { to: order.email_address, tickets: [], amountMinor: transfer.amount_minor, dueAt: transfer.expires_at }
}
