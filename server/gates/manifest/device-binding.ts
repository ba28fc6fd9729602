import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { CodeHashes } from './barcode-hash.ts'

/** What a device can let in at an event, by the gates that it is bound to. */
export type DeviceBinding = {
  /** False for one that is bound to other places only: its manifest has no holders. */
  scansHere: boolean
  /** Whose tickets none of its gates lets in. */
  otherCategoryIds: number[]
}

/** What a manifest is to tell of: what changed since, if that is said, and what the device can let in, with barcodes made unreadable. */
export type ManifestWanted = {
  eventId: number
  since: Date | undefined
  binding: DeviceBinding
  /** Whose answers stewards are to see. */
  questionIds: number[]
  hashes: CodeHashes
  /** Signed barcodes too, which a manifest leaves out. */
  allBarcodes?: boolean
}

type Category = { price_category_id: number; gate_ids: number[] }

/** `ownGateIds` are those of the event's place; null for a device that is not bound to any gate. */
export function bindingOf(ownGateIds: number[] | null, categories: Category[]): DeviceBinding {
  if (ownGateIds === null) return { scansHere: true, otherCategoryIds: [] }
  const isOther = ({ gate_ids }: Category) => gate_ids.length > 0 && !gate_ids.some((id) => ownGateIds.includes(id))
  return {
    scansHere: ownGateIds.length > 0,
    otherCategoryIds: categories.filter(isOther).map(({ price_category_id }) => price_category_id),
  }
}

/** An event without a venue is scanned anywhere. */
export async function readOwnGates(
  orgId: OrgId,
  sql: Db,
  deviceId: number,
  venueId: number | null,
): Promise<number[] | null> {
  const rows = await sql<{ gate_id: number; venue_id: number; gate_status: string }[]>`
    select g.gate_id, g.venue_id, g.gate_status
    from device_gates o
    join gates g on g.org_id = o.org_id and g.gate_id = o.gate_id
    where o.org_id = ${orgId}
      and o.device_id = ${deviceId}
    order by g.gate_id`
  if (rows.length === 0) return null
  return rows
    .filter((row) => row.gate_status === 'active' && (venueId === null || row.venue_id === venueId))
    .map(({ gate_id }) => gate_id)
}
