import type { MembershipOnSale } from '@grandstand/sdk'
import { useMemo, useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { ofSeason, statesOfSeason } from '../../kit/seat-map/of-season.ts'
import { planOf } from '../../kit/seat-map/plan.ts'
import { SeatMap } from '../../kit/seat-map/seat-map.tsx'
import { useEventSeats } from '../../kit/seat-map/use-event-seats.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { placeLabel } from '../parts/place.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/box-office.ts'
import type { ChosenSeat } from './sale.ts'

const seasonSeats = {
  retrieveSeats: (seasonId: number, input?: { since?: string }) => api.storefront.retrieveSeasonSeats(seasonId, input),
  retrieveSeatDrawing: (seasonId: number, version: string) =>
    api.storefront.retrieveSeasonSeatDrawing(seasonId, version),
}

/** Seats that are free at every match of the season, by hand, instead of the best of them. */
export function SeasonSeatsDialog({
  seasonId,
  type,
  wanted,
  chosen,
  onClose,
  onChosen,
}: {
  seasonId: number
  /** Whose price and sections the map shows. */
  type: MembershipOnSale
  wanted: number
  chosen: ChosenSeat[]
  onClose(): void
  onChosen(seats: ChosenSeat[]): void
}) {
  const { price } = useConsole()
  const { seats, error } = useEventSeats(seasonSeats, seasonId)
  const [ids, setIds] = useState(chosen.map(({ id }) => id))
  const [stand, setStand] = useState<string | undefined>()
  const drawing = useMemo(() => seats && ofSeason(seats.drawing, type.seat_section_ids), [seats?.drawing, type])
  const take = () => {
    if (!drawing) return
    const plan = planOf(drawing)
    onChosen(
      ids
        .flatMap((id) => plan.seatById(id) ?? [])
        .map(({ id, title, row }) => ({
          id,
          categoryId: null,
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
      {drawing && seats && (
        <SeatMap
          drawing={drawing}
          states={statesOfSeason(drawing, seats.states.bytes)}
          prices={[{ categoryId: 0, title: type.title, total: type.price }]}
          money={(amount) => price(amount, type.currency)}
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
