import type { Result } from './run.ts'
import { EVENTS, type Season, seedSeason } from './season/seed-season.ts'
import { writeJoin, writeRows } from './season/write-rows.ts'
import { startApi, withPostgres } from './server.ts'
import { holds } from './targets.ts'

const SEATS = 20_000
const BUYERS = 16
/** A family buys together. */
const A_BASKET = 4

/**
 * A ground of season seats sold over HTTP, families of four at a time, in every one of 25 matches; and a match that joins the season with all of
 * them sold; each against the same rows written in batches without HTTP. Beside both, ordinary baskets of another event are opened one after the
 * other: the longest of them is what a fan waited.
 */
export const run = ([seatsText]: string[]): Promise<Result> =>
  withPostgres(async (databaseUrl) => {
    const seats = seatsText === undefined ? SEATS : Number(seatsText)
    // A club of its own, so that the sale meets tables that are as they are in a season, and not as new ones.
    const written = await seedSeason(databaseUrl, seats)
    const rowsElapsed = await writeRows(written)
    const joinRows = await writeJoin(written)
    await written.sql.end()
    const season = await seedSeason(databaseUrl, seats)
    const api = await startApi(databaseUrl)
    try {
      const sale = await beside(api.url, season, () => sellAll(api.url, season))
      const join = await beside(api.url, season, async () => {
        const answer = await call(
          api.url,
          season.staffKey,
          'PUT',
          `/v1/manage/seasons/${season.seasonId}/events/${season.joiningId}`,
        )
        if (answer.status >= 300) throw new Error(await answer.text())
      })
      const sold = await count(season)
      const isWhole = sold.seats === season.seatIds.length && sold.claims === season.seatIds.length * (EVENTS + 1)
      return {
        targets: [holds('every season seat has its claims', isWhole)],
        figures: {
          'season seats': sold.seats,
          claims: sold.claims,
          'sold over HTTP, s': round(sale.elapsed),
          'season seats/s': round(sold.seats / sale.elapsed),
          'the same rows in batches, s': round(rowsElapsed),
          'sale, of that rate': round(rowsElapsed / sale.elapsed, 3),
          'longest basket beside the sale, ms': Math.round(sale.longest),
          'an event joins, s': round(join.elapsed),
          'its claims in one statement, s': round(joinRows),
          'join, of that rate': round(joinRows / join.elapsed, 3),
          'longest basket beside the join, ms': Math.round(join.longest),
        },
      }
    } finally {
      await api.stop()
      await season.sql.end()
    }
  })

const round = (value: number, digits = 2) => Number(value.toFixed(digits))

const call = (url: string, key: string, method: string, path: string, body?: object): Promise<Response> =>
  fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : { body: method === 'PUT' ? '{}' : null }),
  })

async function sellAll(url: string, { key, typeId, seatIds }: Season): Promise<void> {
  let next = 0
  const buy = async () => {
    while (next < seatIds.length) {
      const from = next
      next += A_BASKET
      const items = seatIds.slice(from, from + A_BASKET).map((seat_id) => ({
        membership_type_id: typeId,
        seat_id,
        member: { first_name: 'Ada', last_name: 'Okafor' },
      }))
      const opened = await call(url, key, 'POST', '/v1/baskets', { items })
      const basket = (await opened.json()) as { id: string }
      if (opened.status !== 201) throw new Error(JSON.stringify(basket))
      const customer = { email: `fan${from}@example.org`, first_name: 'Ada', last_name: 'Okafor' }
      const paid = await call(url, key, 'POST', `/v1/baskets/${basket.id}/checkout`, {
        payment_method: 'pm_test_ok',
        customer,
      })
      const order = (await paid.json()) as { status?: string }
      if (order.status !== 'confirmed') throw new Error(JSON.stringify(order))
    }
  }
  await Promise.all(Array.from({ length: BUYERS }, buy))
}

/** How long the work took, and how long the longest of the ordinary baskets that were opened meanwhile. */
async function beside(url: string, { key, priceId }: Season, work: () => Promise<void>) {
  let isDone = false
  let longest = 0
  const watch = async () => {
    while (!isDone) {
      const began = performance.now()
      const answer = await call(url, key, 'POST', '/v1/baskets', { items: [{ price_id: priceId, quantity: 1 }] })
      await answer.text()
      longest = Math.max(longest, performance.now() - began)
    }
  }
  const watching = watch()
  const began = performance.now()
  await work().finally(() => {
    isDone = true
  })
  const elapsed = (performance.now() - began) / 1000
  await watching
  return { elapsed, longest }
}

async function count({ sql, orgId, seasonId }: Season): Promise<{ seats: number; claims: number }> {
  const [row] = await sql<{ seats: number; claims: number }[]>`
    select (
      select count(*)
      from season_seats
      where org_id = ${orgId}
        and season_id = ${seasonId}
        and membership_member_id is not null
    ) as seats, (
      select count(*)
      from seat_claims
      where org_id = ${orgId}
        and season_id = ${seasonId}
        and expires_at is null
    ) as claims`
  return row ?? { seats: 0, claims: 0 }
}
