import type { ChangeEvent, TicketedEvent } from '@grandstand/sdk'
import { CheckField, Field, SelectField } from '../../kit/field.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import form from '../parts/form.module.css'
import type { Filled } from '../parts/use-submit.ts'
import { words } from '../words/offers.ts'

const NAMES = ['none', 'optional', 'required'] as const

/** Who may buy an event, whose names are on the tickets, and which seats it has. */
export function SellingFields({ event, problems }: { event: TicketedEvent; problems: Record<string, string> }) {
  const maps = useLoad(() => api.seatMaps.list({ limit: 100 }).all(), [])
  const titles = { none: words.holderNone, optional: words.holderOptional, required: words.holderRequired }
  const offered = (maps.data ?? []).filter(
    ({ status, seat_map_id }) => status === 'active' || seat_map_id === event.seat_map_id,
  )
  return (
    <fieldset class={form.group}>
      <legend>{words.whoMayBuy}</legend>
      <CheckField name="public_event" label={words.publicEvent} defaultChecked={event.public_event} />
      <div class={form.pair}>
        <Field
          name="max_per_customer"
          label={words.maxPerCustomer}
          optional={words.noLimit}
          type="number"
          min={1}
          defaultValue={String(event.max_per_customer ?? '')}
          error={problems.max_per_customer}
        />
        <SelectField
          name="holder_names"
          label={words.holderNames}
          defaultValue={event.holder_names}
          options={NAMES.map((value) => ({ value, label: titles[value] }))}
        />
      </div>
      {maps.data && (
        <SelectField
          name="seat_map_id"
          label={words.seats}
          hint={words.seatsFixed}
          defaultValue={String(event.seat_map_id ?? '')}
          error={problems.seat_map_id}
          options={[
            { value: '', label: words.noSeats },
            ...offered.map(({ seat_map_id, title }) => ({ value: String(seat_map_id), label: title })),
          ]}
        />
      )}
      <CheckField name="rotating_barcodes" label={words.rotating} defaultChecked={event.rotating_barcodes} />
    </fieldset>
  )
}

/** Seats are sent where they differ alone: they may not change any more once places are sold. */
export function sellingChanges(filled: Filled, event: TicketedEvent): ChangeEvent {
  const seatMapId = filled.number('seat_map_id') ?? null
  return {
    public_event: filled.isTicked('public_event'),
    max_per_customer: filled.number('max_per_customer') ?? null,
    holder_names: NAMES.find((name) => name === filled.text('holder_names')) ?? 'none',
    rotating_barcodes: filled.isTicked('rotating_barcodes'),
    ...(!filled.isTicked('seat_map_id') || seatMapId === event.seat_map_id
      ? {}
      : { seat_map_id: seatMapId, reserved_seating: seatMapId !== null }),
  }
}
