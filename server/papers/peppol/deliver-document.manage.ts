import { Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { PeppolId, plainParticipantId } from '../../platform/e-invoice/participant-id.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { conflict, invalid } from '../../resources/constraints.ts'
import { DocumentDelivery, type DocumentDeliveryStatus, type FailureReason } from '../documents/delivery.ts'
import { findAccessPoint } from './peppol-access-point.ts'

export const deliverDocument: Operation = (app, deps) =>
  app.post(
    '/v1/manage/documents/:document_id/deliver',
    {
      config: { scope: 'documents:manage', mayConflict: true, shows: 'customers:read' },
      schema: {
        operationId: 'deliverDocument',
        summary: 'Send a document by Peppol, or send it again',
        description:
          'For one that was issued before Peppol was set up, whose buyer said where they take invoices later, or that did not arrive. 409 while it is on its way, and for a buyer who has it: a second one would be booked twice.',
        tags: ['Documents'],
        params: Input({ document_id: Id() }),
        body: Input({ peppol_id: Type.Optional(PeppolId) }),
        response: { 200: DocumentDelivery },
      },
    },
    (request, reply) => {
      const { orgId, params, body } = request
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const document = await findSendable(orgId, tx, params.document_id)
        if (!document) throw new ApiError('resource_missing')
        if (document.kind === 'receipt') throw conflict('A receipt is not sent by Peppol.')()
        if (!(await findAccessPoint(orgId, tx))) throw conflict('The organisation has no access point to Peppol.')()
        const known = body.peppol_id === undefined ? undefined : plainParticipantId(body.peppol_id)
        const receiver = known ?? document.receiver ?? document.peppol_id
        if (receiver === null) throw invalid('peppol_id', 'Say where the buyer takes invoices in Peppol.')()
        refuseTwice(document, receiver)
        const now = deps.clock(orgId)
        const delivery = await begin(orgId, tx, now, {
          documentId: params.document_id,
          receiver,
          round: roundOf(document, receiver),
        })
        // Without the receiver, who may be a person: the log could not forget them.
        await record(tx, deps.clock, request, {
          action: 'document.sent_by_peppol',
          objectType: 'document',
          objectId: params.document_id,
          after: { is_again: document.status !== null },
        })
        return delivery
      })
    },
  )

type Sendable = {
  kind: string
  /** The Peppol ID of the order's recipient. */
  peppol_id: string | null
  /** Of its delivery, where there is one. */
  status: DocumentDeliveryStatus | null
  receiver: string | null
  reason: FailureReason | null
  round: number | null
}

/** Locked, so that of two who send it at once the second finds what the first has begun; and its delivery, which workers move. */
async function findSendable(orgId: OrgId, tx: Db, documentId: number): Promise<Sendable | undefined> {
  await tx`
    select 1 as one
    from documents
    where org_id = ${orgId}
      and document_id = ${documentId}
    for no key update`
  await tx`
    select 1 as one
    from document_deliveries
    where org_id = ${orgId}
      and document_id = ${documentId}
    for update`
  const [row] = await tx<Sendable[]>`
    select d.kind, r.peppol_id, v.delivery_status as status, v.receiver, v.reason, v.round
    from documents d
    left join document_recipients r on r.org_id = ${orgId} and r.order_id = d.order_id
    left join document_deliveries v on v.org_id = ${orgId} and v.document_id = d.document_id
    where d.org_id = ${orgId}
      and d.document_id = ${documentId}`
  return row
}

function refuseTwice({ status, receiver: before }: Sendable, receiver: string): void {
  if (status === 'sent') throw conflict('The document is on its way: the access point has it.')()
  if (status === 'delivered' && before === receiver)
    throw conflict('The buyer has it already. Sent again, it would be booked twice.')()
}

/** In these cases the access point may have it all the same. */
const MAYBE_TAKEN: (FailureReason | null)[] = ['unreachable', 'turned_off']

/**
 * What the access point may have taken, though its answer never came, is handed over by the same key, so that it goes once; what it refused,
 * or what is for another receiver, by a new one.
 */
function roundOf({ status, round, reason, receiver: before }: Sendable, receiver: string): number {
  if (status === null || round === null) return 1
  const isSame = before === receiver && (status === 'waiting' || MAYBE_TAKEN.includes(reason))
  return isSame ? round : round + 1
}

async function begin(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { documentId, receiver, round }: { documentId: number; receiver: string; round: number },
) {
  await tx`
    insert into document_deliveries (org_id, document_id, receiver, round, due_at, created_at, changed_at)
    values (${orgId}, ${documentId}, ${receiver}, ${round}, ${now}, ${now}, ${now})
    on conflict (org_id, document_id) do update
    set receiver = excluded.receiver, round = excluded.round, delivery_status = 'waiting', reference = null, attempts = 0,
      due_at = excluded.due_at, reason = null, problem = null, sent_at = null, changed_at = excluded.changed_at`
  return {
    status: 'waiting' as const,
    peppol_id: receiver,
    changed: Math.floor(now.getTime() / 1000),
    reason: null,
    problem: null,
  }
}
