import { setTimeout as sleep } from 'node:timers/promises'
import { auditBooks } from '../../../server/operator/audit/audit.ts'
import type { Sql } from '../../../server/platform/postgres/database.ts'
import { patiently } from '../money/books.ts'
import type { Finding } from '../run.ts'
import type { Desk } from './desk.ts'

/** A payment that a kill has cut off is looked at again by the worker after a minute. */
const SETTLED_WITHIN_S = 240

export const countDocuments = async (sql: Sql, orgId: number): Promise<number> => {
  const [row] = await patiently(
    () => sql<{ documents: number }[]>`
    select count(*)::integer as documents
    from documents
    where org_id = ${orgId}`,
  )
  return row?.documents ?? 0
}

/** Until no payment and no refund is on its way, and all that was sold and went back until then has been looked at. */
export async function settled({ sql, orgId }: Desk): Promise<void> {
  let calmSince: Date | undefined
  for (let seconds = 0; seconds < SETTLED_WITHIN_S; seconds += 1) {
    const [row] = await patiently(
      () => sql<{ is_calm: boolean; looked_until: Date | null }[]>`
      select looked_until, not exists (
        select 1
        from payments
        where org_id = ${orgId}
          and payment_status in ('created', 'processing', 'unknown')
      ) and not exists (
        select 1
        from refunds
        where org_id = ${orgId}
          and refund_status in ('created', 'processing', 'unknown')
      ) as is_calm
      from document_settings
      where org_id = ${orgId}`,
    )
    calmSince = row?.is_calm ? (calmSince ?? new Date()) : undefined
    if (calmSince && row?.looked_until && row.looked_until > calmSince) return
    await sleep(1000)
  }
}

/** Every promise about documents, each counted from the rows by statements of its own. */
export async function findingsOf(desk: Desk, { kills, amid }: { kills: number; amid: number }): Promise<Finding[]> {
  const { sql, orgId, log, tally } = desk
  const documents = await countDocuments(sql, orgId)
  console.log(JSON.stringify({ documents, kills, 'of them while documents were written': amid, ...tally }))
  return [
    { promise: 'documents', figure: String(documents), kept: documents >= desk.buyersTold.size },
    finding('every answer is documented', log.undocumented),
    finding('who was told of a sale has its document', await withoutDocument(desk)),
    finding('numbers run from the first one on, without a gap and without a double', await numberFindings(desk)),
    finding('none is of an order that was not confirmed', await unconfirmed(desk)),
    finding('what was sold has one document, of its amount and its tax', await orderFindings(desk)),
    finding('what went back has one credit note, of its amount', await returnFindings(desk)),
    finding('who is mailed a document is mailed it once', await mailFindings(desk)),
    finding(
      'grandstand audit finds nothing',
      (await auditBooks(orgId, sql)).map((difference) => JSON.stringify(difference)),
    ),
  ]
}

const finding = (promise: string, broken: string[]): Finding => ({
  promise,
  figure: broken.length === 0 ? 'kept' : `${broken.length}: ${broken.slice(0, 3).join('; ')}`,
  kept: broken.length === 0,
})

async function withoutDocument({ sql, orgId, buyersTold }: Desk): Promise<string[]> {
  const rows = await sql<{ order_id: number }[]>`
    select order_id
    from documents
    where org_id = ${orgId}
      and source = 'order'`
  const documented = new Set(rows.map(({ order_id }) => order_id))
  return [...buyersTold].filter((orderId) => !documented.has(orderId)).map((orderId) => `order ${orderId}`)
}

/** Read as a tax office would: the printed numbers of each series one after the other, in the order in which they were issued. */
async function numberFindings({ sql, orgId }: Desk): Promise<string[]> {
  const rows = await sql<
    { document_series_id: number; label: string; number: number; prefix: string; next_number: number }[]
  >`
    select s.document_series_id, d.label, d.number, s.prefix, s.next_number
    from document_series s
    join documents d using (org_id, document_series_id)
    where s.org_id = ${orgId}
    order by s.document_series_id, d.document_id`
  return [...Map.groupBy(rows, ({ document_series_id }) => document_series_id).values()].flatMap((series) => {
    const wrong = series.flatMap(({ label, number, prefix }, index) =>
      number === index + 1 && label === `${prefix}${String(index + 1).padStart(5, '0')}`
        ? []
        : [`${label} is the ${index + 1}th`],
    )
    const next = series[0]?.next_number
    return next === series.length + 1 ? wrong : [...wrong, `next is ${next} after ${series.length}`]
  })
}

const unconfirmed = async ({ sql, orgId }: Desk): Promise<string[]> =>
  (
    await sql<{ label: string }[]>`
    select d.label
    from documents d
    left join orders o on o.org_id = ${orgId} and o.order_id = d.order_id
    where d.org_id = ${orgId}
      and o.confirmed_at is null`
  ).map(({ label }) => label)

async function orderFindings({ sql, orgId }: Desk): Promise<string[]> {
  const rows = await sql<{ order_id: number; total_minor: number; tax_minor: number; documents: string }[]>`
    select o.order_id, o.total_minor, t.tax_minor, coalesce(string_agg(d.total_minor || ' with ' || d.tax_minor, ', '), 'none') as documents
    from orders o
    cross join lateral (
      select coalesce(sum(x.tax_minor), 0)::bigint as tax_minor
      from jsonb_to_recordset(o.taxes) as x (tax_minor bigint)
    ) t
    left join documents d on d.org_id = ${orgId} and d.order_id = o.order_id and d.kind <> 'credit_note'
    where o.org_id = ${orgId}
      and o.confirmed_at is not null
    group by o.order_id, o.total_minor, t.tax_minor
    having coalesce(string_agg(d.total_minor || ' with ' || d.tax_minor, ', '), 'none') <> o.total_minor || ' with ' || t.tax_minor`
  return rows.map(
    ({ order_id, total_minor, tax_minor, documents }) =>
      `order ${order_id} of ${total_minor} with ${tax_minor}: ${documents}`,
  )
}

/** By the order: what went back, and what is not asked for any more, against the sum of its credit notes and their number. */
async function returnFindings({ sql, orgId }: Desk): Promise<string[]> {
  const rows = await sql<{ order_id: number; back_minor: number; noted_minor: number; notes: number; times: number }[]>`
    select o.order_id, (coalesce(r.refunded_minor, 0) + coalesce(c.cancelled_minor, 0))::bigint as back_minor, coalesce(n.noted_minor, 0)::bigint as noted_minor,
      coalesce(n.notes, 0)::integer as notes, (coalesce(r.refunds, 0) + coalesce(c.cancels, 0))::integer as times
    from orders o
    left join (
      select p.order_id, sum(f.amount_minor) as refunded_minor, count(*) as refunds
      from refunds f
      join payments p on p.org_id = ${orgId} and p.payment_id = f.payment_id
      where f.org_id = ${orgId}
        and f.refund_status = 'succeeded'
      group by p.order_id
    ) r using (order_id)
    left join (
      select order_id, sum(cancelled_minor) as cancelled_minor, count(*) as cancels
      from debts
      where org_id = ${orgId}
        and cancelled_minor > 0
        and owed_by = 'fan'
      group by order_id
    ) c using (order_id)
    left join (
      select order_id, sum(total_minor) as noted_minor, count(*) as notes
      from documents
      where org_id = ${orgId}
        and kind = 'credit_note'
      group by order_id
    ) n using (order_id)
    where o.org_id = ${orgId}`
  return rows.flatMap(({ order_id, back_minor, noted_minor, notes, times }) =>
    back_minor === noted_minor && notes === times
      ? []
      : [`order ${order_id}: ${noted_minor} in ${notes}, not ${back_minor} in ${times}`],
  )
}

async function mailFindings({ sql, orgId }: Desk): Promise<string[]> {
  const rows = await sql<{ about_id: number; mails: number }[]>`
    select about_id, count(*)::integer as mails
    from mails
    where org_id = ${orgId}
      and kind = 'document_issued'
    group by about_id
    having count(*) > 1`
  return rows.map(({ about_id, mails }) => `document ${about_id}: ${mails} mails`)
}
