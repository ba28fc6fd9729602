import { createHash } from 'node:crypto'
import type { Direction } from '../rules/facts.ts'

/** What a nonce is a device's name for: what was read, or whom a steward found, and where. */
export type ScanIdentity = {
  eventId: number
  gateId: number
  direction: Direction
  /** As it was read, or of the holder whom the steward found. */
  barcode: string
  /** The barcode again, or which holder the steward found: a card that is issued anew has another barcode. */
  whose: string
}

type NamedHolder = {
  barcode?: string | undefined
  ticket_id?: number | undefined
  membership_member_id?: number | undefined
}

export const whoseScan = ({ barcode, ticket_id, membership_member_id }: NamedHolder): string =>
  barcode ?? (ticket_id === undefined ? foundMember(membership_member_id) : foundTicket(ticket_id))

const foundTicket = (ticketId: number) => `ticket ${ticketId}`
const foundMember = (memberId: number | undefined) => `member ${memberId}`

/** A scan of the log, as far as a repetition has to agree with it. */
export type RecordedIdentity = {
  event_id: number
  gate_id: number
  direction: Direction
  barcode: string
  by_search: boolean
  ticket_id: number | null
  membership_member_id: number | null
}

const recordedWhose = ({ barcode, by_search, ticket_id, membership_member_id }: RecordedIdentity) => {
  if (!by_search) return barcode
  return ticket_id === null ? foundMember(membership_member_id ?? undefined) : foundTicket(ticket_id)
}

/** In what a scan differs from the recorded one with its nonce; nothing: it is the same scan, sent again. */
export function differencesOf(recorded: RecordedIdentity, scan: ScanIdentity): string[] {
  const isSameHolder = recorded.barcode === scan.barcode || recordedWhose(recorded) === scan.whose
  return [
    ...(isSameHolder ? [] : ['barcode']),
    ...(recorded.event_id === scan.eventId ? [] : ['event']),
    ...(recorded.gate_id === scan.gateId ? [] : ['gate']),
    ...(recorded.direction === scan.direction ? [] : ['direction']),
  ]
}

/** So much of the digest that two scans of one device never share it. */
const DIGEST_CHARACTERS = 16

/**
 * The name in the log of an uploaded scan whose nonce another scan of the device has. Its only source is the scan, so that an upload
 * that is sent again finds it. No device may use a nonce that begins like this.
 */
export function nameOfReuse(nonce: string, { eventId, gateId, direction, whose }: ScanIdentity): string {
  const text = JSON.stringify([eventId, gateId, direction, whose])
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_CHARACTERS)
  return `reused:${digest}:${nonce}`
}
