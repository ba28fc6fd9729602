import type { EventFacts, GateFacts, HolderFacts, Result } from './facts.ts'
import { NEVER_SCANNED } from './policy.ts'

/** What a refusal comes down to, where its result is said of several things. */
export const refusalDetails = [
  'replaced',
  'no_entry',
  'no_access',
  'draft',
  'other_gate',
  'gate_closed',
  'other_device',
  'other_venue',
  'other_event',
  'other_map',
] as const
export type RefusalDetail = (typeof refusalDetails)[number]

export type Refused = { result: Result; holder: HolderFacts | null; event: EventFacts; gate: GateFacts }

/** Null where the result says it all. */
export function detailOf({ result, holder, event, gate }: Refused): RefusalDetail | null {
  if (!holder) return null
  if (result === 'wrong_event') return holder.kind === 'ticket' ? 'other_event' : 'other_map'
  if (result === 'blocked') return detailOfBlocked(holder, event)
  return result === 'wrong_gate' ? detailOfGate(holder, event, gate) : null
}

const REPLACED = 4
const DRAFT = 0

function detailOfBlocked(holder: HolderFacts, { status }: EventFacts): RefusalDetail | null {
  if (holder.kind === 'member' && !holder.gameDayAccess) return 'no_access'
  if (holder.kind === 'ticket' && holder.status === REPLACED) return 'replaced'
  // Parking, for one, or a dinner: it is paid for and opens no gate.
  if (holder.kind === 'ticket' && holder.scanningFlag === NEVER_SCANNED) return 'no_entry'
  return status === DRAFT ? 'draft' : null
}

/** Where they belong goes before what is wrong here: it is what they are told. */
function detailOfGate(holder: HolderFacts, { venueId }: EventFacts, gate: GateFacts): RefusalDetail {
  if (venueId !== null && gate.venueId !== venueId) return 'other_venue'
  const gateIds = holder.kind === 'ticket' ? holder.gateIds : []
  if (gateIds.length > 0 && !gateIds.includes(gate.gateId)) return 'other_gate'
  return gate.archived || gate.closed ? 'gate_closed' : 'other_device'
}

type OpenGate = { gate_id: number; closed: boolean }

/** Where they are let in: the gates of their category, or all, that are not closed; the one where they stand is none. */
export const gatesFor = <Gate extends OpenGate>(gates: readonly Gate[], gateIds: readonly number[], here: number) =>
  gates.filter(
    ({ gate_id, closed }) => !closed && gate_id !== here && (gateIds.length === 0 || gateIds.includes(gate_id)),
  )
