import { eachDue } from '../../access/due-work.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Sql, Tx } from '../../platform/postgres/database.ts'
import type { Clocks } from '../../platform/values/clock.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/values/durations.ts'
import type { DocumentKind } from './document-series.ts'
import { type DocumentSettingsRow, selectSettings } from './document-settings.ts'
import { findReturned, findTakenBack, type ReturnedRow, type TakenBackRow } from './find-returned.ts'
import { findRateReasons, findSoldLines, findSoldOrders, type SoldOrderRow } from './find-sold.ts'
import { findUndocumented } from './find-undocumented.ts'
import { storeNumbered, type Unnumbered } from './store-numbered.ts'
import { type DocumentContent, type Issue, writeCreditNote, writeDocument, writeTakenBack } from './write-document.ts'

const BATCH = 100
/** What is confirmed gets its time before it is committed: so far back is looked once more, for what was on its way. */
const OVERLAP_MS = 10 * MINUTE_MS

/**
 * Writes the documents of what was sold, some time after the sale and never in it, so that no buyer waits for the one row that a number is drawn
 * from. Answers how many were written.
 */
export async function issueDocuments({ sql, ...clocks }: { sql: Sql } & Clocks): Promise<number> {
  const due = (now: Date) => ({
    rows: sql`
      select org_id
      from document_settings
      where issued_from <= ${now}`,
    oldest: sql`looked_until nulls first`,
  })
  return eachDue(sql, clocks, { due, batch: 1 }, (orgId) => issueOfOrganisation(sql, orgId, clocks.clock(orgId)))
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
export async function issueBatch(orgId: OrgId, tx: Tx, now: Date): Promise<number> {
  const [settings] = await selectSettings(orgId, tx, true)
  if (!settings?.issued_from) return 0
  const until = new Date(now.getTime() - settings.recipient_hours * HOUR_MS)
  const from = new Date(
    Math.max(settings.issued_from.getTime(), (settings.looked_until ?? settings.issued_from).getTime() - OVERLAP_MS),
  )
  if (until < from) return 0
  const orderIds = await findUndocumented(orgId, tx, { from, until }, BATCH)
  const issued = await issueFor(orgId, tx, now, settings, orderIds)
  // What went back before its order had a document is found with that document: the time begins before the order's.
  const returned = await findReturned(orgId, tx, { from, until: now }, BATCH)
  const credited = await issueCreditNotes(orgId, tx, now, settings, returned)
  // What is taken back at once has its credit note by now.
  const taken = await findTakenBack(orgId, tx, { from, until: now }, BATCH)
  const retaken = await issueTakenBack(orgId, tx, now, settings, taken)
  // A full batch may have left some of the same time: they are looked for again.
  if ([orderIds, returned, taken].every(({ length }) => length < BATCH)) {
    await tx`
      update document_settings
      set looked_until = greatest(looked_until, ${until})
      where org_id = ${orgId}`
  }
  return issued + credited + retaken
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
  const orders = await findSoldOrders(orgId, tx, orderIds)
  const lines = Map.groupBy(await findSoldLines(orgId, tx, orderIds), ({ order_id }) => order_id)
  const rates = await readRates(orgId, tx)
  return storeNumbered(
    orgId,
    tx,
    now,
    orders.map((order) => ({
      kind: kindOf(order),
      order,
      source: 'order',
      sourceId: order.order_id,
      correctsId: null,
      amountMinor: order.total_minor,
      write: (number) =>
        writeDocument({ order, lines: lines.get(order.order_id) ?? [] }, { number, issuedAt: now, settings, rates }),
    })),
  )
}

/** Where the order does not say for whom it is, a simplified one does: it needs no address. */
const kindOf = ({ recipient }: SoldOrderRow): DocumentKind => (recipient === null ? 'receipt' : 'invoice')

const issueCreditNotes = (orgId: OrgId, tx: Tx, now: Date, settings: DocumentSettingsRow, returned: ReturnedRow[]) =>
  issueCorrections(orgId, tx, now, settings, returned, () => 'credit_note', writeCreditNote)

const issueTakenBack = (orgId: OrgId, tx: Tx, now: Date, settings: DocumentSettingsRow, taken: TakenBackRow[]) =>
  issueCorrections(orgId, tx, now, settings, taken, kindOf, writeTakenBack)

async function issueCorrections<Row extends ReturnedRow | TakenBackRow>(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  settings: DocumentSettingsRow,
  rows: Row[],
  kind: (order: SoldOrderRow) => DocumentKind,
  write: (order: SoldOrderRow, row: Row, issue: Issue) => DocumentContent,
): Promise<number> {
  if (rows.length === 0) return 0
  const orders = await findSoldOrders(orgId, tx, [...new Set(rows.map(({ order_id }) => order_id))])
  const orderOf = new Map(orders.map((order) => [order.order_id, order]))
  const rates = await readRates(orgId, tx)
  return storeNumbered(
    orgId,
    tx,
    now,
    rows.flatMap((row): Unnumbered[] => {
      const order = orderOf.get(row.order_id)
      if (!order) return []
      const { source, source_id: sourceId, document_id: correctsId, amount_minor: amountMinor } = row
      const about = { kind: kind(order), order, source, sourceId, correctsId, amountMinor }
      return [{ ...about, write: (number) => write(order, row, { number, issuedAt: now, settings, rates }) }]
    }),
  )
}

const readRates = async (orgId: OrgId, tx: Tx) =>
  new Map((await findRateReasons(orgId, tx)).map((rate) => [rate.tax_rate_id, rate]))
