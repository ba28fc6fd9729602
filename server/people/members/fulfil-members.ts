import { type Static, Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { Input, Integer, Text } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { publishFulfilment } from './member-messages.ts'

const BODY_BYTES_MAX = 1024 * 1024

const Body = Input({
  members: Type.Array(
    Input({
      // Any number: one that no member can have is in not_found, and does not keep the others from being fulfilled.
      membership_member_id: Integer(),
      fulfillment_tracking_code: Type.Optional(Text(100, { description: 'left as it is unless sent' })),
    }),
    { minItems: 1, maxItems: 500 },
  ),
})

const Reply = Type.Object(
  {
    members_fulfilled: Type.Integer({ description: 'how many of the members exist; all of them are fulfilled now' }),
    not_found: Type.Array(Type.Integer(), { description: 'ids that no member has' }),
  },
  { title: 'Fulfilment' },
)

export const fulfilMembers: Operation = (app, deps) =>
  app.post(
    '/v1/members/fulfillments',
    {
      bodyLimit: BODY_BYTES_MAX,
      config: { scope: 'members:write' },
      schema: {
        operationId: 'fulfilMembers',
        summary: 'Mark a set of members as fulfilled',
        description:
          'A member who was fulfilled before keeps the first date, and takes the tracking code if there is one. An id that ' +
          'comes twice counts once, with its last code.',
        tags: ['Members'],
        body: Body,
        response: { 200: Reply },
      },
    },
    (request, reply) => {
      const { orgId, body } = request
      const codes = lastCodes(body)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const rows = await fulfil(orgId, tx, deps.clock(orgId), codes)
        const changedRows = rows.filter(({ is_changed }) => is_changed)
        if (changedRows.length > 0) {
          await publishFulfilment(orgId, tx, deps.clock, changedRows)
          const after = { membership_member_ids: changedRows.map(({ membership_member_id }) => membership_member_id) }
          const entry = { action: 'members.fulfilled', objectType: 'members', objectId: request.id, after }
          await record(tx, deps.clock, request, entry)
        }
        const memberIds = new Set(rows.map(({ membership_member_id }) => membership_member_id))
        return { members_fulfilled: rows.length, not_found: [...codes.keys()].filter((id) => !memberIds.has(id)) }
      })
    },
  )

/** Each id once. The later line is the correction, unless it has no code at all. */
function lastCodes({ members }: Static<typeof Body>): Map<number, string | null> {
  const codes = new Map<number, string | null>()
  for (const { membership_member_id: id, fulfillment_tracking_code: code } of members) {
    codes.set(id, code ?? codes.get(id) ?? null)
  }
  return codes
}

export const FulfilledRow = Type.Object({
  membership_member_id: Type.Integer(),
  was_fulfilled: Type.Boolean(),
  is_changed: Type.Boolean(),
})
export type FulfilledRow = Static<typeof FulfilledRow>

/**
 * Locks in the order of ids, so that two requests for the same members wait for each other instead of failing. What was true
 * under the lock decides: the first date stays, and nothing is written where nothing changes. The answer is read before the
 * update and not joined to it: that join was 250,000 comparisons for 500 members, a third of the time (bench/fulfil.ts).
 */
const fulfil = (orgId: OrgId, tx: Tx, now: Date, codes: Map<number, string | null>) => tx<FulfilledRow[]>`
  with member_before as materialized (
    select m.membership_member_id, m.fulfilled_at is not null as was_fulfilled, g.code,
      m.fulfilled_at is null
        or (g.code is not null and g.code is distinct from m.fulfillment_tracking_code) as is_changed
    from unnest(${[...codes.keys()]}::bigint[], ${[...codes.values()]}::text[]) as g (id, code)
    join members m on m.org_id = ${orgId} and m.membership_member_id = g.id
    order by m.membership_member_id
    for no key update of m
  ), member_after as (
    update members m
    set fulfilled_at = coalesce(m.fulfilled_at, ${now}),
      fulfillment_tracking_code = coalesce(b.code, m.fulfillment_tracking_code),
      changed_at = ${now}
    from member_before b
    where m.org_id = ${orgId}
      and m.membership_member_id = b.membership_member_id
      and b.is_changed
  )
  select membership_member_id, was_fulfilled, is_changed
  from member_before
  order by membership_member_id`
