import type { TicketedEvent } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field, SelectField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api, fieldErrors, serverNow } from '../parts/api.ts'
import form from '../parts/form.module.css'
import { fullEventTime } from '../parts/format.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { changedMoment, momentOf, wallTime } from '../parts/zone-time.ts'
import { common } from '../words/common.ts'
import { words } from '../words/week.ts'
import { Concerned } from './concerned.tsx'

const DAYS_TO_ASK = 14
const DAY_SECONDS = 86_400

/** Another day or place for an event on sale: whom it concerns, what is told to them, and until when they may ask for their money. */
export function MoveDialog({ event, onClose, onDone }: { event: TicketedEvent; onClose(): void; onDone(): void }) {
  const { event_id: eventId, timezone, doors_open_unix: doors, event_end_unix: end } = event
  const about = useLoad(() => api.events.retrieveCancellation(eventId), [eventId])
  const venues = useLoad(() => api.venues.list({ limit: 100 }).page(), [])
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const start = changedMoment(filled.text('start'), event.event_start_unix, timezone) ?? event.event_start_unix
    const venueId = filled.optional('venue_id') ?? null
    const isElsewhere = venueId !== event.venue_id
    if (start === event.event_start_unix && !isElsewhere) throw new Error(words.itIsWhereItWas)
    const until = filled.optional('until')
    await api.events.change(eventId, {
      event_start_unix: start,
      doors_open_unix: shifted(doors, start - event.event_start_unix),
      event_end_unix: shifted(end, start - event.event_start_unix),
      ...(isElsewhere ? { venue_id: venueId, online_event: venueId === null } : {}),
      ...(until === undefined ? {} : { refund_requests_until_unix: momentOf(`${until}T23:59`, timezone) }),
    })
    toast(words.movedToldInTenMinutes)
    onDone()
  })
  const problems = fieldErrors(error)
  const options = (venues.data?.data ?? [])
    .filter(({ status, venue_id }) => status === 'active' || venue_id === event.venue_id)
    .map(({ venue_id, name }) => ({ value: venue_id, label: name }))
  const failure = about.error ?? venues.error
  return (
    <Dialog open title={words.moveTheEvent} onClose={onClose}>
      <p>
        {words.nowAt({
          date: fullEventTime(event.event_start_unix, event.timezone),
          venue: event.venue_name ?? words.online,
        })}
      </p>
      {failure !== undefined && <TroubleNotice error={failure} />}
      {about.data && <Concerned about={about.data} />}
      {about.data && venues.data && (
        <form class={form.form} onSubmit={submit}>
          {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
          <Field
            name="start"
            label={words.newStart}
            hint={words.byTheClockOf({ zone: timezone.replaceAll('_', ' ') })}
            type="datetime-local"
            defaultValue={wallTime(event.event_start_unix, timezone)}
            required
            error={problems.event_start_unix}
          />
          <SelectField
            name="venue_id"
            label={words.venue}
            defaultValue={event.venue_id ?? ''}
            options={[...options, { value: '', label: words.onlineNoVenue }]}
            error={problems.venue_id}
          />
          <Field
            name="until"
            label={words.buyersMayAskUntil}
            optional={words.emptyUsualRule}
            hint={words.thoseWhoBoughtBefore}
            type="date"
            defaultValue={wallTime(Math.floor(serverNow() / 1000) + DAYS_TO_ASK * DAY_SECONDS, timezone).slice(0, 10)}
            error={problems.refund_requests_until_unix}
          />
          <div class={form.actions}>
            <Button type="submit" look="strong" busy={isBusy}>
              {words.moveItAndTell}
            </Button>
            <Button onClick={onClose}>{common.cancel}</Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

const shifted = (unix: number | null, seconds: number): number | null => (unix === null ? null : unix + seconds)
