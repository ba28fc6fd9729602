import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { planOf } from '../../kit/seat-map/plan.ts'
import { useEventSeats } from '../../kit/seat-map/use-event-seats.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { placeLabel } from '../parts/place.ts'
import { SeatMap } from '../parts/seat-map.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/box-office.ts'
import type { ChosenSeat, Offer } from './sale.ts'

/** Seats by hand, instead of the best that are free. */
export function SeatsDialog({
  eventId,
  currency,
  offers,
  categories,
  wanted,
  chosen,
  onClose,
  onChosen,
}: {
  eventId: string
  currency: string
  offers: Offer[]
  categories: Map<number, string>
  wanted: number
  chosen: ChosenSeat[]
  onClose(): void
  onChosen(seats: ChosenSeat[]): void
}) {
  const { price } = useConsole()
  const { seats, error } = useEventSeats(api.events, eventId)
  const [ids, setIds] = useState(chosen.map(({ id }) => id))
  const [stand, setStand] = useState<string | undefined>()
  const take = () => {
    if (!seats) return
    const plan = planOf(seats.drawing)
    onChosen(
      ids
        .flatMap((id) => plan.seatById(id) ?? [])
        .map(({ id, title, row }) => ({
          id,
          categoryId: row.section.categoryId,
          label: placeLabel({
            section_label: row.section.title,
            sub_section_title: row.section.subTitle,
            seat_row: row.title,
            seat_title: title,
          }),
        })),
    )
  }
  return (
    <Dialog open wide title={words.chooseSeatCount({ count: wanted })} onClose={onClose}>
      {error !== undefined && <TroubleNotice error={error} />}
      {seats && (
        <SeatMap
          drawing={seats.drawing}
          states={seats.states.bytes}
          prices={[...categories].map(([categoryId, title]) => ({
            categoryId,
            title,
            total: offers.find(({ price_category_id }) => price_category_id === categoryId)?.total ?? 0,
          }))}
          money={(amount) => price(amount, currency)}
          wanted={wanted}
          chosen={ids}
          onChoose={setIds}
          stand={stand}
          onStand={setStand}
        />
      )}
      <div class={form.actions}>
        <Button
          look="strong"
          why={ids.length === wanted ? undefined : words.ofChosen({ length: ids.length, wanted })}
          onClick={take}
        >
          {words.takeTheseSeats}
        </Button>
        <Button onClick={() => onChosen([])}>{words.theBestAvailable}</Button>
      </div>
    </Dialog>
  )
}
