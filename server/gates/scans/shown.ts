import { type Static, type TObject, Type } from 'typebox'
import { Nullable } from '../../platform/http/schema.ts'

const seat = {
  seat_section: Nullable(Type.String()),
  seat_row: Nullable(Type.String()),
  seat_title: Nullable(Type.String()),
}

/** What a steward sees of a ticket: enough to point the way, no more. */
export const TicketShown = Type.Object(
  {
    ticket_id: Type.Integer(),
    ticket_name: Nullable(Type.String({ description: 'the holder' })),
    category_title: Type.String(),
    price_title: Type.String(),
    ...seat,
  },
  { title: 'TicketShown' },
)

export const MemberShown = Type.Object(
  {
    membership_member_id: Type.Integer(),
    first_name: Type.String(),
    last_name: Type.String(),
    member_number: Type.String(),
    membership_type: Nullable(Type.String()),
    ...seat,
  },
  { title: 'MemberShown' },
)

export type TicketShown = Static<typeof TicketShown>
export type MemberShown = Static<typeof MemberShown>
/** Whose barcode it was: one of the two, or neither. */
export type Shown = { ticket: TicketShown | null; member: MemberShown | null }

/** An object, or null where there is none. */
export const NullableObject = <T extends TObject>(schema: T) => Type.Union([schema, Type.Null()])
