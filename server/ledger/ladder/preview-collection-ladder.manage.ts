import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { ladderInput } from './collection-ladder.ts'
import { refuseTangled } from './refuse-tangled.ts'

const Body = Input(ladderInput)
const DAYS_AHEAD = 30

const MemberCounts = Type.Object({
  soft_overdue: Type.Integer({ description: 'let in, and the steward told' }),
  hard_overdue: Type.Integer({ description: 'refused, with those on later steps' }),
  seat_free: Type.Integer({ description: 'whose seats are for sale, with those who are ended' }),
  ended: Type.Integer(),
})

const LadderPreview = Type.Object(
  { today: MemberCounts, in_30_days: MemberCounts },
  { title: 'CollectionLadderPreview' },
)

export const previewCollectionLadder: Operation = (app, deps) =>
  app.post(
    '/v1/manage/collection_ladder/preview',
    {
      config: { scope: 'members:manage' },
      schema: {
        operationId: 'previewCollectionLadder',
        summary: 'Preview what a ladder would do to members',
        description:
          'How many memberships would be on which step today, and in 30 days if nothing of what has failed by now is paid. What fails from now on is not in it. Nothing is changed.',
        tags: ['Members'],
        body: Body,
        response: { 200: LadderPreview },
      },
    },
    (request, reply) => {
      const { orgId, body } = request
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        refuseTangled(body)
        const now = deps.clock(orgId)
        const later = new Date(now.getTime() + DAYS_AHEAD * DAY_MS)
        return {
          today: await countSteps(orgId, tx, body, { now, at: now }),
          in_30_days: await countSteps(orgId, tx, body, { now, at: later }),
        }
      })
    },
  )

export const LadderCountRow = Type.Object({
  soft_overdue: Type.Integer(),
  hard_overdue: Type.Integer(),
  seat_free: Type.Integer(),
  ended: Type.Integer(),
})
type LadderCountRow = Static<typeof LadderCountRow>

/** By the first of its instalments that has failed by now; plans that are paused stand still, and memberships that are over count no more. */
async function countSteps(
  orgId: OrgId,
  sql: Db,
  ladder: Static<typeof Body>,
  { now, at }: { now: Date; at: Date },
): Promise<LadderCountRow> {
  const { soft_overdue_days: soft, hard_overdue_days: hard, seat_free_days: seat = null, end_days: end = null } = ladder
  const isPast = (days: number | null) =>
    days === null ? sql`false` : sql`f.failed_at + ${days} * interval '1 day' <= ${at}`
  const isHard = hard === null ? sql`f.failed_at <= ${at}` : isPast(hard)
  const [row] = await sql<LadderCountRow[]>`
    select count(*) filter (where ${isPast(soft)} and not (${isHard})) as soft_overdue, count(*) filter (where ${isHard}) as hard_overdue,
      count(*) filter (where ${isPast(seat)}) as seat_free, count(*) filter (where ${isPast(end)}) as ended
    from (
      select min(greatest(d.due_at, d.first_failed_at)) as failed_at
      from debts d
      join membership_plans p on p.org_id = ${orgId} and p.membership_plan_id = d.membership_plan_id
      join members m on m.org_id = ${orgId} and m.membership_member_id = p.membership_member_id
      where d.org_id = ${orgId}
        and d.kind = 'instalment'
        and d.closed_at is null
        and d.due_at <= ${new Date(now.getTime() + DAY_MS)}
        and p.paused_at is null
        and m.membership_member_status_id <> ${memberStatus.cancelled}
        and (
          d.first_failed_at is not null
          or (d.next_attempt_at is null and d.held_attempt_at is null and d.attempt_payment_id is null and d.due_at <= ${now})
        )
      group by d.membership_plan_id
    ) f`
  if (!row) throw new Error('a count left no row')
  return {
    soft_overdue: row.soft_overdue,
    hard_overdue: row.hard_overdue,
    seat_free: row.seat_free,
    ended: row.ended,
  }
}
