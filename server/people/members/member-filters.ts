import { type Static, Type } from 'typebox'
import type { ByNameAlone } from '../../platform/http/by-name-alone.ts'
import { findsBy } from '../../platform/http/guarded-fields.ts'
import { Search } from '../../platform/http/lists.ts'
import { Id, Input, Integer, OneOf, Text, UnixSeconds } from '../../platform/http/schema.ts'
import { TagField } from '../../resources/fields.ts'

const Time = (description: string) => Type.Optional(UnixSeconds({ description }))

export const MemberFilters = Input({
  updated_since: Time('only members changed, or created and never changed, after this Unix time'),
  updated_until: Time('only members last changed, or created and never changed, before this Unix time'),
  created_since: Time('only members created after this Unix time'),
  created_until: Time('only members created before this Unix time'),
  membership_fulfilled: Type.Optional(OneOf(['yes', 'no'])),
  membership_member_status_id: Type.Optional(
    Integer({ minimum: 0, maximum: 3, description: '0 unpaid, 1 paid, 2 instalments outstanding, 3 cancelled' }),
  ),
  membership_type_id: Type.Optional(Id({ description: 'only members of this type' })),
  membership_seat_map_id: Type.Optional(
    Id({ description: 'only members whose type belongs to a category on this seat map' }),
  ),
  user_id: Type.Optional(Id({ description: 'only members of this customer' })),
  email_address: Type.Optional(
    Text(254, { ...findsBy('customers:read'), description: 'only members with this address, in any case of letters' }),
  ),
  member_number: Type.Optional(Text(64, { description: 'only the member with this number' })),
  barcode: Type.Optional(Text(64, { ...findsBy('cards:read'), description: 'only the member with this barcode' })),
  tag: Type.Optional(TagField),
  search: Type.Optional(Search),
})
export type MemberFilters = Static<typeof MemberFilters> & ByNameAlone
