import { type Static, Type } from 'typebox'
import { actorOf, type Caller } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { requireScope } from '../../access/require-scope.ts'
import { Id, Input, OneOf } from '../../platform/http/schema.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { TagField, Tags } from '../../resources/fields.ts'
import { changeTags } from './change-tags.ts'
import { runActions } from './run-actions.ts'
import { type TaggedType, taggedTypes } from './run-objects.ts'

/** Which tag, and of what. */
export const TagOfObject = Input({
  object_type: OneOf([...taggedTypes]),
  object_id: Id({ description: 'order_id, user_id or membership_member_id' }),
  tag: TagField,
})

export const TaggedObject = Type.Object(
  { object_type: OneOf([...taggedTypes]), object_id: Type.Integer(), tags: Tags },
  { title: 'TaggedObject' },
)

/** A caller who may tag many may tag one. */
export function requireTagging({ principal }: Caller, objectType: TaggedType): void {
  const action = runActions[objectType].tag
  if (!action) throw new Error(`${objectType} have no tags`)
  requireScope(principal, action.right)
}

export async function changeTag(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  caller: Caller,
  { object_type, object_id, tag }: Static<typeof TagOfObject>,
  isAdded: boolean,
) {
  const given = { objectType: object_type, id: object_id, tag, isAdded }
  const { tags } = await changeTags(orgId, tx, { clock, actor: actorOf(caller) }, given)
  return { object_type, object_id, tags } satisfies Static<typeof TaggedObject>
}
