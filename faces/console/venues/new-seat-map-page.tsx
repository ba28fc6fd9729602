import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { Button } from '../../kit/button.tsx'
import { CheckField, Field, SelectField } from '../../kit/field.tsx'
import { Table } from '../../kit/table.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole, usePage } from '../parts/console.tsx'
import detail from '../parts/detail.module.css'
import form from '../parts/form.module.css'
import { count } from '../parts/format.ts'
import { PageHead, Sheet } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useQuery } from '../parts/use-query.ts'
import { common } from '../words/common.ts'
import { words } from '../words/venues.ts'
import { GroundPreview } from './ground-preview.tsx'
import type { ReadSeats } from './read-seats.ts'
import { SeatFile } from './seat-file.tsx'
import { seatsIn } from './seats-in.ts'
import { StandFields, usualStands } from './stand-fields.tsx'
import { countSeats, type PlanSection, type Stand, usualGround } from './usual-ground.ts'

const SEATS_MAX = 60_000
/** Sixty thousand seats are four megabytes. */
const TIMEOUT_MS = 120_000

/** Seats that are numbered: of a usual ground, or from a list. Nothing is stored before one has seen what it comes to. */
export function NewSeatMapPage() {
  usePage(words.newSeatMap)
  const { whyNot } = useConsole()
  const { query } = useQuery()
  const venues = useLoad(() => api.venues.list({ limit: 100 }).all(), [])
  const [way, setWay] = useState<'usual' | 'file'>('usual')
  const [stands, setStands] = useState(usualStands)
  const [file, setFile] = useState<ReadSeats | undefined>()
  const why = whyNot('programme:manage')
  if (why !== undefined) return <p>{why}</p>
  if (!venues.data)
    return venues.error === undefined ? null : <TroubleNotice error={venues.error} onRetry={venues.reload} />
  const active = venues.data.filter(({ status }) => status === 'active')
  const venue = active.find(({ venue_id }) => venue_id === query.venue_id)
  const sections = way === 'usual' ? groundOf(stands) : (file?.sections ?? [])
  return (
    <>
      <PageHead
        title={words.newSeatMap}
        over={
          venue ? <a href={routes.venue(venue.venue_id)}>{venue.name}</a> : <a href={routes.venues()}>{words.venues}</a>
        }
      />
      <div class={detail.columns}>
        <Sheet title={words.howTo}>
          <div role="radiogroup" aria-label={words.howTo}>
            <CheckField
              type="radio"
              name="way"
              value="usual"
              label={words.usual}
              hint={words.usualHint}
              defaultChecked
              onChange={() => setWay('usual')}
            />
            <CheckField
              type="radio"
              name="way"
              value="file"
              label={words.imported}
              hint={words.importedHint}
              onChange={() => setWay('file')}
            />
          </div>
          {way === 'usual' ? (
            <StandFields stands={stands} onChange={setStands} />
          ) : (
            <SeatFile onRead={setFile} read={file} />
          )}
        </Sheet>
        <Sheet title={words.preview} about={summaryOf(sections)}>
          <GroundPreview sections={sections} />
          {sections.length > 0 && <SectionTable sections={sections} />}
          <Create
            sections={sections}
            venues={active.map(({ venue_id, name }) => ({ value: venue_id, label: name }))}
            venueId={venue?.venue_id}
            title={venue?.name}
          />
        </Sheet>
      </div>
    </>
  )
}

const groundOf = (stands: Stand[]) => usualGround(stands, (number) => words.block({ number }))

const summaryOf = (sections: PlanSection[]) => seatsIn(countSeats(sections), sections.length)

const SectionTable = ({ sections }: { sections: PlanSection[] }) => (
  <Table
    caption={words.preview}
    rows={sections}
    keyOf={({ title, sub_section_title }) => JSON.stringify([title, sub_section_title])}
    columns={[
      {
        title: words.section,
        cell: ({ title, sub_section_title }) => [title, sub_section_title].filter(Boolean).join(', '),
      },
      { title: words.rows, align: 'end', cell: ({ rows }) => count(rows.length) },
      { title: common.seats, align: 'end', cell: (section) => count(countSeats([section])) },
    ]}
  />
)

function Create({
  sections,
  venues,
  venueId,
  title,
}: {
  sections: PlanSection[]
  venues: { value: string; label: string }[]
  venueId: string | undefined
  title: string | undefined
}) {
  const { route } = useLocation()
  const action = useAction()
  const why = sections.length === 0 ? words.noSeats : countSeats(sections) > SEATS_MAX ? words.tooMany : undefined
  const create = (event: SubmitEvent) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget as HTMLFormElement)
    const chosen = String(data.get('venue_id') ?? '')
    void action.run(async () => {
      const { seat_map_id } = await api.seatMaps.import(
        { title: String(data.get('title')).trim(), venue_id: chosen === '' ? null : Number(chosen), sections },
        { timeoutMs: TIMEOUT_MS },
      )
      toast(words.seatsCreated)
      route(routes.seatMap(seat_map_id))
    })
  }
  return (
    <form class={form.form} onSubmit={create}>
      <div class={form.pair}>
        <Field name="title" label={common.title} defaultValue={title ?? ''} required maxLength={200} />
        <SelectField
          name="venue_id"
          label={words.atVenue}
          defaultValue={venueId ?? venues[0]?.value ?? ''}
          options={[...venues, { value: '', label: words.noVenueOption }]}
        />
      </div>
      {action.error !== undefined && <TroubleNotice error={action.error} />}
      <div class={form.actions}>
        <Button type="submit" look="strong" busy={action.isBusy} why={why}>
          {words.createSeats}
        </Button>
      </div>
    </form>
  )
}
