import { noteMails } from '../../messages/mail/notices.ts'
import { Input, Nullable, Paragraphs } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { changeOf, stepOf } from '../../resources/change-operations.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { conflict } from '../../resources/constraints.ts'
import { retrieveOf } from '../../resources/read-operations.ts'
import { type RefundRequestRow, refundRequests } from './refund-request.ts'

/*
 * Operations (written by npm run openapi):
 * acceptRefundRequest, changeRefundRequest, declineRefundRequest, retrieveRefundRequest
 */

const settled = (status: 'accepted' | 'declined', at: ChangeContext) => ({
  refund_request_status: status,
  settled_at: at.clock(at.orgId),
})

export const manageRefundRequests: Operation[] = [
  retrieveOf(refundRequests),
  changeOf(
    refundRequests,
    Input({ note: Nullable(Paragraphs(1000, { description: 'what the buyer reads on the page and in the mail' })) }),
    (body) => body,
  ),
  stepOf(
    refundRequests,
    {
      verb: 'accept',
      done: 'accepted',
      summary: 'Settle a request for a refund that was met',
      description:
        'Not needed where refund_request_id was sent with the refund, or all of its tickets are refunded. Refund the tickets first, in whole or in part, at /v1/manage/orders/{order_id}/refunds.',
    },
    async (request, at) => {
      // The refund of its last ticket has said so already.
      if (request.refund_request_status === 'accepted') return { refund_request_status: 'accepted' }
      if (request.refund_request_status !== 'open') throw conflict('The request is settled already.')()
      await refuseUnmet(at, request)
      return settled('accepted', at)
    },
  ),
  stepOf(
    refundRequests,
    {
      verb: 'decline',
      done: 'declined',
      summary: 'Decline a request for a refund',
      description:
        'The tickets stay as they are; write a note before, for the buyer to read why. It is mailed to them, and stands on the page with their tickets.',
    },
    async (request, at) => {
      if (request.refund_request_status !== 'open') throw conflict('The request is settled already.')()
      const { refund_request_id: aboutId, order_id: orderId } = request
      const notice = { kind: 'refund_declined', orderId, aboutId, messageId: `refund-declined-${aboutId}` } as const
      await noteMails(at.orgId, at.tx, at.clock(at.orgId), [notice])
      return settled('declined', at)
    },
  ),
]

/** A fan who reads "accepted" believes that the money is on its way. */
async function refuseUnmet({ orgId, tx }: ChangeContext, { ticket_ids }: RefundRequestRow): Promise<void> {
  const [given] = await tx`
    select 1 as one
    from tickets
    where org_id = ${orgId}
      and ticket_id = any (${ticket_ids}::bigint[])
      and ticket_status_id = ${ticketStatus.refunded}
    limit 1`
  if (!given) throw conflict('None of its tickets is refunded yet: refund them first.')()
}
