import type { PriceCategory, TicketedEvent } from '@grandstand/sdk'
import { SelectField } from '../../kit/field.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { ChoicesField, choicesIn } from '../parts/choices-field.tsx'
import type { Filled } from '../parts/use-submit.ts'
import { words } from '../words/offers.ts'

/** The stands whose seats a category sells, the gates that let it in, and whether it is sold now. */
export function CategoryPlaces({ event, category }: { event: TicketedEvent; category: PriceCategory | undefined }) {
  const { venue_id: venueId, seat_map_id: seatMapId } = event
  const gates = useLoad(
    async () => (venueId === null ? [] : await api.venues.listGates(venueId, { limit: 100 }).all()),
    [venueId],
  )
  const map = useLoad(async () => (seatMapId === null ? null : await api.seatMaps.retrieve(seatMapId)), [seatMapId])
  const active = (gates.data ?? []).filter(({ status }) => status === 'active')
  return (
    <>
      {map.data && (
        <ChoicesField
          name="seat_section_ids"
          label={words.stands}
          chosen={category?.seat_section_ids ?? []}
          options={map.data.sections.map(({ seat_section_id, title, sub_section_title }) => ({
            value: seat_section_id,
            label: [title, sub_section_title].filter((part) => part !== null).join(', '),
          }))}
        />
      )}
      {active.length > 1 && (
        <ChoicesField
          name="gate_ids"
          label={words.gates}
          hint={words.allGates}
          chosen={category?.gate_ids ?? []}
          options={active.map(({ gate_id, name }) => ({ value: gate_id, label: name }))}
        />
      )}
      {category && (
        <SelectField
          name="price_category_status"
          label={words.state}
          defaultValue={category.price_category_status}
          options={[
            { value: 'active', label: words.active },
            { value: 'inactive', label: words.inactive },
          ]}
        />
      )}
    </>
  )
}

/** What of it was there to be filled in. */
export function placesOf(filled: Filled) {
  const sections = choicesIn(filled, 'seat_section_ids')
  const gates = choicesIn(filled, 'gate_ids')
  const isInactive = filled.text('price_category_status') === 'inactive'
  return {
    ...(sections && { seat_section_ids: sections }),
    ...(gates && { gate_ids: gates }),
    price_category_status: isInactive ? ('inactive' as const) : ('active' as const),
  }
}

/** How many seats these sections have that can be sold. */
export async function seatsOf({ seat_map_id: seatMapId }: TicketedEvent, sectionIds: number[] = []): Promise<number> {
  if (seatMapId === null || sectionIds.length === 0) return 0
  const { sections } = await api.seatMaps.retrieve(seatMapId)
  return sections
    .filter(({ seat_section_id }) => sectionIds.includes(seat_section_id))
    .reduce((places, { seats, seats_blocked }) => places + seats - seats_blocked, 0)
}
