import { ApiError } from '../../platform/http/errors.ts'
import type { ItemContext, ItemResult } from './run-item.ts'
import type { ObjectType } from './run-objects.ts'

const TAGS_MAX = 20

const tables = {
  orders: ['orders', 'order_id'],
  customers: ['customers', 'user_id'],
  members: ['members', 'membership_member_id'],
} as const

/**
 * Gives an object a tag, or takes it away. No reader outside is told, and the object counts as unchanged: it is the organisation's own
 * way of finding it again.
 */
export async function tagOne(
  { orgId, tx, action, details }: ItemContext,
  type: ObjectType,
  id: number,
): Promise<ItemResult> {
  const [table, key] = tables[type]
  const { tag } = details
  const [row] = await tx<{ tags: string[] }[]>`
    select tags
    from ${tx(table)}
    where org_id = ${orgId}
      and ${tx(key)} = ${id}
    for no key update`
  if (!row) throw new ApiError('resource_missing')
  const isAdded = action === 'tag'
  if (tag === undefined || row.tags.includes(tag) === isAdded)
    return { outcome: 'skipped', reason: isAdded ? 'tagged_already' : 'not_tagged' }
  if (isAdded && row.tags.length >= TAGS_MAX)
    throw new ApiError('state_conflict', { message: `It has ${TAGS_MAX} tags already.` })
  const tags = isAdded ? [...row.tags, tag].sort() : row.tags.filter((each) => each !== tag)
  await tx`
    update ${tx(table)}
    set tags = ${tags}::text[]
    where org_id = ${orgId}
      and ${tx(key)} = ${id}`
  return { outcome: 'done' }
}
