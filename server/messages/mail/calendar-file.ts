import { HOUR_MS } from '../../platform/values/durations.ts'
import { localStamp, utcStamp, zoneLines } from './calendar-zone.ts'
import type { Attachment } from './mail.ts'

export type CalendarEvent = {
  /** The same one for ever: a later file changes the entry that an earlier one made. */
  uid: string
  title: string
  startsAt: Date
  endsAt: Date | null
  timezone: string
  place: string | null
  /** Of the event's page, which everybody may see: calendars are shared. */
  url: string
  description: string
  changedAt: Date
  cancelled: boolean
}

/** Where the event does not say when it ends, a calendar shows as much. */
const USUAL_MS = 2 * HOUR_MS
/** Readers keep the entry with the highest number, which has 31 bits: seconds since the beginning of 2024. */
const SEQUENCE_FROM_MS = Date.UTC(2024, 0, 1)

/** What an event is called in calendars, in a mail as on the ticket page: a second file changes the entry that the first has made. */
export const calendarUid = (orgId: number, eventId: number): string => `event-${eventId}.${orgId}@grandstand`
export const calendarSequence = (changedAt: Date): number =>
  Math.max(0, Math.floor((changedAt.getTime() - SEQUENCE_FROM_MS) / 1000))

/** An entry for a calendar, by RFC 5545, in the zone of the event. */
export function calendarFile(event: CalendarEvent): Attachment {
  const { startsAt, timezone, changedAt } = event
  const endsAt = event.endsAt ?? new Date(startsAt.getTime() + USUAL_MS)
  const method = event.cancelled ? 'CANCEL' : 'PUBLISH'
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Grandstand//Tickets//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...zoneLines(timezone, startsAt),
    'BEGIN:VEVENT',
    `UID:${escaped(event.uid)}`,
    `DTSTAMP:${utcStamp(changedAt)}`,
    `SEQUENCE:${calendarSequence(changedAt)}`,
    `DTSTART;TZID=${timezone}:${localStamp(startsAt, timezone)}`,
    `DTEND;TZID=${timezone}:${localStamp(endsAt, timezone)}`,
    `SUMMARY:${escaped(event.title)}`,
    ...(event.place === null ? [] : [`LOCATION:${escaped(event.place)}`]),
    `URL:${event.url}`,
    `DESCRIPTION:${escaped(event.description)}`,
    `STATUS:${event.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:OPAQUE',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  const text = lines.map((line) => `${folded(line)}\r\n`).join('')
  const contentType = `text/calendar; charset=utf-8; method=${method}`
  return { filename: 'event.ics', content_type: contentType, content: Buffer.from(text) }
}

/** Control characters have no place in a text, but for the line break, which is written as two letters. */
const escaped = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n]/gu, '')
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll('\n', '\\n')

const OCTETS_A_LINE = 75

/** No line has more than 75 octets; the next begins with a space, and no character is torn apart. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > OCTETS_A_LINE) {
      parts.push(part)
      part = ' '
      octets = 1
    }
    part += character
    octets += size
  }
  return [...parts, part].join('\r\n')
}
