import type { ScanConflict } from '@grandstand/sdk'

/** All open conflicts of one ticket, or of one member: three admissions of a ticket are one matter. */
export type ConflictGroup = { key: string; conflicts: [ScanConflict, ...ScanConflict[]] }

const keyOf = ({ ticket_id, membership_member_id, scan_conflict_id }: ScanConflict) =>
  ticket_id !== null
    ? `t${ticket_id}`
    : membership_member_id !== null
      ? `m${membership_member_id}`
      : `c${scan_conflict_id}`

/** In the order of the oldest conflict of each; within a group in the order in which people walked in. */
export const byTicket = (conflicts: readonly ScanConflict[]): ConflictGroup[] =>
  [...Map.groupBy(conflicts, keyOf)].flatMap(([key, group]) => {
    const [first, ...others] = group.toSorted((a, b) => a.second.scanned_at - b.second.scanned_at)
    return first ? [{ key, conflicts: [first, ...others] }] : []
  })
