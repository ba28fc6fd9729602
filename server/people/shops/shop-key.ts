import { createKey } from '../../access/api-keys/key-store.ts'
import { recordAs, systemActor } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import type { Clocks } from '../../platform/values/clock.ts'

/**
 * The publishable key that an organisation's shop is served with. It is made when the shop is first opened, and anew once staff have
 * revoked it: they take a key from strangers who have copied it, and not the shop from their fans.
 */
export async function shopKeyOf(orgId: OrgId, { sql, ...clocks }: Clocks & { sql: Sql }): Promise<string> {
  return (await findShopKey(orgId, sql, clocks.systemClock())) ?? (await makeShopKey(orgId, sql, clocks))
}

async function findShopKey(orgId: OrgId, sql: Db, now: Date): Promise<string | undefined> {
  const [row] = await sql<{ key_text: string }[]>`
    select s.key_text
    from shop_keys s
    join api_keys k using (org_id, key_id)
    where s.org_id = ${orgId}
      and k.org_id = ${orgId}
      and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > ${now})`
  return row?.key_text
}

const makeShopKey = (orgId: OrgId, sql: Sql, { clock, systemClock }: Clocks) =>
  sql.begin(async (tx) => {
    // Two pages that are asked for at once would make two.
    await tx`
      select 1 as one
      from organisations
      where org_id = ${orgId}
      for update`
    const present = await findShopKey(orgId, tx, systemClock())
    if (present !== undefined) return present
    const { key_id, secret } = await createKey(orgId, tx, { kind: 'pk', name: 'Shop' })
    await tx`
      insert into shop_keys (org_id, key_id, key_text)
      values (${orgId}, ${key_id}, ${secret})
      on conflict (org_id) do update
      set key_id = excluded.key_id, key_text = excluded.key_text`
    const actor = systemActor(orgId)
    await recordAs(tx, clock, actor, { action: 'api_key.created', objectType: 'api_key', objectId: key_id })
    return secret
  }) as Promise<string>
