import type { Sql } from '../../platform/postgres/database.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import type { KeyPrincipal } from '../principal.ts'

export type LastUsed = { note(principal: KeyPrincipal): void; flush(): Promise<void> }

type Uses = Map<number, { orgId: number; at: Date }>

/** Remembers which keys were used and writes them in one statement a minute, never on the path of a request. */
export function createLastUsed({ sql, systemClock }: { sql: Sql; systemClock: SystemClock }): LastUsed {
  let used: Uses = new Map()
  return {
    note({ orgId, keyId }) {
      const use = used.get(keyId)
      if (use) use.at = systemClock()
      else used.set(keyId, { orgId, at: systemClock() })
    },
    async flush() {
      if (used.size === 0) return
      const batch = used
      used = new Map()
      try {
        await write(sql, batch)
      } catch (error) {
        // Kept for the next minute, but for keys that have been used again since.
        used = new Map([...batch, ...used])
        throw error
      }
    },
  }
}

/** In the order of their ids, so that two processes rarely wait for each other. */
async function write(sql: Sql, uses: Uses): Promise<void> {
  const batch = [...uses].sort(([a], [b]) => a - b)
  await sql`
    update api_keys k
    set last_used_at = u.at
    from unnest(
      ${batch.map(([, { orgId }]) => orgId)}::bigint[],
      ${batch.map(([keyId]) => keyId)}::bigint[],
      ${batch.map(([, { at }]) => at.toISOString())}::timestamptz[]
    ) as u (org_id, key_id, at)
    where k.org_id = u.org_id
      and k.key_id = u.key_id
      and (k.last_used_at is null or k.last_used_at < u.at)
      and k.org_id not in (
        select m.org_id
        from organisation_moves m
        where m.move_state <> 'leaving'
      )`
}
