import { readStored, type StoredDocument } from '../server/papers/documents/document.ts'
import { drawDocument } from '../server/papers/documents/draw-document.ts'
import { issueDocuments } from '../server/papers/documents/issue-documents.ts'
import { createTypefaces } from '../server/platform/pdf/typefaces.ts'
import { openDatabase, type Sql } from '../server/platform/postgres/database.ts'
import { organisationClock } from '../server/platform/values/clock.ts'
import { type Offer, seedOffer } from './on-sale/seed-offer.ts'
import type { Result } from './run.ts'
import { postgresAt, postgresMs } from './scale/processor-time.ts'
import { rounded } from './seed/ask.ts'
import { withPostgres } from './server.ts'
import { atLeast } from './targets.ts'

const COUNT = 10_000
const ISSUED_A_SECOND_LEAST = 300
const PAGES = 300
const PAGES_A_SECOND_LEAST = 100

/**
 * The documents of 10,000 orders, half of them invoices, from their rows to numbered documents and noted mails, by one process: in seconds of
 * processor of that process and of PostgreSQL, so that what else runs here does not count. Then pages of invoices, with the e-invoice inside.
 */
export const run = ([countText]: string[]): Promise<Result> =>
  withPostgres(async (databaseUrl) => {
    const count = countText === undefined ? COUNT : Number(countText)
    const offer = await seedOffer(databaseUrl, 1_000_000)
    const sql = openDatabase(databaseUrl, { poolSize: 2, statementTimeoutMs: 0 })
    try {
      await seedSales(sql, offer, count)
      const postgres = await postgresAt(databaseUrl)
      const systemClock = () => new Date()
      const before = { postgres: await postgresMs(postgres), own: process.cpuUsage(), at: performance.now() }
      const issued = await issueDocuments({ sql, clock: organisationClock(systemClock), systemClock })
      const seconds = (performance.now() - before.at) / 1000
      const ownMs = millisecondsSince(before.own)
      const databaseMs = (await postgresMs(postgres)) - before.postgres
      if (issued !== count) throw new Error(`${issued} of ${count} documents were issued`)
      const issuedASecond = Math.round(count / ((ownMs + databaseMs) / 1000))
      const pages = await drawPages(await someInvoices(sql, offer))
      return {
        targets: [
          atLeast('issued a second of processor', issuedASecond, ISSUED_A_SECOND_LEAST),
          atLeast('PDF files a second of processor', pages.perSecond, PAGES_A_SECOND_LEAST),
        ],
        figures: {
          documents: count,
          'issued a second of processor': issuedASecond,
          'at least': ISSUED_A_SECOND_LEAST,
          'of it the worker, ms a document': rounded(ownMs / count, 2),
          'of it PostgreSQL, ms a document': rounded(databaseMs / count, 2),
          'issued a second': Math.round(count / seconds),
          'PDF files of invoices a second of processor': pages.perSecond,
          'files, at least': PAGES_A_SECOND_LEAST,
          'bytes of a file': pages.bytes,
        },
      }
    } finally {
      await sql.end()
    }
  })

function millisecondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** What 10,000 sales leave: an order of two tickets at 7 % with a fee at 19 %, and its payment; every second one says for whom it is. */
async function seedSales(sql: Sql, { orgId, eventId, priceCategoryId, priceId }: Offer, count: number): Promise<void> {
  await sql`
    insert into document_settings (org_id, issued_from, issuer_name, address_lines, city, country, vat_id, recipient_hours)
    values (${orgId}::bigint, now() - interval '1 hour', 'Harbour City e. V.', '{Stadionweg 1}', 'Bremen', 'DE', 'DE123456789', 0)`
  const rates = await sql<{ tax_rate_id: number }[]>`
    insert into tax_rates (org_id, title, country, kind, percentages)
    values (${orgId}, 'Reduced', 'AU', 'reduced', '[{"valid_from": "2020-01-01", "thousandths": 7000}]'),
      (${orgId}, 'Full', 'AU', 'standard', '[{"valid_from": "2020-01-01", "thousandths": 19000}]')
    returning tax_rate_id`
  const [reduced = 0, full = 0] = rates.map(({ tax_rate_id }) => tax_rate_id)
  const taxes = [
    { tax_rate_id: reduced, title: 'Reduced', kind: 'reduced', thousandths: 7000, amount_minor: 9000, tax_minor: 589 },
    { tax_rate_id: full, title: 'Full', kind: 'standard', thousandths: 19_000, amount_minor: 700, tax_minor: 112 },
  ]
  await sql`
    with sold as (
      insert into orders (
        org_id, event_id, order_status, first_name, last_name, email_address, payment_method, currency, price_minor,
        service_fee_minor, service_tax_minor, total_minor, taxes, confirmed_at
      )
      select ${orgId}, ${eventId}, 'confirmed', 'Ada', 'Okafor', 'fan' || n || '@example.org', 'card', 'AUD', 9000, 700, 0, 9700,
        ${JSON.stringify(taxes)}::jsonb, now() - interval '1 minute'
      from generate_series(1, ${count}::integer) n
      returning order_id
    ), paid as (
      insert into payments (org_id, order_id, provider, payment_status, amount_minor, currency, idempotency_key, succeeded_at)
      select ${orgId}, order_id, 'test', 'succeeded', 9700, 'AUD', 'bench-' || order_id, now() - interval '1 minute'
      from sold
    ), recipients as (
      insert into document_recipients (org_id, order_id, name, company, address_lines, postcode, city, country)
      select ${orgId}, order_id, 'Anna Schmidt', 'Werft GmbH', '{Am Kai 5}', '20457', 'Hamburg', 'DE'
      from sold
      where order_id % 2 = 0
    )
    insert into order_lines (
      org_id, order_id, event_id, price_category_id, price_id, quantity, places, price_minor, service_fee_minor, service_tax_minor,
      tax_rate_id, tax_thousandths, tax_minor, fee_tax_rate_id, fee_tax_thousandths, fee_tax_minor
    )
    select ${orgId}, order_id, ${eventId}, ${priceCategoryId}, ${priceId}, 2, 2, 4500, 350, 0, ${reduced}, 7000, 589, ${full}, 19000, 112
    from sold`
  await sql`vacuum analyze`
}

async function someInvoices(sql: Sql, { orgId }: Offer): Promise<StoredDocument[]> {
  const rows = await sql<{ document_id: number }[]>`
    select document_id
    from documents
    where org_id = ${orgId}
      and kind = 'invoice'
    order by document_id
    limit ${PAGES}`
  return [
    ...(
      await readStored(
        orgId,
        sql,
        rows.map(({ document_id }) => document_id),
      )
    ).values(),
  ]
}

async function drawPages(invoices: StoredDocument[]): Promise<{ perSecond: number; bytes: number }> {
  const typefaces = createTypefaces()
  const draw = ({ kind, label, issued_at: issuedAt, content }: StoredDocument) =>
    drawDocument(typefaces, { kind, label, issuedAt, content })
  for (const invoice of invoices.slice(0, 30)) await draw(invoice)
  const start = process.cpuUsage()
  let bytes = 0
  for (const invoice of invoices) bytes = (await draw(invoice)).length
  return { perSecond: Math.round(invoices.length / (millisecondsSince(start) / 1000)), bytes }
}
