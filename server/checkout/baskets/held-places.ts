import type { OrgId } from '../../access/principal.ts'
import type { ApiError } from '../../platform/http/errors.ts'
import type { Db, Sql, Tx } from '../../platform/postgres/database.ts'
import { purgeExpired } from '../../platform/postgres/purge.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import { StockError } from '../../programme/stock/errors.ts'
import { BASKET_MS_MAX } from './basket-state.ts'

/**
 * How many places an address holds at once through publishable keys, which stand in every shop's page: without a cap, any visitor
 * could hold a whole event for nothing. An address is known here by a keyed hash only.
 */

/**
 * Makes buyers who take places through the same addresses wait for each other. Behind the baskets and before the pools, in the
 * order of the hashes, as all transactions that need several lock them. The update changes nothing: it locks a row that is there.
 */
export const lockAddresses = (orgId: OrgId, tx: Tx, now: Date, hashes: string[]) => tx`
  insert into holding_addresses as a (org_id, address_hash, created_at)
  select ${orgId}, h.address_hash, ${now}
  from unnest(${[...hashes].sort()}::text[]) as h (address_hash)
  on conflict (org_id, address_hash) do update
  set created_at = a.created_at`

export const findAddressCap = (orgId: OrgId, sql: Db) => sql<{ held_places_per_address: number | null }[]>`
  select held_places_per_address
  from organisations
  where org_id = ${orgId}`

type HeldRow = { address_hash: string; places: number }

/** Read after `lockAddresses`, in a statement of its own. What is being paid is held; what has expired is not. */
export const findHeldPlaces = (orgId: OrgId, sql: Db, now: Date, hashes: string[]) => sql<HeldRow[]>`
  select address_hash, sum(places)::bigint as places
  from holds
  where org_id = ${orgId}
    and address_hash = any (${hashes}::text[])
    and (expires_at is null or expires_at > ${now})
  group by address_hash`

/** What addresses hold while a batch is being granted under their locks. */
export class HeldPlaces {
  readonly #cap: number | null
  readonly #placesOf: Map<string, number>

  constructor(cap: number | null, rows: HeldRow[]) {
    this.#cap = cap
    this.#placesOf = new Map(rows.map(({ address_hash, places }) => [address_hash, places]))
  }

  /** Why an address cannot hold so many places more. Who asks with a secret key has none, and is not bound. */
  refusal(addressHash: string | null, places: number): ApiError | null {
    if (addressHash === null || this.#cap === null) return null
    if ((this.#placesOf.get(addressHash) ?? 0) + places <= this.#cap) return null
    const message = `One address can hold ${this.#cap} places at once.`
    return new StockError('held_places_per_address', { param: 'quantity', message, held_places_per_address: this.#cap })
  }

  count(addressHash: string | null, places: number): void {
    if (addressHash === null) return
    this.#placesOf.set(addressHash, (this.#placesOf.get(addressHash) ?? 0) + places)
  }
}

/** Forgets addresses that took places longer ago than a basket lasts; one that comes back gets a new row. */
export function purgeHoldingAddresses(sql: Sql, systemClock: SystemClock): Promise<number> {
  const before = new Date(systemClock().getTime() - BASKET_MS_MAX)
  return purgeExpired(sql, { table: 'holding_addresses', column: 'created_at', isOver: sql`created_at < ${before}` })
}
