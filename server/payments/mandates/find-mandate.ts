import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { GivenMandate } from '../payments/provider.ts'

/** By which a payment without the fan is debited; undefined where it charges a card. */
export async function findMandateOf(orgId: OrgId, sql: Db, paymentId: number): Promise<GivenMandate | undefined> {
  const [mandate] = await sql<GivenMandate[]>`
    select m.scheme, m.mandate_reference as reference, m.provider_reference as "providerReference", m.last4, m.bank_name as "bankName"
    from payments p
    join mandates m on m.org_id = ${orgId} and m.payment_means_id = p.payment_means_id and m.provider = p.provider
    where p.org_id = ${orgId}
      and p.payment_id = ${paymentId}
      and p.order_id is not null
    order by m.mandate_id desc
    limit 1`
  return mandate
}
