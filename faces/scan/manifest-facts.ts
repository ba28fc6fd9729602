import type { Manifest, ManifestMember, ManifestTicket } from '@grandstand/sdk'
import type { EventFacts, GateFacts, MemberFacts, TicketFacts } from '../../server/gates/rules/facts.ts'
import type { HeldKey } from './webcrypto.ts'

/** Everything of a manifest but the holders, and the key of its barcodes as one that cannot be read out. */
export type ManifestHead = Omit<Manifest, 'tickets' | 'members' | 'barcode_key' | 'since'> & {
  /** Which of the phone's own ways to keep a manifest this is. */
  shape: number
  /** How many pieces of holders are kept. */
  pieces: number
  /** How far the phone's clock was ahead when it was fetched: a phone that is started anew without a network has no other way to know. */
  skewMs: number
  /** How much of that was wrong with it; of a list from before there was such a thing, all. */
  errorMs?: number
  barcodeKey: HeldKey
  /** Tells whether the next one is by the same key. */
  barcodeKeyMark: string
}

export const msOrNull = (unixSeconds: number | null) => (unixSeconds === null ? null : unixSeconds * 1000)

export const eventFacts = ({ event }: Pick<ManifestHead, 'event'>): EventFacts => ({
  eventId: Number(event.event_id),
  status: event.event_status_id,
  venueId: event.venue_id === null ? null : Number(event.venue_id),
  doorsAt: msOrNull(event.doors_at),
  startsAt: event.starts_at * 1000,
  endsAt: msOrNull(event.ends_at),
  membershipSeatMapId: event.membership_seat_map_id,
  rotatingBarcodes: event.rotating_barcodes,
})

/** A gate that the manifest does not name is no longer in use. */
export function gateFacts({ gates }: ManifestHead, gateId: number): GateFacts {
  const gate = gates.find((each) => each.gate_id === gateId)
  const { open = false, closed = false } = gate ?? {}
  return { gateId, venueId: Number(gate?.venue_id ?? 0), archived: gate === undefined, open, closed }
}

export const ticketFacts = (
  { event }: ManifestHead,
  ticket: ManifestTicket,
  scanningFlag: number,
  gateIds: readonly number[],
): TicketFacts => ({
  kind: 'ticket',
  eventId: Number(event.event_id),
  status: ticket.ticket_status_id,
  scanningFlag,
  gateIds,
  validFrom: msOrNull(ticket.valid_from),
  validUntil: msOrNull(ticket.valid_until),
})

export const memberFacts = (member: ManifestMember): MemberFacts => ({
  kind: 'member',
  status: member.membership_member_status_id,
  gameDayAccess: member.game_day_access,
  seatMapId: member.seat_map_id,
  // A list from before there were seasons does not say.
  isOfEvent: member.of_event ?? null,
  expiresAt: msOrNull(member.expires),
  overdueFrom: msOrNull(member.overdue_from),
})
