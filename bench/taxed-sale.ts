import { join } from 'node:path'
import { openDatabase } from '../server/platform/postgres/database.ts'
import { keepStatistics } from '../server/platform/postgres/keep-statistics.ts'
import { readFigures, runBuyers } from './on-sale/run-buyers.ts'
import { type Offer, seedOffer } from './on-sale/seed-offer.ts'
import type { Result } from './run.ts'
import { startApi, withPostgres } from './server.ts'
import { atLeast, atMost } from './targets.ts'

const SALE_LEAST = 0.98
const CAPACITY = 10_000_000
const BUYERS = 64
const TURNS = 9
const SECONDS = 10
/** The worker issues every fifteen seconds; each turn has one of its runs at the least. */
const ISSUES_EVERY = 5

/**
 * The on-sale of three clubs by one program, in turns: one that knows nothing of tax, one whose prices and fees bear tax and whose documents are
 * switched on, as they usually are a day after the sale, and one that issues them at once, so that its worker does while the sale goes on.
 */
export const run = (): Promise<Result> =>
  withPostgres(async (databaseUrl) => {
    const sql = openDatabase(databaseUrl, { poolSize: 1, statementTimeoutMs: 0 })
    const plain = await seedOffer(databaseUrl, CAPACITY)
    const taxed = await seedOffer(databaseUrl, CAPACITY)
    const issuing = await seedOffer(databaseUrl, CAPACITY)
    await switchOn(sql, taxed, 24)
    await switchOn(sql, issuing, 0)
    await keepStatistics(sql)
    const api = await startApi(databaseUrl)
    const rates: Record<string, number[]> = {}
    let errors = 0
    let issued = 0
    const sell = async (name: string, offer: Offer, seconds = SECONDS) => {
      const bought = await runBuyers([api.url], offer, { buyers: BUYERS, seconds })
      errors += bought.errors
      rates[name] = [...(rates[name] ?? []), bought.flows / bought.elapsed]
    }
    const issue = async () => {
      const script = join(import.meta.dirname, 'taxed-sale', 'issue-process.ts')
      const args = [databaseUrl, ISSUES_EVERY, SECONDS].map(String)
      issued += (await readFigures<{ issued: number }>(script, args)).issued
    }
    try {
      for (const offer of [plain, taxed, issuing]) await sell('warm', offer, 3)
      await keepStatistics(sql)
      const sales = [
        () => sell('plain', plain),
        () => sell('taxed', taxed),
        () => Promise.all([sell('issuing', issuing), issue()]),
      ]
      // The one that was first is last in the next turn, so that a machine that becomes slower favours none.
      for (let turn = 0; turn < TURNS; turn += 1) {
        for (const one of turn % 2 === 0 ? sales : sales.toReversed()) await one()
      }
    } finally {
      await api.stop()
      await sql.end()
    }
    const rate = (name: string) => median(rates[name] ?? [])
    // Of each turn by itself, since the machine's own pace changes from minute to minute.
    const keptOf = (name: string) =>
      Number(median((rates[name] ?? []).map((of, turn) => of / (rates.plain?.[turn] ?? 0))).toFixed(3))
    return {
      targets: [atLeast('kept', keptOf('taxed'), SALE_LEAST), atMost('errors', errors, 0)],
      figures: {
        'flows/s without tax': Math.round(rate('plain')),
        'with tax and documents, flows/s': Math.round(rate('taxed')),
        kept: keptOf('taxed'),
        'kept, wanted': SALE_LEAST,
        'with documents issued beside the sale, flows/s': Math.round(rate('issuing')),
        'kept then': keptOf('issuing'),
        'documents issued beside it': issued,
        errors,
      },
    }
  })

/** Tickets at 7 %, fees at 19 %; the documents so many hours after the sale. */
async function switchOn(sql: ReturnType<typeof openDatabase>, { orgId, priceId }: Offer, hours: number): Promise<void> {
  const rates = await sql<{ tax_rate_id: number; on_fees: boolean }[]>`
    insert into tax_rates (org_id, title, country, kind, percentages, on_fees)
    values (${orgId}, 'Full', 'AU', 'standard', '[{"valid_from": "2020-01-01", "thousandths": 19000}]', true),
      (${orgId}, 'Reduced', 'AU', 'reduced', '[{"valid_from": "2020-01-01", "thousandths": 7000}]', false)
    returning tax_rate_id, on_fees`
  const reduced = rates.find(({ on_fees: isOnFees }) => !isOnFees)
  await sql`
    update prices
    set tax_rate_id = ${reduced?.tax_rate_id ?? 0}, service_tax_minor = 0
    where org_id = ${orgId}
      and price_id = ${priceId}`
  await sql`
    insert into document_settings (org_id, issued_from, issuer_name, address_lines, city, country, vat_id, recipient_hours)
    values (${orgId}::bigint, now(), 'Harbour City e. V.', '{Stadionweg 1}', 'Bremen', 'DE', 'DE123456789', ${hours})`
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
