import type { Season } from '@grandstand/sdk'
import { useMemo, useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { SelectField } from '../../kit/field.tsx'
import { ofSeason } from '../../kit/seat-map/of-season.ts'
import { useEventSeats } from '../../kit/seat-map/use-event-seats.ts'
import { Table } from '../../kit/table.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import lists from '../parts/list/list.module.css'
import { Sheet } from '../parts/page.tsx'
import { seatLabel } from '../parts/place.ts'
import { routes } from '../parts/routes.ts'
import { SeatMap } from '../parts/seat-map.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/seasons.ts'

const seasonSeats = {
  retrieveSeats: (seasonId: number, input?: { since?: string }) => api.storefront.retrieveSeasonSeats(seasonId, input),
  retrieveSeatDrawing: (seasonId: number, version: string) =>
    api.storefront.retrieveSeasonSeatDrawing(seasonId, version),
}

/** The seats of a season: on the map, free where they can be had at every match to come; and as a list, with who has them. */
export function SeasonSeats({ season, seatMapId }: { season: Season; seatMapId: number }) {
  const { price } = useConsole()
  const { seats, error } = useEventSeats(seasonSeats, season.season_id)
  const types = useLoad(() => api.memberships.listManagedTypes().all(), [season.season_id])
  const [stand, setStand] = useState<string | undefined>()
  const drawing = useMemo(() => seats && ofSeason(seats.drawing), [seats?.drawing])
  const prices = (types.data ?? [])
    .filter(({ season_id, status }) => season_id === season.season_id && status === 1)
    .map((type) => type.price)
  return (
    <Sheet title={words.seats}>
      {error !== undefined && <TroubleNotice error={error} />}
      {types.data && prices.length === 0 && <p>{words.noMembership}</p>}
      {drawing && seats && prices.length > 0 && (
        <SeatMap
          drawing={drawing}
          states={seats.states.bytes}
          prices={[{ categoryId: 0, title: season.title, total: Math.min(...prices) }]}
          money={(amount) => price(amount)}
          wanted={0}
          chosen={[]}
          onChoose={() => {}}
          stand={stand}
          onStand={setStand}
        />
      )}
      <Taken season={season} seatMapId={seatMapId} />
    </Sheet>
  )
}

const ROWS = 100

function Taken({ season, seatMapId }: { season: Season; seatMapId: number }) {
  const map = useLoad(() => api.seatMaps.retrieve(seatMapId), [seatMapId])
  const [sectionId, setSectionId] = useState<number>()
  const [limit, setLimit] = useState(ROWS)
  const section = sectionId ?? map.data?.sections[0]?.seat_section_id
  const taken = useLoad(async () => {
    if (section === undefined) return undefined
    return api.seasons.listSeats(season.season_id, { seat_section_id: section, limit }).page()
  }, [season.season_id, season.seats_sold, section, limit])
  const trouble = map.error ?? taken.error
  const title = (one: { title: string; sub_section_title: string | null }) =>
    [one.title, one.sub_section_title].filter((part) => part !== null).join(', ')
  return (
    <>
      {trouble !== undefined && <TroubleNotice error={trouble} />}
      {map.data && (
        <SelectField
          name="section"
          label={words.stand}
          options={map.data.sections.map((one) => ({ value: String(one.seat_section_id), label: title(one) }))}
          onChange={({ currentTarget }) => setSectionId(Number(currentTarget.value))}
        />
      )}
      {taken.data?.data.length === 0 && <p>{words.noneTaken}</p>}
      {taken.data && taken.data.data.length > 0 && (
        <div class={lists.scroll}>
          <Table
            caption={words.whoSits}
            rows={taken.data.data}
            keyOf={({ seat_id }) => seat_id}
            hrefOf={({ membership_member_id: id }) => (id === null ? undefined : routes.member(id))}
            columns={[
              {
                title: common.member,
                cell: ({ first_name, last_name, member_number, membership_member_id, status }) => {
                  if (membership_member_id === null) return words.inBasket
                  const name = [first_name, last_name].filter((part) => part !== null).join(' ') || member_number
                  return status === 'kept' ? `${name} (${words.keptFor})` : name
                },
              },
              {
                title: common.seat,
                cell: (seat) =>
                  seat.events_without > 0
                    ? `${seatLabel(seat)} (${words.notAt({ count: seat.events_without })})`
                    : seatLabel(seat),
              },
            ]}
          />
        </div>
      )}
      {taken.data?.has_more && limit < ROWS * 5 && <Button onClick={() => setLimit(ROWS * 5)}>{words.more}</Button>}
    </>
  )
}
