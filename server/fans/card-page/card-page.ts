import { type Static, Type } from 'typebox'
import type { CardRow } from '../../papers/ticket-files/member-cards.ts'
import { Member } from '../../people/members/member.ts'
import { MembershipCategory } from '../../people/membership-catalogue/membership-category.ts'
import { Organisation } from '../../people/organisation/organisation.ts'
import { MemberCodeField } from '../../platform/http/guarded-fields.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { MemberPlan } from './member-plans.ts'

const { name, country, logo_image, accent_color, timezone } = Organisation.properties
const member = Member.properties

export const cardStandings = ['valid', 'unpaid', 'overdue', 'expired', 'cancelled'] as const
export type CardStanding = (typeof cardStandings)[number]

/** A member's seat, as tickets say where they are. */
const CardSeat = Type.Object(
  {
    section_label: Nullable(Type.String()),
    sub_section_title: Nullable(Type.String()),
    seat_level: Nullable(Type.String()),
    seat_aisle: Nullable(Type.String()),
    seat_row: Nullable(Type.String()),
    seat_title: Nullable(Type.String()),
    gate: Nullable(Type.String()),
  },
  { title: 'CardSeat' },
)

/** What stands on a card, for every reader of it. */
export const MemberCard = Type.Object(
  {
    membership_member_id: member.membership_member_id,
    member_number: member.member_number,
    first_name: member.first_name,
    last_name: member.last_name,
    type_title: member.type_title,
    category_title: member.category_title,
    hex_color: MembershipCategory.properties.hex_color,
    season_title: Nullable(Type.String({ description: 'null: of no season' })),
    seat: Type.Union([CardSeat, Type.Null()]),
    expires: member.expires,
    standing: OneOf([...cardStandings], {
      description: 'what the gate says of it now: valid, or why it does not take it',
    }),
  },
  { title: 'MemberCard' },
)
export type MemberCard = Static<typeof MemberCard>

export const CardPage = Type.Object(
  {
    organisation: Type.Object({ name, country, logo_image, accent_color, timezone }),
    card: MemberCard,
    barcode: Nullable(MemberCodeField({ description: 'what its QR code says; null once it is cancelled' })),
    language: Type.String({ description: 'of the member’s last order, else of the organisation' }),
    wallets: Type.Array(OneOf(['apple', 'google']), { description: 'of phones, for which there are passes' }),
    plans: Type.Array(MemberPlan, {
      description: 'how it is paid, the newest order first; none where nothing was owed',
    }),
  },
  { title: 'CardPage' },
)
export type CardPage = Static<typeof CardPage>

/** Checks in the same order as the gate. */
export function standingOf(row: CardRow, now: Date): CardStanding {
  const { membership_member_status_id: status, expires, overdue_from: overdueFrom } = row
  if (status === memberStatus.cancelled) return 'cancelled'
  if (status === memberStatus.unpaid) return 'unpaid'
  if (expires !== null && expires <= now) return 'expired'
  return overdueFrom !== null && overdueFrom < now ? 'overdue' : 'valid'
}

export const toMemberCard = (row: CardRow, now: Date): MemberCard => ({
  membership_member_id: row.membership_member_id,
  member_number: row.member_number,
  first_name: row.first_name,
  last_name: row.last_name,
  type_title: row.type_title,
  category_title: row.category_title,
  hex_color: row.hex_color,
  season_title: row.season_title,
  seat:
    row.section === null
      ? null
      : {
          section_label: row.section,
          sub_section_title: row.sub_section_title,
          seat_level: row.seat_level,
          seat_aisle: row.seat_aisle,
          seat_row: row.seat_row,
          seat_title: row.seat_title,
          gate: row.seat_gate,
        },
  expires: row.expires && unixSeconds(row.expires),
  standing: standingOf(row, now),
})
