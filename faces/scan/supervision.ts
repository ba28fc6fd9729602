import type { Device, Occupancy, ScanConflict, SignedIn, StewardMessage, SupervisorCode } from '@grandstand/sdk'
import { ask, Unreached } from './api.ts'

/*
 * What a supervisor asks, as the person who is signed in; a phone's gate key has no such rights.
 */

/** A session of this page alone: a steward who is handed the phone afterwards comes no further than here. */
const surface = { 'grandstand-surface': 'scan' }

export const signedIn = () => ask<SignedIn>('GET', '/v1/staff/me', { headers: surface })
export const signIn = (email_address: string, password: string, code: string) =>
  ask<SignedIn>('POST', '/v1/staff/sign_in', {
    headers: surface,
    body: { email_address, password, surface: 'scan', ...(code === '' ? {} : { code }) },
  })

export const signOut = () => ask('POST', '/v1/staff/sign_out', { headers: surface, body: {} })

type Counts = { entries: number; exits: number; refusals: number }

/** What the live view of an event says; streams are not part of the SDK. */
export type LiveFigures = Counts & {
  as_of: number
  inside: number
  inside_at_least: number
  inside_at_most: number
  message: StewardMessage | null
  gates: (Counts & { gate_id: number; gate: string; closed: boolean; entries_of_5_minutes: number })[]
  reasons: { result: string; refusals: number }[]
}

type Page<Item> = { data: Item[]; next_cursor: string | null }

export type EventChoice = { event_id: string; title: string }

/** In a word that stewards have for it, or else in words. */
export type Outcome = 'went_out' | 'passed_on' | 'wrong_person'
export type Settlement = { outcome?: Outcome; resolution?: string }

export type Supervision = ReturnType<typeof supervision>

/** Everything of one organisation. */
export function supervision(orgId: string) {
  const headers = { ...surface, 'grandstand-organisation': orgId }
  const get = <T>(path: string) => ask<T>('GET', path, { headers })
  const post = <T>(path: string, body: object = {}) => ask<T>('POST', path, { headers, body })
  return {
    /** Tonight's first; then those that are just over, whose conflicts may be open still. */
    events: async () => {
      const list = (query: string) => get<{ data: EventChoice[] }>(`/v1/events?event_status_id=1&${query}`)
      const [coming, past] = await Promise.all([list('upcoming=true&limit=50'), list('upcoming=false&limit=10')])
      return [...coming.data, ...past.data]
    },
    devices: async () => {
      const all: Device[] = []
      for (let cursor = ''; ; ) {
        const page = await get<Page<Device>>(`/v1/manage/devices?limit=100${cursor}`)
        all.push(...page.data)
        if (!page.next_cursor) return all
        cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`
      }
    },
    occupancy: (eventId: string) => get<Occupancy>(`/v1/manage/events/${eventId}/occupancy`),
    conflicts: async (eventId: string, status: 'open' | 'resolved' = 'open') =>
      (await get<{ data: ScanConflict[] }>(`/v1/manage/scan_conflicts?event_id=${eventId}&status=${status}&limit=100`))
        .data,
    code: (eventId: string) => get<SupervisorCode>(`/v1/manage/events/${eventId}/supervisor_code`),
    settle: (id: number, settlement: Settlement) => post(`/v1/manage/scan_conflicts/${id}/resolve`, settlement),
    reopen: (id: number) => post(`/v1/manage/scan_conflicts/${id}/reopen`),
    tell: (eventId: string, text: string, ends_at?: number) =>
      post<StewardMessage>(`/v1/manage/events/${eventId}/steward_messages`, { text, ...(ends_at && { ends_at }) }),
    recall: ({ event_id, steward_message_id: id }: StewardMessage) =>
      post(`/v1/manage/events/${event_id}/steward_messages/${id}/recall`),
    revoke: (deviceId: number, lost: boolean) => post(`/v1/manage/devices/${deviceId}/revoke`, lost ? { lost } : {}),
    find: (deviceId: number) => post(`/v1/manage/devices/${deviceId}/find`),
    setGate: (gateId: number, verb: 'close' | 'open') => post(`/v1/manage/gates/${gateId}/${verb}`),
    /** One look at the figures, which come as an event of a stream. */
    async figures(eventId: string): Promise<LiveFigures> {
      const response = await fetch(`/v1/manage/events/${eventId}/live?frames=1`, { headers }).catch(() => undefined)
      if (!response?.ok) throw new Unreached('the figures')
      const [, data = '{}'] = /^data: ?(.*)$/m.exec(await response.text()) ?? []
      return JSON.parse(data) as LiveFigures
    },
  }
}

/** Minutes until so many people are through at this pace; null where no fan is let in. */
export const minutesLeft = (queue: number, entriesOf5Minutes: number): number | null =>
  entriesOf5Minutes === 0 ? null : Math.ceil((queue * 5) / entriesOf5Minutes)
