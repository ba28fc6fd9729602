import type { TicketedEvent } from '@grandstand/sdk'
import { useLocation } from 'preact-iso/router'
import { Button } from '../../kit/button.tsx'
import { Field, SelectField, TextField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api, fieldErrors } from '../parts/api.ts'
import { useConsole, usePage } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { PageHead, Sheet } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { momentOf } from '../parts/zone-time.ts'
import { activeLists } from '../price-lists/active-lists.ts'
import { common } from '../words/common.ts'
import { words as eventWords } from '../words/events.ts'
import { words as offers } from '../words/offers.ts'

/** A new draft, or a copy of another event with its categories and prices. Its times are those of the venue's clock. */
export function NewEventPage() {
  const { organisation, whyNot } = useConsole()
  const { query, route } = useLocation()
  const { copy, price_list: chosenList } = query
  const { data, error: missing } = useLoad(async () => {
    const [venues, original, lists] = await Promise.all([
      api.venues.list({ limit: 100 }).page(),
      copy === undefined ? undefined : api.events.retrieveManaged(copy),
      activeLists(),
    ])
    return { venues: venues.data.filter(({ status }) => status === 'active'), original, lists }
  }, [copy])
  const heading = data?.original ? eventWords.copyOf({ title: data.original.title }) : eventWords.newEvent
  usePage(data ? heading : undefined)
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const venue = data?.venues.find(({ venue_id }) => venue_id === filled.text('venue_id'))
    const timezone = venue?.timezone ?? organisation.timezone
    const doors = filled.optional('doors')
    const title = filled.text('title')
    const event_start_unix = momentOf(filled.text('start'), timezone)
    const more = {
      ...(doors === undefined ? {} : { doors_open_unix: momentOf(doors, timezone) }),
      description: filled.optional('description') ?? null,
    }
    const place = venue ? { venue_id: venue.venue_id, online_event: false } : { venue_id: null, online_event: true }
    const list = filled.number('price_list_id')
    const priced = list === undefined ? {} : { price_list_id: list }
    const created = data?.original
      ? await copyOf(data.original, { events: [{ title, event_start_unix }], ...priced }, { ...more, ...place })
      : await api.events.create({ title, event_start_unix, timezone, ...more, ...place, ...priced })
    toast(eventWords.copyNote)
    route(routes.event(created.event_id))
  })
  const problems = fieldErrors(error)
  if (missing !== undefined) return <TroubleNotice error={missing} />
  if (!data) return null
  const { venues, original, lists } = data
  return (
    <>
      <PageHead title={heading} />
      <Sheet>
        <form class={form.form} onSubmit={submit}>
          {error !== undefined && <TroubleNotice error={error} />}
          <Field
            name="title"
            label={common.title}
            defaultValue={original?.title ?? ''}
            required
            error={problems.title}
          />
          <SelectField
            name="venue_id"
            label={eventWords.venue}
            defaultValue={original?.venue_id ?? venues[0]?.venue_id ?? ''}
            options={[
              ...venues.map(({ venue_id, name }) => ({ value: venue_id, label: name })),
              { value: '', label: eventWords.form.noVenue },
            ]}
          />
          <div class={form.pair}>
            <Field
              name="start"
              label={eventWords.form.starts}
              hint={eventWords.copyClock}
              type="datetime-local"
              required
              error={problems.event_start_unix}
            />
            <Field
              name="doors"
              label={eventWords.form.doors}
              optional={eventWords.form.doorsHint}
              type="datetime-local"
              error={problems.doors_open_unix}
            />
          </div>
          {lists.length > 0 && (
            <SelectField
              name="price_list_id"
              label={offers.prices}
              hint={offers.pricesHint}
              defaultValue={chosenList ?? ''}
              error={problems.price_list_id}
              options={[
                { value: '', label: original ? offers.asInTheEvent : offers.noneYet },
                ...lists.map(({ price_list_id, title }) => ({ value: String(price_list_id), label: title })),
              ]}
            />
          )}
          <TextField
            name="description"
            label={eventWords.description}
            optional={eventWords.form.descriptionHint}
            defaultValue={original?.description ?? ''}
          />
          <div class={form.actions}>
            <Button type="submit" look="strong" busy={isBusy} why={whyNot('programme:manage')}>
              {eventWords.copyDo}
            </Button>
          </div>
        </form>
      </Sheet>
    </>
  )
}

type Changes = NonNullable<Parameters<typeof api.events.change>[1]>

/** With all that belongs to it, and then what was filled in otherwise. */
async function copyOf(
  original: TicketedEvent,
  copy: Parameters<typeof api.events.copy>[1],
  { venue_id, online_event, ...changes }: Changes,
): Promise<TicketedEvent> {
  const {
    events: [draft],
  } = await api.events.copy(original.event_id, copy)
  if (!draft) throw new Error('a copy left no draft')
  const isElsewhere = venue_id !== original.venue_id
  return api.events.change(draft.event_id, { ...changes, ...(isElsewhere ? { venue_id, online_event } : {}) })
}
