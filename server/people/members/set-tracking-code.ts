import { type Static, Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Nullable, Text } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { publishFulfilment } from './member-messages.ts'

const Params = Input({ membership_member_id: Id() })
const Body = Input({ fulfillment_tracking_code: Nullable(Text(100, { description: 'null clears the code' })) })
const Reply = Type.Object(
  { membership_member_id: Type.String(), fulfillment_tracking_code: Nullable(Type.String()) },
  { title: 'TrackingCode' },
)

export const setTrackingCode: Operation = (app, deps) =>
  app.put(
    '/v1/members/:membership_member_id/fulfillment_tracking_code',
    {
      config: { scope: 'members:write' },
      schema: {
        operationId: 'setTrackingCode',
        summary: 'Update the fulfilment tracking code of a membership',
        description: 'A code marks the member as fulfilled. Clearing it leaves the member as it is.',
        tags: ['Members'],
        params: Params,
        body: Body,
        response: { 200: Reply },
      },
    },
    (request, reply) => {
      const { orgId, params, body } = request
      const code = body.fulfillment_tracking_code
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const [row] = await storeTrackingCode(orgId, tx, deps.clock(orgId), params.membership_member_id, code)
        if (!row) throw new ApiError('resource_missing')
        if (row.is_changed) {
          const objectId = row.membership_member_id
          const before = { fulfillment_tracking_code: row.old_code }
          await record(tx, deps.clock, request, {
            action: 'member.tracking_code_set',
            objectType: 'member',
            objectId,
            before,
            after: { fulfillment_tracking_code: code },
          })
          await publishFulfilment(orgId, tx, deps.clock, [row])
        }
        return toTrackingCode(row.membership_member_id, code)
      })
    },
  )

export const TrackingCodeRow = Type.Object({
  membership_member_id: Type.Integer(),
  was_fulfilled: Type.Boolean(),
  old_code: Nullable(Type.String()),
  is_changed: Type.Boolean(),
})
type TrackingCodeRow = Static<typeof TrackingCodeRow>

/** A code says that the parcel left, so it fulfils; clearing one leaves the state, and the first date stays for good. */
const storeTrackingCode = (orgId: OrgId, tx: Tx, now: Date, memberId: number, code: string | null) => tx<
  TrackingCodeRow[]
>`
  with member_before as materialized (
    select membership_member_id, fulfilled_at is not null as was_fulfilled, fulfillment_tracking_code as old_code
    from members
    where org_id = ${orgId}
      and membership_member_id = ${memberId}
    for no key update
  ), member_after as (
    update members m
    set fulfillment_tracking_code = ${code},
      fulfilled_at = case when ${code}::text is null then m.fulfilled_at else coalesce(m.fulfilled_at, ${now}) end,
      changed_at = ${now}
    from member_before b
    where m.org_id = ${orgId}
      and m.membership_member_id = b.membership_member_id
      and (
        m.fulfillment_tracking_code is distinct from ${code}
        or m.fulfilled_at is null and ${code}::text is not null
      )
    returning m.membership_member_id
  )
  select b.membership_member_id, b.was_fulfilled, b.old_code,
    a.membership_member_id is not null as is_changed
  from member_before b
  left join member_after a using (membership_member_id)`

const toTrackingCode = (memberId: number, code: string | null) =>
  ({ membership_member_id: String(memberId), fulfillment_tracking_code: code }) satisfies Static<typeof Reply>
