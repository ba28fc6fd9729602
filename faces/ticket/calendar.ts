import type { TicketPage } from '@grandstand/sdk'

const DEFAULT_HOURS = 2

/** The event as a calendar file (RFC 5545), made here, so that it works without a network. It links to the event in the shop, and never to the tickets: calendars are shared. */
export function calendarOf({ event }: TicketPage, now: number): string {
  const end = event.event_end_unix ?? event.event_start_unix + DEFAULT_HOURS * 3600
  const place = [event.venue_name, event.venue_address].filter((part) => part !== null).join(', ')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Grandstand//Tickets//EN',
    'BEGIN:VEVENT',
    `UID:${event.calendar_uid}`,
    `SEQUENCE:${event.calendar_sequence}`,
    `DTSTAMP:${timeOf(now / 1000)}`,
    `DTSTART:${timeOf(event.event_start_unix)}`,
    `DTEND:${timeOf(end)}`,
    `SUMMARY:${escaped(event.title)}`,
    ...(place === '' ? [] : [`LOCATION:${escaped(place)}`]),
    `URL:${event.shop_url}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
  return lines.map(folded).join('\r\n')
}

const timeOf = (unixSeconds: number) => `${new Date(unixSeconds * 1000).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`

const escaped = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n?|\n/g, '\\n')

/** A line has 75 bytes at most; what is longer goes on behind a blank, and no character is cut in two. */
function folded(line: string): string {
  const encoder = new TextEncoder()
  let folds = ''
  let bytes = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (bytes + size > 74) {
      folds += '\r\n '
      bytes = 1
    }
    folds += character
    bytes += size
  }
  return folds
}
