import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'

/** What a pass is of. Each kind is noted in a table of its own, by the key of what it is of. */
export const passKinds = ['ticket', 'member'] as const
export type PassKind = (typeof passKinds)[number]

export const passTables = {
  ticket: { table: 'wallet_passes', id: 'ticket_id' },
  member: { table: 'member_passes', id: 'membership_member_id' },
} as const

/** A pass by what it is of. */
export type PassName = { kind: PassKind; id: number }

const MEMBER = 'member-'
export const SERIAL_PATTERN = '^(member-)?[1-9][0-9]{0,14}$'

/** The number that a wallet knows a pass by. */
export const serialOf = ({ kind, id }: PassName): string => (kind === 'ticket' ? String(id) : `${MEMBER}${id}`)

/** The caller has checked the text against `SERIAL_PATTERN`. */
export const readSerial = (serial: string): PassName =>
  serial.startsWith(MEMBER)
    ? { kind: 'member', id: Number(serial.slice(MEMBER.length)) }
    : { kind: 'ticket', id: Number(serial) }

/** Passes of a kind to select from, as `p`: by `pass_id`, with when what they say last changed as `source_changed_at`. */
export const passesAndSources = (orgId: OrgId, sql: Db, kind: PassKind): Fragment =>
  kind === 'ticket'
    ? sql`(
    select w.ticket_id as pass_id, w.wallet, w.device_library_id, w.told_at, w.due_at,
      greatest(t.changed_at, e.changed_at) as source_changed_at
    from wallet_passes w
    join tickets t on t.org_id = ${orgId} and t.ticket_id = w.ticket_id
    join events e on e.org_id = ${orgId} and e.event_id = t.event_id
    where w.org_id = ${orgId}
  ) p`
    : sql`(
    select w.membership_member_id as pass_id, w.wallet, w.device_library_id, w.told_at, w.due_at,
      greatest(m.changed_at, y.changed_at, c.changed_at, n.changed_at) as source_changed_at
    from member_passes w
    join members m on m.org_id = ${orgId} and m.membership_member_id = w.membership_member_id
    left join membership_types y on y.org_id = ${orgId} and y.membership_type_id = m.membership_type_id
    left join membership_categories c on c.org_id = ${orgId} and c.membership_category_id = y.membership_category_id
    left join seasons n on n.org_id = ${orgId} and n.season_id = y.season_id
    where w.org_id = ${orgId}
  ) p`
