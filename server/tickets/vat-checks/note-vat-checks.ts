import type { OrgId } from '../../access/principal.ts'
import type { Unsent } from '../../platform/batches/begin-batch.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { euVatId } from './eu-vat-id.ts'

type GivenNumber = { order_id: number; vat_id: string | null }

/** With the recipients of documents: a number of the EU is to be checked, another one anew, and one that is gone no more. */
export function noteVatChecks(orgId: OrgId, tx: Tx, now: Date, given: GivenNumber[]): Unsent[] {
  const checked = given.filter(isChecked).map(({ order_id, vat_id }) => ({ order_id, vat_id }))
  const others = given.filter((number) => !isChecked(number)).map(({ order_id }) => order_id)
  return [
    ...(checked.length > 0
      ? [
          tx`
            insert into vat_checks (org_id, order_id, vat_id, asked_from, due_at, created_at, changed_at)
            select ${orgId}, r.order_id, r.vat_id, ${now}, ${now}, ${now}, ${now}
            from json_to_recordset(${JSON.stringify(checked)}::json) as r (order_id bigint, vat_id text)
            on conflict (org_id, order_id) do update
            set vat_id = excluded.vat_id, check_status = 'waiting', name = null, address = null, reference = null, asked_as = null,
              problem = null, at_once = false, attempts = 0, asked_from = excluded.asked_from, due_at = excluded.due_at, asked_at = null,
              answered_at = null, changed_at = excluded.changed_at
            where vat_checks.vat_id <> excluded.vat_id`,
        ]
      : []),
    ...dropVatChecks(orgId, tx, others),
  ]
}

const isChecked = ({ vat_id: vatId }: GivenNumber): boolean => vatId !== null && euVatId(vatId) !== undefined

/** Before their recipients go. */
export const dropVatChecks = (orgId: OrgId, tx: Tx, orderIds: number[]): Unsent[] =>
  orderIds.length > 0
    ? [
        tx`
          delete from vat_checks
          where org_id = ${orgId}
            and order_id = any (${orderIds}::bigint[])`,
      ]
    : []

/** Staff want to know now. What was answered stays until there is another answer. False where there is no number to check. */
export async function askAtOnce(orgId: OrgId, tx: Tx, now: Date, orderId: number): Promise<boolean> {
  // A buyer who says another number meanwhile waits for this.
  const given = await tx<GivenNumber[]>`
    select order_id, vat_id
    from document_recipients
    where org_id = ${orgId}
      and order_id = ${orderId}
    for update`
  // It may have been said before numbers were checked.
  for (const statement of noteVatChecks(orgId, tx, now, given)) await statement
  const asked = await tx<{ order_id: number }[]>`
    update vat_checks
    set at_once = true, attempts = 0, asked_from = ${now}, due_at = ${now}, changed_at = ${now},
      check_status = case when check_status = 'unanswered' then 'waiting' else check_status end
    where org_id = ${orgId}
      and order_id = ${orderId}
    returning order_id`
  return asked.length > 0
}
