import type { TicketedEvent } from '@grandstand/sdk'
import { type Loaded, useLoad } from '../../kit/use-load.ts'
import { api } from './api.ts'
import { useQuery } from './use-query.ts'

export type ChosenEvent = { event: TicketedEvent | undefined; error: unknown; reload(): void }

/**
 * The event that the address names, even if the list does not have it; without one, the first of the list. A page never shows another event in
 * its place: staff would sell, or open the gates, for the wrong night.
 */
export function useChosenEvent(list: Pick<Loaded<TicketedEvent[]>, 'data' | 'error' | 'reload'>): ChosenEvent {
  const { query } = useQuery()
  const id = query.event_id
  const listed = id === undefined ? list.data?.[0] : list.data?.find(({ event_id }) => event_id === id)
  const isElsewhere = id !== undefined && list.data !== undefined && listed === undefined
  const named = useLoad(async () => (isElsewhere ? api.events.retrieve(id) : undefined), [isElsewhere, id])
  if (!isElsewhere) return { event: listed, error: list.error, reload: list.reload }
  const event = named.data?.event_id === id ? named.data : undefined
  return { event, error: list.error ?? named.error, reload: named.reload }
}
