import type { CreateVenue, Venue } from '@grandstand/sdk'
import type { FormDescription } from '../parts/form/description.ts'
import { DescribedForm } from '../parts/form/form.tsx'
import { common } from '../words/common.ts'
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
  const places = PLACES.map((place) => ({
    kind: 'text' as const,
    name: NAMES[place],
    label: words[place],
    optional: common.optional,
    value: venue?.[NAMES[place]] ?? null,
  }))
  const timezone = {
    kind: 'text' as const,
    name: 'timezone',
    label: words.timezone,
    optional: words.timezoneHint,
    placeholder: 'Europe/Berlin',
    value: venue?.timezone ?? null,
  }
  const form: FormDescription = {
    parts: [
      {
        kind: 'text',
        name: 'name',
        label: common.name,
        hint: words.nameHint,
        value: venue?.name ?? null,
        required: true,
        maxLength: 200,
      },
      { kind: 'row', fields: [...places, timezone] },
    ],
    submit: (filled) =>
      save({
        name: filled.text('name'),
        ...Object.fromEntries(PLACES.map((place) => [NAMES[place], filled.optional(NAMES[place]) ?? null])),
        timezone: filled.optional('timezone') ?? null,
      }),
    verb,
  }
  return <DescribedForm form={form} {...(onCancel && { onCancel })} />
}
