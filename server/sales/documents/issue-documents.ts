import { eachOrganisation, findDueByClock } from '../../access/organisations.ts'
import type { OrgId } from '../../access/principal.ts'
import { invoiceTotals } from '../../platform/e-invoice/invoice.ts'
import type { Sql, Tx } from '../../platform/postgres/database.ts'
import type { Clocks } from '../../platform/values/clock.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/values/durations.ts'
import { advanceSeries, type DocumentKind, labelOf, lockCurrentSeries } from './document-series.ts'
import { type DocumentSettingsRow, selectSettings } from './document-settings.ts'
import { findRateReasons, findSoldLines, findSoldOrders, type SoldOrderRow } from './find-sold.ts'
import { findUndocumented } from './find-undocumented.ts'
import { type DocumentContent, type Sold, writeDocument } from './write-document.ts'

const ORGANISATIONS_MAX = 100
const BATCH = 100
/** What is confirmed gets its time before it is committed: so far back is looked once more, for what was on its way. */
const OVERLAP_MS = 10 * MINUTE_MS

/**
 * Writes the documents of what was sold, some time after the sale and never in it, so that no buyer waits for the one row that a number is drawn
 * from. Answers how many were written.
 */
export async function issueDocuments({ sql, ...clocks }: { sql: Sql } & Clocks): Promise<number> {
  const waiting = await findDueByClock(
    sql,
    clocks,
    (isWorkedOn, now) => sql<{ org_id: number }[]>`
    select org_id
    from document_settings
    where issued_from <= ${now}
      and ${isWorkedOn}
    order by looked_until nulls first
    limit ${ORGANISATIONS_MAX}`,
  )
  return eachOrganisation(waiting, (orgId) => issueOfOrganisation(sql, orgId, clocks.clock(orgId)))
}

async function issueOfOrganisation(sql: Sql, orgId: OrgId, now: Date): Promise<number> {
  let issued = 0
  for (;;) {
    const written = await sql.begin((tx) => issueBatch(orgId, tx, now))
    issued += written
    if (written < BATCH) return issued
  }
}

/** The lock on the settings is the organisation's turn: two workers would find the same orders. */
async function issueBatch(orgId: OrgId, tx: Tx, now: Date): Promise<number> {
  const [settings] = await selectSettings(orgId, tx, true)
  if (!settings?.issued_from) return 0
  const until = new Date(now.getTime() - settings.recipient_hours * HOUR_MS)
  const from = new Date(
    Math.max(settings.issued_from.getTime(), (settings.looked_until ?? settings.issued_from).getTime() - OVERLAP_MS),
  )
  if (until < from) return 0
  const orderIds = await findUndocumented(orgId, tx, { from, until }, BATCH)
  const issued = await issueFor(orgId, tx, now, settings, orderIds)
  // A full batch may have left some of the same time: they are looked for again.
  if (orderIds.length < BATCH) {
    await tx`
      update document_settings
      set looked_until = greatest(looked_until, ${until})
      where org_id = ${orgId}`
  }
  return issued
}

/** The documents of these orders, in the order in which they were sold, under one drawing of numbers. */
export async function issueFor(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  settings: DocumentSettingsRow,
  orderIds: number[],
): Promise<number> {
  if (orderIds.length === 0) return 0
  const series = await lockCurrentSeries(orgId, tx, now)
  const orders = await findSoldOrders(orgId, tx, orderIds)
  const lines = Map.groupBy(await findSoldLines(orgId, tx, orderIds), ({ order_id }) => order_id)
  const rates = new Map((await findRateReasons(orgId, tx)).map((rate) => [rate.tax_rate_id, rate]))
  const next = new Map([...series].map(([kind, row]) => [kind, row.next_number]))
  const rows = orders.map((order) => {
    const kind = kindOf(order)
    const row = series.get(kind)
    if (!row) throw new Error(`no current series of ${kind}`)
    const number = next.get(kind) ?? row.next_number
    next.set(kind, number + 1)
    const label = labelOf(row, number)
    const sold: Sold = { order, lines: lines.get(order.order_id) ?? [] }
    const content = writeDocument(sold, { number: label, issuedAt: now, settings, rates })
    return documentRow({ order, kind, seriesId: row.document_series_id, number, label, content })
  })
  await store(orgId, tx, now, rows)
  for (const [kind, number] of next) {
    const row = series.get(kind)
    if (row && number > row.next_number) await advanceSeries(orgId, tx, row.document_series_id, number)
  }
  return rows.length
}

/** Where the order does not say for whom it is, a simplified one does: it needs no address. */
const kindOf = ({ recipient }: SoldOrderRow): DocumentKind => (recipient === null ? 'receipt' : 'invoice')

type Written = {
  order: SoldOrderRow
  kind: DocumentKind
  seriesId: number
  number: number
  label: string
  content: DocumentContent
}
type NewDocument = ReturnType<typeof documentRow>

function documentRow({ order, kind, seriesId, number, label, content }: Written) {
  const { netMinor, taxMinor, grossMinor } = invoiceTotals(content.invoice)
  if (grossMinor !== order.total_minor) {
    throw new Error(`order ${order.order_id}: its lines come to ${grossMinor}, it was sold for ${order.total_minor}`)
  }
  return {
    document_series_id: seriesId,
    number,
    label,
    kind,
    order_id: order.order_id,
    currency: order.currency,
    net_minor: netMinor,
    tax_minor: taxMinor,
    total_minor: grossMinor,
    content,
  }
}

const store = (orgId: OrgId, tx: Tx, now: Date, rows: NewDocument[]) => tx`
  insert into documents (org_id, document_series_id, number, label, kind, order_id, source, source_id, currency, net_minor, tax_minor, total_minor,
    content, issued_at)
  select ${orgId}, n.document_series_id, n.number, n.label, n.kind, n.order_id, 'order', n.order_id, n.currency, n.net_minor, n.tax_minor,
    n.total_minor, n.content, ${now}
  from rows from (json_to_recordset(${JSON.stringify(rows)}::json) as (
    document_series_id bigint, number bigint, label text, kind text, order_id bigint, currency text, net_minor bigint, tax_minor bigint,
    total_minor bigint, content jsonb
  )) with ordinality as n
  order by n.ordinality`
