import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import { scanRefusal, timesOf } from '../rules/decide.ts'
import { type EventFacts, type HolderFacts, refusals } from '../rules/facts.ts'
import { flagOf, NEVER_SCANNED, REENTRY_AFTER_EXIT, SINGLE_ENTRY, UNLIMITED } from '../rules/policy.ts'
import type { CodeHashes } from './barcode-hash.ts'
import type { ManifestHead } from './manifest-event.ts'
import type { ManifestMemberRow } from './manifest-members.ts'
import type { ManifestTicketRow } from './manifest-tickets.ts'

const admits = ['never', 'once', 'after_exit', 'always'] as const
type Admits = (typeof admits)[number]

export const WhitelistEntry = Type.Object(
  {
    ticket_id: Nullable(Type.Integer()),
    membership_member_id: Nullable(Type.Integer()),
    code_hash: Type.Optional(Type.String({ description: 'of the whole barcode, by barcode_key' })),
    code: Type.Optional(Type.String({ description: 'with `codes=full`' })),
    admits: OneOf([...admits], {
      description:
        'never; once; again after each exit; always. It counts within the times and at the gates of this entry',
    }),
    reason: Type.Unsafe<(typeof refusals)[number] | null>({
      type: ['string', 'null'],
      enum: [...refusals, null],
      description: 'of never: the `result` of a scan',
    }),
    gate_ids: Type.Array(Type.Integer(), { description: 'none: every gate' }),
    valid_from: Type.Integer({ description: 'Unix seconds' }),
    valid_until: Type.Integer({ description: 'Unix seconds' }),
    entries: Type.Integer({ description: 'so far, at any gate' }),
    inside: Type.Boolean(),
  },
  { title: 'WhitelistEntry' },
)
export type WhitelistEntry = Static<typeof WhitelistEntry>

const ADMITS_BY_FLAG: Record<number, Admits> = {
  [NEVER_SCANNED]: 'never',
  [SINGLE_ENTRY]: 'once',
  [REENTRY_AFTER_EXIT]: 'after_exit',
  [UNLIMITED]: 'always',
}

/** By the rules of every scan, asked as if at the first moment of the holder's times, so that only the times and the log are left open. */
function standing(holder: HolderFacts, event: EventFacts) {
  const { from, until } = timesOf(holder, event)
  const gateIds = holder.kind === 'ticket' ? holder.gateIds : []
  const gate = { gateId: gateIds[0] ?? 0, venueId: event.venueId ?? 0, archived: false, open: true }
  const reason = scanRefusal({ holder, event, gate, direction: 'entry', at: from }) ?? null
  const { expiresAt, overdueFrom } = holder.kind === 'member' ? holder : { expiresAt: null, overdueFrom: null }
  const ends = Math.min(until, expiresAt ?? until, overdueFrom ?? until)
  return {
    admits: reason === null ? (ADMITS_BY_FLAG[flagOf(holder)] ?? 'never') : 'never',
    reason,
    gate_ids: [...gateIds],
    valid_from: Math.floor(from / 1000),
    valid_until: Math.floor(ends / 1000),
  }
}

type Codes = { isFull: boolean; hashes: CodeHashes }

const codeOf = (barcode: string, { isFull, hashes }: Codes) =>
  isFull ? { code: barcode } : { code_hash: hashes.barcode(barcode) }

const ms = (at: Date | null) => at?.getTime() ?? null

/** What the entries of one event have in common. */
export function whitelistEntries(head: Pick<ManifestHead, 'event' | 'prices' | 'price_categories'>, codes: Codes) {
  const event = eventFacts(head.event)
  const priceOf = new Map(head.prices.map((price) => [price.price_id, price]))
  const gatesOf = new Map(head.price_categories.map((category) => [category.price_category_id, category.gate_ids]))
  const ofTicket = (row: ManifestTicketRow): WhitelistEntry => {
    const price = priceOf.get(row.price_id)
    const holder: HolderFacts = {
      kind: 'ticket',
      eventId: event.eventId,
      status: row.ticket_status_id,
      scanningFlag: price?.scanning_flag ?? NEVER_SCANNED,
      gateIds: gatesOf.get(price?.price_category_id ?? 0) ?? [],
      validFrom: ms(row.valid_from),
      validUntil: ms(row.valid_until),
    }
    return {
      ticket_id: row.ticket_id,
      membership_member_id: null,
      ...codeOf(row.barcode ?? '', codes),
      ...standing(holder, event),
      entries: row.entries ?? 0,
      inside: row.inside ?? false,
    }
  }
  const ofMember = (row: ManifestMemberRow): WhitelistEntry => ({
    ticket_id: null,
    membership_member_id: row.membership_member_id,
    ...codeOf(row.barcode, codes),
    ...standing(memberFacts(row), event),
    entries: row.entries ?? 0,
    inside: row.inside ?? false,
  })
  return { ofTicket, ofMember }
}

const memberFacts = (row: ManifestMemberRow): HolderFacts => ({
  kind: 'member',
  status: row.membership_member_status_id,
  gameDayAccess: row.game_day_access,
  seatMapId: row.seat_map_id,
  isOfEvent: row.of_event,
  expiresAt: ms(row.expires),
  overdueFrom: ms(row.overdue_from),
})

/** Whether a member may come to the event, by the rules of every scan, whatever was scanned. */
export const mayMemberCome = (row: ManifestMemberRow, event: EventFacts): boolean =>
  standing(memberFacts(row), event).admits !== 'never'

const fromUnix = (seconds: number | null) => (seconds === null ? null : seconds * 1000)

const eventFacts = (event: ManifestHead['event']): EventFacts => ({
  eventId: Number(event.event_id),
  status: event.event_status_id,
  venueId: event.venue_id === null ? null : Number(event.venue_id),
  doorsAt: fromUnix(event.doors_at),
  startsAt: event.starts_at * 1000,
  endsAt: fromUnix(event.ends_at),
  membershipSeatMapId: event.membership_seat_map_id,
  rotatingBarcodes: event.rotating_barcodes,
})
