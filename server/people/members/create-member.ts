import { type Static, Type } from 'typebox'
import { credential } from '../../platform/http/guarded-fields.ts'
import { Id, Input, Nullable } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type ChangeContext, inChange, insertRow } from '../../resources/change-row.ts'
import type { ColumnValues } from '../../resources/resource.ts'
import { countMember } from '../membership-catalogue/type-limit.ts'
import { Member, type MemberRow } from './member.ts'
import { unusedCode } from './member-code.ts'
import { MemberFields, toColumns } from './member-fields.ts'
import { announceMembers } from './member-horizon.ts'
import { members } from './member-resource.ts'
import { chooseType, refuseErased, refuseUnborn, timeZoneOf } from './member-rules.ts'
import { endOfDay } from './membership-end.ts'
import { findPersonId } from './person-id.ts'
import { takePlace } from './seat-rule.ts'

const Body = Input({
  ...MemberFields.properties,
  membership_seat_id: Type.Optional(Nullable(Id({ description: 'a seat that is free in the season of the type' }))),
})
const Reply = Type.Object(
  { member_id: Type.String({ description: 'the membership_member_id, as text' }), ...Member.properties },
  { title: 'CreatedMember' },
)

export const createMember: Operation = (app, deps) =>
  app.post(
    '/v1/members',
    {
      config: { scope: 'members:write' },
      schema: {
        operationId: 'createMember',
        summary: 'Create a member',
        description:
          'The new member is unpaid and not fulfilled, with a barcode of its own. Without `expires`, the membership ends ' +
          'when its type does; without an e-mail address, a mobile number or a postcode of its own it has the customer’s.',
        tags: ['Members'],
        body: Body,
        response: { 201: Reply },
      },
    },
    (request, reply) => {
      reply.code(201)
      return inChange(members, deps, request, reply, async (at) => {
        const { columns, seasonId } = await newColumns(at, request.body)
        const { membership_seat_id: seatId = null } = request.body
        await announceMembers(at.orgId, at.tx)
        const member = await insertRow(members, at, columns, (id) => takePlace(at, id, seasonId, seatId))
        return { member_id: String(member.membership_member_id), ...member }
      })
    },
  )

type NewMember = { columns: ColumnValues<MemberRow>; seasonId: number | null }

async function newColumns(at: ChangeContext, body: Static<typeof Body>): Promise<NewMember> {
  const { membership_seat_id: seatId = null, ...fields } = body
  const contact = await refuseErased(at, Number(fields.user_id))
  await refuseUnborn(at, fields.date_of_birth)
  // Its lock for itself before that which it shares: two who had shared it would wait for each other.
  await countMember(at.orgId, at.tx, fields.membership_type_id ?? null, 1)
  const type = fields.membership_type_id ? await chooseType(at, fields.membership_type_id) : undefined
  const [memberNumber, barcode] = await Promise.all([
    unusedCode(at.orgId, at.tx, 'member_number'),
    unusedCode(at.orgId, at.tx, 'barcode'),
  ])
  const columns = {
    ...contact,
    person_id: await findPersonId(at.orgId, at.tx, fields),
    member_number: memberNumber,
    barcode: credential(barcode),
    ...(type?.expires ? { expires: endOfDay(type.expires, await timeZoneOf(at)) } : {}),
    membership_seat_id: seatId,
    ...toColumns(fields),
  }
  return { columns, seasonId: type?.seasonId ?? null }
}
