import type { SeatMapWithSections } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { CheckField, Field, SelectField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api, fieldErrors } from '../parts/api.ts'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/venues.ts'
import type { ReadSeats } from './read-seats.ts'
import { SeatFile } from './seat-file.tsx'
import { seatsIn } from './seats-in.ts'
import { countSeats } from './usual-ground.ts'

type Changing = { map: SeatMapWithSections; onClose(): void; onDone(): void }

/** Sixty thousand seats are four megabytes. */
const TIMEOUT_MS = 120_000

/** What the seats are called together, and where they are. */
export function MapDialog({ map, onClose, onDone }: Changing) {
  const venues = useLoad(() => api.venues.list({ limit: 100 }).all(), [])
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    await api.seatMaps.change(map.seat_map_id, {
      title: filled.text('title'),
      ...(venues.data && { venue_id: filled.optional('venue_id') ?? null }),
    })
    toast(common.saved)
    onDone()
  })
  const problems = fieldErrors(error)
  const trouble = error !== undefined && Object.keys(problems).length === 0 ? error : venues.error
  const options = (venues.data ?? [])
    .filter(({ status, venue_id }) => status === 'active' || venue_id === map.venue_id)
    .map(({ venue_id, name }) => ({ value: venue_id, label: name }))
  return (
    <Dialog open title={words.changeMap} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {trouble !== undefined && <TroubleNotice error={trouble} />}
        <Field
          name="title"
          label={common.title}
          defaultValue={map.title}
          required
          maxLength={200}
          error={problems.title}
        />
        {venues.data && (
          <SelectField
            name="venue_id"
            label={words.atVenue}
            defaultValue={map.venue_id ?? ''}
            options={[...options, { value: '', label: words.noVenueOption }]}
            error={problems.venue_id}
          />
        )}
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {common.save}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}

/** A list of seats once more: sections that are new, or the whole ground as it is after the works. */
export function SeatListDialog({ map, onClose, onDone }: Changing) {
  const [read, setRead] = useState<ReadSeats | undefined>()
  const sections = read?.sections ?? []
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const { seat_map_id: id, title, venue_id } = map
    if (filled.text('way') === 'whole')
      await api.seatMaps.reimport(id, { title, venue_id, sections }, { timeoutMs: TIMEOUT_MS })
    else for (const section of sections) await api.seatMaps.addSeatSection(id, section)
    toast(words.seatsCreated)
    onDone()
  })
  return (
    <Dialog open title={words.fromAList} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && <TroubleNotice error={error} />}
        <div role="radiogroup" aria-label={words.fromAList}>
          <CheckField
            type="radio"
            name="way"
            value="new"
            label={words.addSections}
            hint={words.addSectionsHint}
            defaultChecked
          />
          <CheckField type="radio" name="way" value="whole" label={words.wholeList} hint={words.wholeListHint} />
        </div>
        <SeatFile read={read} onRead={setRead} />
        {read && <p role="status">{seatsIn(countSeats(sections), sections.length)}</p>}
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy} why={sections.length === 0 ? words.chooseAFile : undefined}>
            {words.takeTheList}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
