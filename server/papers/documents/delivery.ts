import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ContactField } from '../../platform/http/guarded-fields.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'

export const deliveryStatuses = ['waiting', 'sent', 'delivered', 'failed'] as const
export const failureReasons = ['rule', 'refused', 'not_registered', 'unreachable', 'unanswered', 'turned_off'] as const
export type DocumentDeliveryStatus = (typeof deliveryStatuses)[number]
export type FailureReason = (typeof failureReasons)[number]

/** The way of a document to its buyer by Peppol. */
export const DocumentDelivery = Type.Object(
  {
    status: OneOf([...deliveryStatuses], {
      description:
        'waiting: to be handed to the access point, or to be tried again; sent: the access point has it; delivered: the buyer’s has it',
    }),
    peppol_id: ContactField({ description: 'of the buyer' }),
    changed: Type.Integer({ description: 'Unix seconds; since when it is so' }),
    reason: Type.Unsafe<FailureReason | null>({
      type: ['string', 'null'],
      enum: [...failureReasons, null],
      description:
        'why it failed; rule: a rule is broken, so that it was not sent; unreachable: the access point did not take it for days; unanswered: what became of it was not said for a week; turned_off: Peppol was turned off on its way',
    }),
    problem: Nullable(Type.String({ description: 'in the words of the access point, or the broken rule by its name' })),
  },
  { title: 'DocumentDelivery' },
)

export type DeliveryRow = {
  status: DocumentDeliveryStatus
  peppol_id: string
  changed: number
  reason: FailureReason | null
  problem: string | null
}

/** Of a row of documents; null where it does not go by Peppol. */
export const deliveryColumn = (orgId: OrgId, sql: Db) => sql`(
    select json_build_object(
      'status', v.delivery_status, 'peppol_id', v.receiver, 'changed', floor(extract(epoch from v.changed_at))::bigint, 'reason', v.reason,
      'problem', v.problem
    )
    from document_deliveries v
    where v.org_id = ${orgId}
      and v.document_id = documents.document_id
  ) as delivery`

export const toDelivery = (row: DeliveryRow) =>
  ({
    status: row.status,
    peppol_id: row.peppol_id,
    changed: row.changed,
    reason: row.reason,
    problem: row.problem,
  }) satisfies Static<typeof DocumentDelivery>

/**
 * In the transaction that issues them: invoices and credit notes of buyers who take them by Peppol, where the organisation hands them to it.
 * What corrects another goes where that went.
 */
export async function noteDeliveries(orgId: OrgId, tx: Tx, now: Date, documentIds: number[]): Promise<void> {
  if (documentIds.length === 0) return
  await tx`
    insert into document_deliveries (org_id, document_id, receiver, due_at, created_at, changed_at)
    select ${orgId}, d.document_id, coalesce(c.receiver, r.peppol_id), ${now}, ${now}, ${now}
    from documents d
    join peppol_access_points p on p.org_id = ${orgId}
    left join document_deliveries c on c.org_id = ${orgId} and c.document_id = d.corrects_document_id
    left join document_recipients r on r.org_id = ${orgId} and r.order_id = d.order_id
    where d.org_id = ${orgId}
      and d.document_id = any (${documentIds}::bigint[])
      and d.kind <> 'receipt'
      and coalesce(c.receiver, r.peppol_id) is not null`
}
