import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Text } from '../../platform/http/schema.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Rejection } from './importer.ts'

/** Columns by which a file says a seat as the club calls it, and as exports have it. */
export const seatNames = {
  seat_section: Type.Optional(Text(200)),
  seat_row: Type.Optional(Text(100)),
  seat_title: Type.Optional(Text(100)),
}
const SeatNames = Type.Object(seatNames)

/** The cells are in the order of the columns. */
export const seatCells = ({ seat_section, seat_row, seat_title }: Static<typeof SeatNames>) => [
  seat_section ?? null,
  seat_row ?? null,
  seat_title ?? null,
]

/** Gives lines that say a seat by its names that seat, of the season that the type is for; in any case of letters. */
export const nameSeats = (orgId: OrgId, tx: Tx) => tx`
  with named as materialized (
    select w.line, min(p.seat_id) as seat_id
    from staged w
    join membership_types t on t.membership_type_id = w.membership_type_id
    join seasons n on n.org_id = t.org_id and n.season_id = t.season_id
    join seat_sections x on x.org_id = n.org_id and x.seat_map_id = n.seat_map_id and lower(x.title) = lower(w.seat_section)
    join seats p on p.org_id = x.org_id and p.seat_map_id = x.seat_map_id and p.seat_section_id = x.seat_section_id
      and lower(p.seat_title) = lower(w.seat_title) and lower(coalesce(p.seat_row, '')) = lower(coalesce(w.seat_row, ''))
    where t.org_id = ${orgId}
      and w.membership_seat_id is null
    group by w.line
    having count(*) = 1
  )
  update staged s
  set membership_seat_id = named.seat_id
  from named
  where s.line = named.line`

/** A seat that there is not, or of which there are several by these names. */
export const seatUnnamed = (tx: Tx) => tx<Rejection[]>`
  delete from staged s
  where s.membership_seat_id is null
    and coalesce(s.seat_section, s.seat_row, s.seat_title) is not null
  returning s.line,
    'seat_section, seat_row and seat_title name no seat, or several, of the season that this member’s type is for.' as reason`
