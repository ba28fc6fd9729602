import type { TicketedEvent } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field, SelectField, TextField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api, fieldErrors } from '../parts/api.ts'
import form from '../parts/form.module.css'
import { PictureField, PicturesField } from '../parts/picture-field.tsx'
import { type TranslatedText, TranslationsField, translationsFrom } from '../parts/translations-field.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { changedMoment, wallTime } from '../parts/zone-time.ts'
import { common } from '../words/common.ts'
import { words as eventWords } from '../words/events.ts'
import { words } from '../words/offers.ts'
import { SellingFields, sellingChanges } from './selling-fields.tsx'

const TEXTS: TranslatedText[] = [
  { name: 'title', label: common.title, maxLength: 200 },
  { name: 'description', label: eventWords.description, maxLength: 10_000, isLong: true },
]

const IMAGES_MAX = 20

/** Words, date, venue and pictures. Buyers and holders of an event that moves are mailed by the service. */
export function EditDialog({ event, onClose, onDone }: { event: TicketedEvent; onClose(): void; onDone(): void }) {
  const venues = useLoad(() => api.venues.list({ limit: 100 }).page(), [])
  const { timezone, doors_open_unix: doors, event_end_unix: end } = event
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const venueId = filled.optional('venue_id')
    const start = changedMoment(filled.text('start'), event.event_start_unix, timezone)
    await api.events.change(event.event_id, {
      title: filled.text('title'),
      ...(start === null ? {} : { event_start_unix: start }),
      doors_open_unix: changedMoment(filled.optional('doors'), doors, timezone),
      event_end_unix: changedMoment(filled.optional('end'), end, timezone),
      description: filled.optional('description') ?? null,
      banner_image: filled.optional('banner_image') ?? null,
      images: filled.all('images'),
      ...sellingChanges(filled, event),
      translations: translationsFrom(filled, TEXTS, event.translations),
      ...(venueId === (event.venue_id ?? undefined)
        ? {}
        : venueId === undefined
          ? { venue_id: null, online_event: true }
          : { venue_id: venueId, online_event: false }),
    })
    toast(common.saved)
    onDone()
  })
  const problems = fieldErrors(error)
  const wall = (unix: number | null) => (unix === null ? '' : wallTime(unix, timezone))
  const isUnnamed = error !== undefined && Object.keys(problems).length === 0
  if (!venues.data) return venues.error === undefined ? null : <TroubleNotice error={venues.error} />
  const options = venues.data.data
    .filter(({ status, venue_id }) => status === 'active' || venue_id === event.venue_id)
    .map(({ venue_id, name }) => ({ value: venue_id, label: name }))
  return (
    <Dialog open title={eventWords.form.change} onClose={onClose}>
      {event.event_status_id === '1' && <p>{eventWords.form.changeHint}</p>}
      <form class={form.form} onSubmit={submit}>
        {isUnnamed && <TroubleNotice error={error} />}
        <Field name="title" label={common.title} defaultValue={event.title} required error={problems.title} />
        <SelectField
          name="venue_id"
          label={eventWords.venue}
          defaultValue={event.venue_id ?? ''}
          options={[...options, { value: '', label: eventWords.form.noVenue }]}
        />
        <Field
          name="start"
          label={eventWords.form.starts}
          hint={eventWords.form.clockOf({ value: timezone.replaceAll('_', ' ') })}
          type="datetime-local"
          defaultValue={wall(event.event_start_unix)}
          required
          error={problems.event_start_unix}
        />
        <div class={form.pair}>
          <Field
            name="doors"
            label={eventWords.form.doors}
            optional={eventWords.form.doorsHint}
            type="datetime-local"
            defaultValue={wall(doors)}
            error={problems.doors_open_unix}
          />
          <Field
            name="end"
            label={eventWords.form.ends}
            optional={eventWords.form.endsHint}
            type="datetime-local"
            defaultValue={wall(end)}
            error={problems.event_end_unix}
          />
        </div>
        <TextField
          name="description"
          label={eventWords.description}
          optional={eventWords.form.descriptionHint}
          defaultValue={event.description ?? ''}
        />
        <PictureField
          name="banner_image"
          label={words.picture}
          hint={words.pictureHint}
          kind="photo"
          defaultValue={event.banner_image}
          error={problems.banner_image}
        />
        <PicturesField
          name="images"
          label={words.morePictures}
          kind="photo"
          defaultValue={event.images}
          picturesMax={IMAGES_MAX}
          error={problems.images}
        />
        <SellingFields event={event} problems={problems} />
        <TranslationsField texts={TEXTS} translations={event.translations} />
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
