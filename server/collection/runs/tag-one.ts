import { changeTags } from './change-tags.ts'
import type { ItemContext, ItemResult } from './run-item.ts'
import type { ObjectType, TaggedType } from './run-objects.ts'

/** Gives an object of a run its tag, or takes it away. */
export async function tagOne(at: ItemContext, objectType: ObjectType, id: number): Promise<ItemResult> {
  const isAdded = at.action === 'tag'
  const { tag } = at.details
  const change =
    tag === undefined
      ? undefined
      : await changeTags(at.orgId, at.tx, at, { objectType: objectType as TaggedType, id, tag, isAdded })
  if (change?.isChanged) return { outcome: 'done' }
  return { outcome: 'skipped', reason: isAdded ? 'tagged_already' : 'not_tagged' }
}
