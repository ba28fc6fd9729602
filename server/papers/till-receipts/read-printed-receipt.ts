import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { selectSettings, usualSettings } from '../documents/document-settings.ts'
import { findSoldLines } from '../documents/find-sold.ts'
import { selectReceipts, type TillReceiptRow } from './till-receipt.ts'

export type PrintedReceipt = {
  row: TillReceiptRow
  language: string
  timezone: string
  seller: { name: string; lines: string[]; taxIds: string[]; country: string }
  /** Of a sale, what was sold. */
  lines: { title: string; quantity: number; grossMinor: number }[]
  taxes: { thousandths: number; amount_minor: number; tax_minor: number }[]
  totalMinor: number
}

type Place = { language: string; timezone: string; taxes: PrintedReceipt['taxes']; sold_minor: number }

export async function readPrintedReceipt(
  orgId: OrgId,
  sql: Db,
  receiptId: number,
): Promise<PrintedReceipt | undefined> {
  const [row] = await sql<TillReceiptRow[]>`
    ${selectReceipts(orgId, sql)}
    where t.org_id = ${orgId}
      and t.till_receipt_id = ${receiptId}`
  if (!row) return undefined
  const [place] = await sql<Place[]>`
    select coalesce(o.language, g.language) as language, g.timezone, t.taxes, t.sold_minor
    from till_receipts t
    join organisations g on g.org_id = ${orgId}
    left join orders o on o.org_id = ${orgId} and o.order_id = t.order_id
    where t.org_id = ${orgId}
      and t.till_receipt_id = ${receiptId}`
  if (!place) throw new Error('a receipt of no organisation')
  const { language, timezone, taxes } = place
  const totalMinor = row.kind === 'sale' ? place.sold_minor : row.amount_minor
  return {
    row,
    language,
    timezone,
    taxes,
    totalMinor,
    seller: await sellerOf(orgId, sql),
    lines: await linesOf(orgId, sql, row),
  }
}

async function sellerOf(orgId: OrgId, sql: Db): Promise<PrintedReceipt['seller']> {
  const [stored] = await selectSettings(orgId, sql)
  const settings = stored ?? (await usualSettings(orgId, sql))
  const town = [settings.postcode, settings.city].filter((part) => part !== null).join(' ')
  return {
    name: settings.issuer_name,
    lines: [...settings.address_lines, town].filter((line) => line !== ''),
    taxIds: [settings.vat_id, settings.tax_number].filter((id) => id !== null),
    country: settings.country,
  }
}

async function linesOf(
  orgId: OrgId,
  sql: Db,
  { kind, order_id: orderId }: TillReceiptRow,
): Promise<PrintedReceipt['lines']> {
  if (kind !== 'sale' || orderId === null) return []
  const lines = await findSoldLines(orgId, sql, [orderId])
  return lines.map((line) => ({
    title: [line.title, line.price_title].filter((part) => part !== null && part !== '').join(', '),
    quantity: line.quantity,
    grossMinor:
      line.quantity * (line.price_minor + line.service_fee_minor + line.service_tax_minor) -
      line.discount_minor +
      (line.added_tax_minor ?? 0),
  }))
}
