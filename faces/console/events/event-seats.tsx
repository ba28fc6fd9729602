import type { TicketedEvent } from '@grandstand/sdk'
import { useMemo, useState } from 'preact/hooks'
import { FREE, HELD, NOT_FOR_SALE, TAKEN } from '../../kit/seat-map/states.ts'
import { useEventSeats } from '../../kit/seat-map/use-event-seats.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import { count } from '../parts/format.ts'
import { Figures, Sheet } from '../parts/page.tsx'
import { SeatMap } from '../parts/seat-map.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words as eventWords } from '../words/events.ts'
import { BestSeats } from './best-seats.tsx'
import styles from './event-page.module.css'

/** Every seat and what it is, as the shop draws them, two seconds old at most. */
export function EventSeats({ event }: { event: TicketedEvent }) {
  const { price } = useConsole()
  const { seats, error } = useEventSeats(api.events, event.event_id)
  const prices = useLoad(() => api.prices.listManaged(event.event_id).page(), [event.event_id])
  const [stand, setStand] = useState<string | undefined>()
  const counts = useMemo(() => countStates(seats?.states.bytes), [seats?.states.bytes])
  if (error !== undefined) return <TroubleNotice error={error} />
  if (!seats) return null
  const cheapest = new Map<number, { title: string; total: number }>()
  for (const { price_category_id, price_category_title, total } of prices.data?.data ?? [])
    if (total < (cheapest.get(price_category_id)?.total ?? Number.POSITIVE_INFINITY))
      cheapest.set(price_category_id, { title: price_category_title, total })
  return (
    <Sheet title={common.seats} about={eventWords.liveSeats}>
      <div class={styles.counts}>
        <Figures
          figures={[
            { title: eventWords.free, value: count(counts[FREE] ?? 0) },
            { title: eventWords.inBaskets, value: count(counts[HELD] ?? 0) },
            { title: eventWords.taken, value: count(counts[TAKEN] ?? 0) },
            { title: eventWords.notForSale, value: count(counts[NOT_FOR_SALE] ?? 0) },
          ]}
        />
      </div>
      <SeatMap
        drawing={seats.drawing}
        states={seats.states.bytes}
        prices={[...cheapest].map(([categoryId, offer]) => ({ categoryId, ...offer }))}
        money={(amount) => price(amount, event.currency)}
        wanted={0}
        chosen={[]}
        onChoose={() => {}}
        stand={stand}
        onStand={setStand}
      />
      <BestSeats event={event} sections={seats.drawing.sections} />
    </Sheet>
  )
}

function countStates(bytes: Uint8Array | undefined): number[] {
  const counts = [0, 0, 0, 0]
  for (const state of bytes ?? []) counts[state] = (counts[state] ?? 0) + 1
  return counts
}
