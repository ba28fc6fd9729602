import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Integer, Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'

const days = (description: string) => Nullable(Integer({ minimum: 1, maximum: 365, description }))

/** The rungs that an organisation sets itself; the others are the same for all. */
const ladderFields = {
  collection_hour: Integer({
    minimum: 0,
    maximum: 23,
    description: 'at which hour of the organisation’s day instalments are charged',
  }),
  retry_days: Type.Array(Integer({ minimum: 1, maximum: 90 }), {
    maxItems: 8,
    uniqueItems: true,
    description:
      'so many days after its own an instalment is charged again that an account had no money for; what a bank will never pay, or wants the fan for, is not',
  }),
  soft_overdue_days: days(
    'so many days after its first failure a member is let in and the steward told, and has member prices; null: never',
  ),
  hard_overdue_days: days(
    'so many days after its first failure a member is refused at the gates and has no member prices; null: from its own day on',
  ),
}

const laterFields = {
  seat_free_days: days(
    'so many days after its first failure the member’s seat is for sale, at each match from three days before it on; null: never',
  ),
  end_days: days('so many days after its first failure the membership ends, and what is owed stays owed; null: never'),
}

/** What an organisation sends: a program that does not know of the later rungs sends none of them. */
export const ladderInput = {
  ...ladderFields,
  seat_free_days: Type.Optional(laterFields.seat_free_days),
  end_days: Type.Optional(laterFields.end_days),
}

export const CollectionLadder = Type.Object({ ...ladderFields, ...laterFields }, { title: 'CollectionLadder' })
export type CollectionLadder = Static<typeof CollectionLadder>

export const CollectionLadderRow = CollectionLadder

export async function findLadder(orgId: OrgId, sql: Db, { lock = false } = {}): Promise<CollectionLadder> {
  const [row] = await sql<CollectionLadder[]>`
    select collection_hour, retry_days, soft_overdue_days, hard_overdue_days, seat_free_days, end_days
    from organisations
    where org_id = ${orgId}
    ${lock ? sql`for no key update` : sql``}`
  if (!row) throw new ApiError('resource_missing')
  return {
    collection_hour: row.collection_hour,
    retry_days: row.retry_days,
    soft_overdue_days: row.soft_overdue_days,
    hard_overdue_days: row.hard_overdue_days,
    seat_free_days: row.seat_free_days,
    end_days: row.end_days,
  }
}
