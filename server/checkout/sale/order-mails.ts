import type { OrgId } from '../../access/principal.ts'
import { TRANSFER_METHOD } from '../../payments/payments/transfer-rule.ts'
import { takeMail } from '../../people/mailed-codes/mail-on-request.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { DraftedOrder } from './stages.ts'

/**
 * Every order mails its buyer, whose address a stranger can type. One that is paid costs the stranger its price; one that is free or waits
 * for a transfer counts for the mailbox, and is refused when there were too many.
 */
export async function mailRefusals(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  drafts: DraftedOrder[],
): Promise<[DraftedOrder, Error][]> {
  const unpaid = drafts
    .filter(({ request, redrafted, payment }) => request.isByStranger && !redrafted && isUnpaid(payment))
    .flatMap((draft) => (draft.request.buyer.email === null ? [] : [{ draft, mailbox: draft.request.buyer.email }]))
    // In one order, so that two batches never wait for each other.
    .sort((a, b) => (a.mailbox.toLowerCase() < b.mailbox.toLowerCase() ? -1 : 1))
  const refused: [DraftedOrder, Error][] = []
  for (const { draft, mailbox } of unpaid) {
    try {
      await takeMail(orgId, tx, now, 'unpaid_order', mailbox)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      refused.push([draft, error])
    }
  }
  return refused
}

const isUnpaid = (payment: DraftedOrder['payment']): boolean =>
  payment === null || payment.charge.paymentMethod === TRANSFER_METHOD
