import { type Static, Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Integer } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { makeLinkToken } from './sale-link.ts'

const Params = Input({ membership_member_id: Id() })
const Body = Input({
  valid_days: Type.Optional(Integer({ minimum: 1, maximum: 90, default: 14, description: 'how long the link counts' })),
})
const SaleLink = Type.Object(
  {
    membership_member_id: Type.Integer(),
    link_token: Type.String({ description: 'put it into a link to your shop, which sends it on to the basket' }),
    expires_at: Type.Integer({ description: 'Unix seconds' }),
  },
  { title: 'SaleLink' },
)

export const createSaleLink: Operation = (app, deps) =>
  app.post(
    '/v1/manage/members/:membership_member_id/sale_link',
    {
      config: { scope: 'members:manage' },
      schema: {
        operationId: 'createSaleLink',
        summary: 'Make a link by which a member can buy',
        description: [
          'Anyone with the token can prove to be the person behind the member, at `POST /v1/baskets/{basket_id}/member`: send it to',
          'the member alone. It cannot be taken back; what it is good for ends with the membership.',
        ].join(' '),
        tags: ['Members'],
        params: Params,
        body: Body,
        response: { 201: SaleLink },
      },
    },
    (request, reply) => {
      const { orgId, params, body } = request
      const { membership_member_id: memberId } = params
      reply.code(201)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const [member] = await findMember(orgId, tx, memberId)
        if (!member) throw new ApiError('resource_missing')
        if (!member.active) throw new ApiError('state_conflict', { message: 'The member is cancelled or erased.' })
        const expiresAt = new Date(deps.clock(orgId).getTime() + (body.valid_days ?? 14) * DAY_MS)
        const expires_at = unixSeconds(expiresAt)
        const entry = { action: 'member.sale_link_created', objectType: 'member', objectId: memberId }
        await record(tx, deps.clock, request, { ...entry, after: { expires_at } })
        return {
          membership_member_id: memberId,
          link_token: makeLinkToken(deps.seal, orgId, member.user_id, expiresAt),
          expires_at,
        } satisfies Static<typeof SaleLink>
      })
    },
  )

const findMember = (orgId: OrgId, sql: Db, memberId: number) => sql<{ user_id: number; active: boolean }[]>`
  select m.user_id, m.membership_member_status_id <> ${memberStatus.cancelled} and c.erased_at is null as active
  from members m
  join customers c on c.org_id = m.org_id and c.user_id = m.user_id
  where m.org_id = ${orgId}
    and m.membership_member_id = ${memberId}`
