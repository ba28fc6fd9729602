import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { ListOf } from '../../platform/http/lists.ts'
import { Id, Input, Nullable, OneOf, StatusId } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import { memberStatus } from '../../programme/statuses.ts'

const amount = (description: string) => Type.Number({ description })

const TermPlan = Type.Object(
  {
    membership_plan_id: Type.Integer(),
    order_id: Type.Integer({ description: 'that of an upgrade is another than that of the term' }),
    currency: Type.String({ description: 'ISO 4217' }),
    total: amount('major unit of the currency'),
    open: amount('still to be paid'),
    paid: amount('paid so far'),
    waived: amount('written off'),
    cancelled: amount('not to be paid any more'),
    next_due: Nullable(Type.Integer({ description: 'Unix seconds; until when the next instalment is to be paid' })),
  },
  { title: 'MemberTermPlan' },
)

const MemberTerm = Type.Object(
  {
    member_term_id: Nullable(Type.Integer({ description: 'null: the term that the member shows' })),
    term_state: OneOf(['past', 'running', 'next']),
    membership_type_id: Nullable(Type.Integer()),
    type_title: Nullable(Type.String()),
    season_id: Nullable(Type.Integer()),
    season_title: Nullable(Type.String()),
    seat_id: Nullable(Type.Integer()),
    seat_section: Nullable(Type.String()),
    seat_block: Nullable(Type.String({ description: 'the block of the stand' })),
    seat_row: Nullable(Type.String()),
    seat_title: Nullable(Type.String()),
    order_id: Nullable(Type.Integer()),
    membership_member_status_id: StatusId(memberStatus, {
      description: '0 unpaid, 1 paid, 2 instalments outstanding, 3 cancelled',
    }),
    auto_renew: Type.Boolean(),
    starts: Type.Integer({ description: 'Unix seconds' }),
    ends: Nullable(Type.Integer({ description: 'Unix seconds; null: it does not end' })),
    plans: Type.Array(TermPlan, { description: 'how it is paid over time; none where it was paid at once' }),
  },
  { title: 'MemberTerm' },
)

const DateOrNull = Type.Unsafe<Date | null>({ type: ['object', 'null'] })

type PlanRow = Omit<Static<typeof TermPlan>, 'next_due'> & { next_due: number | null }

export const MemberTermRow = Type.Object({
  member_term_id: Nullable(Type.Integer()),
  membership_type_id: Nullable(Type.Integer()),
  type_title: Nullable(Type.String()),
  season_id: Nullable(Type.Integer()),
  season_title: Nullable(Type.String()),
  seat_id: Nullable(Type.Integer()),
  seat_section: Nullable(Type.String()),
  seat_block: Nullable(Type.String({ description: 'the block of the stand' })),
  seat_row: Nullable(Type.String()),
  seat_title: Nullable(Type.String()),
  order_id: Nullable(Type.Integer()),
  membership_member_status_id: Type.Integer(),
  auto_renew: Type.Boolean(),
  starts_at: Type.Unsafe<Date>({ type: 'object' }),
  ends_at: DateOrNull,
  plans: Type.Unsafe<PlanRow[]>({ type: 'array' }),
})
type MemberTermRow = Static<typeof MemberTermRow>

export const listMemberTerms: Operation = (app, { sql, clock }) =>
  app.get(
    '/v1/manage/members/:membership_member_id/terms',
    {
      config: { scope: 'members:manage' },
      schema: {
        operationId: 'listMemberTerms',
        summary: 'List the terms of a membership',
        description:
          'Those that are over, the one that the member shows, and those that are bought and have not begun, in the order of their days; each with its season, seat, order and plans.',
        tags: ['Members'],
        params: Input({ membership_member_id: Id() }),
        response: { 200: ListOf('member_terms', MemberTerm) },
      },
    },
    async ({ orgId, params: { membership_member_id: memberId } }) => {
      const rows = await findTerms(orgId, sql, memberId)
      if (rows.length === 0) throw new ApiError('resource_missing')
      const now = clock(orgId)
      return {
        object: 'member_terms',
        url: `/v1/manage/members/${memberId}/terms`,
        has_more: false,
        data: rows.map((row) => toMemberTerm(row, now)),
      }
    },
  )

const findTerms = (orgId: OrgId, sql: Db, memberId: number) => sql<MemberTermRow[]>`
  select t.member_term_id, t.membership_type_id, y.title as type_title, t.season_id, n.title as season_title, t.seat_id,
    x.title as seat_section, x.sub_section_title as seat_block, s.seat_row, s.seat_title, t.order_id, t.membership_member_status_id, t.auto_renew, t.starts_at, t.ends_at,
    coalesce(p.plans, '[]') as plans
  from (
    select null::bigint as member_term_id, m.membership_member_id, m.membership_type_id, k.season_id, m.membership_seat_id as seat_id,
      m.membership_order_id as order_id, m.membership_member_status_id, m.auto_renew, coalesce(m.starts_at, m.created_at) as starts_at,
      m.expires as ends_at
    from members m
    left join membership_types k on k.org_id = ${orgId} and k.membership_type_id = m.membership_type_id
    where m.org_id = ${orgId}
      and m.membership_member_id = ${memberId}
    union all
    select o.member_term_id, o.membership_member_id, o.membership_type_id, o.season_id, o.seat_id, o.order_id, o.membership_member_status_id,
      o.auto_renew, o.starts_at, o.ends_at
    from member_terms o
    where o.org_id = ${orgId}
      and o.membership_member_id = ${memberId}
  ) t
  left join membership_types y on y.org_id = ${orgId} and y.membership_type_id = t.membership_type_id
  left join seasons n on n.org_id = ${orgId} and n.season_id = t.season_id
  left join seats s on s.org_id = ${orgId} and s.seat_id = t.seat_id
  left join seat_sections x
    on x.org_id = ${orgId} and x.seat_map_id = s.seat_map_id and x.seat_section_id = s.seat_section_id
  left join lateral (
    select jsonb_agg(
        jsonb_build_object(
          'membership_plan_id', q.membership_plan_id, 'order_id', q.order_id, 'currency', q.currency, 'total', q.total_minor,
          'open', q.open_minor, 'paid', q.paid_minor, 'waived', q.waived_minor, 'cancelled', q.cancelled_minor,
          'next_due', (
            select floor(extract(epoch from min(d.due_at)))
            from debts d
            where d.org_id = ${orgId}
              and d.membership_plan_id = q.membership_plan_id
              and d.closed_at is null
          )
        )
        order by q.membership_plan_id
      ) as plans
    from membership_plans q
    where q.org_id = ${orgId}
      and q.membership_member_id = t.membership_member_id
      and q.term_order_id = t.order_id
  ) p on true
  order by t.starts_at, t.member_term_id nulls last`

function toMemberTerm(row: MemberTermRow, now: Date) {
  const { starts_at, ends_at, plans, ...columns } = row
  return {
    ...columns,
    term_state: stateOf(row, now),
    starts: unixSeconds(starts_at),
    ends: ends_at && unixSeconds(ends_at),
    plans: plans.map(({ total, open, paid, waived, cancelled, ...plan }) => ({
      ...plan,
      total: toMajor(total, plan.currency),
      open: toMajor(open, plan.currency),
      paid: toMajor(paid, plan.currency),
      waived: toMajor(waived, plan.currency),
      cancelled: toMajor(cancelled, plan.currency),
    })),
  } satisfies Static<typeof MemberTerm>
}

function stateOf({ starts_at, ends_at, membership_member_status_id: status }: MemberTermRow, now: Date) {
  if (status === memberStatus.cancelled || (ends_at !== null && ends_at <= now)) return 'past'
  return starts_at > now ? 'next' : 'running'
}
