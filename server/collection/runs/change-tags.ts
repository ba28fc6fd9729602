import { type Actor, recordAs } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import type { TaggedType } from './run-objects.ts'

const TAGS_MAX = 20

const tables = {
  orders: { table: 'orders', key: 'order_id', singular: 'order' },
  customers: { table: 'customers', key: 'user_id', singular: 'customer' },
  members: { table: 'members', key: 'membership_member_id', singular: 'member' },
} as const

/**
 * Gives an object a tag, or takes it away. No reader outside is told, and the object counts as unchanged: it is the organisation's own
 * way of finding it again.
 */
export async function changeTags(
  orgId: OrgId,
  tx: Tx,
  { clock, actor }: { clock: Clock; actor: Actor },
  { objectType, id, tag, isAdded }: { objectType: TaggedType; id: number; tag: string; isAdded: boolean },
): Promise<{ tags: string[]; isChanged: boolean }> {
  const { table, key, singular } = tables[objectType]
  const [row] = await tx<{ tags: string[] }[]>`
    select tags
    from ${tx(table)}
    where org_id = ${orgId}
      and ${tx(key)} = ${id}
    for no key update`
  if (!row) throw new ApiError('resource_missing')
  if (row.tags.includes(tag) === isAdded) return { tags: row.tags, isChanged: false }
  if (isAdded && row.tags.length >= TAGS_MAX)
    throw new ApiError('state_conflict', { param: 'tag', message: `It has ${TAGS_MAX} tags already.` })
  const tags = isAdded ? [...row.tags, tag].sort() : row.tags.filter((each) => each !== tag)
  await tx`
    update ${tx(table)}
    set tags = ${tags}::text[]
    where org_id = ${orgId}
      and ${tx(key)} = ${id}`
  // Of a person without its words, which say what staff call them: the log could not forget it.
  const words = objectType === 'orders' ? { tag } : {}
  await recordAs(tx, clock, actor, {
    action: `${singular}.${isAdded ? 'tagged' : 'untagged'}`,
    objectType: singular,
    objectId: id,
    ...(isAdded ? { after: words } : { before: words }),
  })
  return { tags, isChanged: true }
}
