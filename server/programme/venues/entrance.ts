import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'

/** The gates that let the price category `c` in, by name; null where every gate does. */
const categoryGate = (orgId: OrgId, sql: Db): Fragment => sql`(
  select string_agg(g.name, ', ' order by g.name)
  from price_category_gates l
  join gates g on g.org_id = ${orgId} and g.gate_id = l.gate_id
  where l.org_id = ${orgId}
    and l.price_category_id = c.price_category_id
)`

/** How to find them. Of several gates each is named, or fans would not know which of them is meant. */
const wayToCategoryGate = (orgId: OrgId, sql: Db): Fragment => sql`(
  select case when count(*) = 1 then min(g.directions) else string_agg(g.name || ': ' || g.directions, '; ' order by g.name) end
  from price_category_gates l
  join gates g on g.org_id = ${orgId} and g.gate_id = l.gate_id
  where l.org_id = ${orgId}
    and l.price_category_id = c.price_category_id
    and g.directions is not null
)`

/** How to find the gate that the seat `s` names, at the venue of the event `e`: seats know gates by their names. */
const wayToSeatGate = (orgId: OrgId, sql: Db): Fragment => sql`(
  select min(g.directions)
  from gates g
  where g.org_id = ${orgId}
    and g.venue_id = e.venue_id
    and lower(g.name) = lower(s.seat_gate)
)`

/** For a select list: where a fan without a seat comes in, by their price category `c`. */
export const categoryEntrance = (orgId: OrgId, sql: Db): Fragment =>
  sql`${categoryGate(orgId, sql)} as gate, ${wayToCategoryGate(orgId, sql)} as entrance`

/** For a select list: where a fan with the seat `s` comes in, at the event `e`. */
export const seatEntrance = (orgId: OrgId, sql: Db): Fragment =>
  sql`s.seat_gate as gate, ${wayToSeatGate(orgId, sql)} as entrance`

/** For a select list: where the holder of a ticket comes in. The seat's own gate goes before those of its price category. */
export const ticketEntrance = (orgId: OrgId, sql: Db): Fragment => sql`
  coalesce(s.seat_gate, ${categoryGate(orgId, sql)}) as gate,
  case when s.seat_gate is null then ${wayToCategoryGate(orgId, sql)} else ${wayToSeatGate(orgId, sql)} end as entrance`
