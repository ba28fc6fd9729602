import type { CreateVenue, Venue } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Field } from '../../kit/field.tsx'
import { fieldErrors } from '../parts/api.ts'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { words } from '../words/venues.ts'

const PLACES = ['address', 'address2', 'suburb', 'region', 'postcode'] as const
/** What the API calls them. */
const NAMES = {
  address: 'address',
  address2: 'address2',
  suburb: 'suburb',
  region: 'state',
  postcode: 'postcode',
} as const

/** Name and place of a venue, new or not. */
export function VenueForm({
  venue,
  verb,
  save,
  onCancel,
}: {
  venue?: Venue
  verb: string
  save(venue: CreateVenue): Promise<void>
  onCancel?: () => void
}) {
  const { submit, isBusy, error } = useSubmit((filled) =>
    save({
      name: filled.text('name'),
      ...Object.fromEntries(PLACES.map((place) => [NAMES[place], filled.optional(NAMES[place]) ?? null])),
      timezone: filled.optional('timezone') ?? null,
    }),
  )
  const problems = fieldErrors(error)
  return (
    <form class={form.form} onSubmit={submit}>
      {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
      <Field
        name="name"
        label={words.name}
        hint={words.nameHint}
        defaultValue={venue?.name ?? ''}
        required
        maxLength={200}
        error={problems.name}
      />
      <div class={form.pair}>
        {PLACES.map((place) => (
          <Field
            key={place}
            name={NAMES[place]}
            label={words[place]}
            optional={words.optional}
            defaultValue={venue?.[NAMES[place]] ?? ''}
            error={problems[NAMES[place]]}
          />
        ))}
        <Field
          name="timezone"
          label={words.timezone}
          optional={words.timezoneHint}
          placeholder="Europe/Berlin"
          defaultValue={venue?.timezone ?? ''}
          error={problems.timezone}
        />
      </div>
      <div class={form.actions}>
        <Button type="submit" look="strong" busy={isBusy}>
          {verb}
        </Button>
        {onCancel && <Button onClick={onCancel}>{words.cancel}</Button>}
      </div>
    </form>
  )
}
