import type { Gate, TicketedEvent } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Field } from '../../kit/field.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { Chart, Places } from '../parts/chart.tsx'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { clockTime, count } from '../parts/format.ts'
import { Figures, Sheet, Tag } from '../parts/page.tsx'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { everyMinute, type LiveFigures, pace } from './figures-stream.ts'
import { GateDialog } from './gate-dialog.tsx'
import { reasonOf } from './gate-words.ts'
import styles from './gates.module.css'
import { useFigures } from './use-figures.ts'

/** Who is inside, how fast they come, and who was turned away and why: as it happens. */
export function Doors({ event }: { event: TicketedEvent }) {
  const { figures, isLive, error } = useFigures(event.event_id)
  const sold = useLoad(() => api.prices.listCategories(event.event_id).page(), [event.event_id])
  if (error !== undefined) return <TroubleNotice error={error} />
  if (!figures) return <p class={styles.quiet}>Looking at the doors …</p>
  const places = sold.data?.data.reduce((sum, category) => sum + category.sold, 0) ?? 0
  const recent = figures.gates.reduce((sum, gate) => sum + gate.entries_of_5_minutes, 0)
  return (
    <>
      <Figures
        figures={[
          { title: 'Inside now', value: count(figures.inside), note: isLive ? 'live' : 'connecting again …' },
          { title: 'A minute', value: pace(recent), note: 'people, over the last five' },
          { title: 'Entries', value: count(figures.entries), note: `${count(figures.exits)} exits` },
          { title: 'Turned away', value: count(figures.refusals), note: 'scans that were refused' },
        ]}
      />
      <Sheet title="People a minute" about={<Tag tone={isLive ? 'sky' : 'quiet'}>{isLive ? 'live' : 'not live'}</Tag>}>
        <Chart
          title="People let in by minute over the last hour"
          valueTitle="People"
          labelTitle="Minute"
          bars={everyMinute(figures).map(({ minute, entries }) => ({
            key: String(minute),
            label: clockTime(minute, event.timezone),
            value: entries,
          }))}
          format={count}
        />
        {places > 0 && <Places title="Inside, of those sold" taken={figures.inside} of={places} />}
      </Sheet>
      <div class={styles.columns}>
        <GateTable event={event} figures={figures} />
        <Refusals figures={figures} />
      </div>
      <TellStewards eventId={event.event_id} />
    </>
  )
}

type GateRow = LiveFigures['gates'][number] & { closed: boolean }

/** All gates of the venue, those without a scan too. */
function GateTable({ event, figures }: { event: TicketedEvent; figures: LiveFigures }) {
  const { whyNot } = useConsole()
  const { venue_id: venueId } = event
  const gates = useLoad(
    async () => (venueId === null ? [] : (await api.venues.listGates(venueId, { limit: 100 }).page()).data),
    [venueId],
  )
  const { run, isBusy, error } = useAction()
  const [chosen, setChosen] = useState<Gate | undefined>()
  const why = whyNot('gates:manage')
  const known = gates.data?.filter(({ status }) => status === 'active') ?? []
  const rows: GateRow[] = [
    ...known.map(({ gate_id, name, closed }) => ({
      ...(figures.gates.find((gate) => gate.gate_id === gate_id) ?? {
        ...{ gate_id, gate: name, entries: 0, exits: 0, refusals: 0, entries_of_5_minutes: 0 },
      }),
      closed,
    })),
    ...figures.gates
      .filter(({ gate_id }) => !known.some((gate) => gate.gate_id === gate_id))
      .map((gate) => ({ ...gate, closed: false })),
  ]
  const directionsOf = (id: number) => known.find(({ gate_id }) => gate_id === id)?.directions
  const turn = ({ gate_id, closed }: GateRow) =>
    run(async () => {
      await (closed ? api.venues.openGate(gate_id) : api.venues.closeGate(gate_id))
      gates.reload()
    })
  const columns: Column<GateRow>[] = [
    {
      title: 'Gate',
      cell: ({ gate_id, gate, closed }) => (
        <>
          <strong>{gate}</strong> {closed && <Tag tone="flare">closed</Tag>}
          {directionsOf(gate_id) && <span class={styles.directions}>{directionsOf(gate_id)}</span>}
        </>
      ),
    },
    { title: 'A minute', align: 'end', cell: (gate) => pace(gate.entries_of_5_minutes) },
    { title: 'Entries', align: 'end', cell: ({ entries }) => count(entries) },
    { title: 'Exits', align: 'end', isMinor: true, cell: ({ exits }) => count(exits) },
    { title: 'Refused', align: 'end', isMinor: true, cell: ({ refusals }) => count(refusals) },
    {
      title: 'Do',
      align: 'end',
      cell: (gate) => (
        <div class={styles.row}>
          <Button
            look="quiet"
            why={whyNot('programme:manage')}
            onClick={() => setChosen(known.find(({ gate_id }) => gate_id === gate.gate_id))}
          >
            Change<span class="visually-hidden"> {gate.gate}</span>
          </Button>
          <Button look="quiet" why={why} busy={isBusy} onClick={() => turn(gate)}>
            {gate.closed ? 'Open' : 'Close'}
            <span class="visually-hidden"> {gate.gate}</span>
          </Button>
        </div>
      ),
    },
  ]
  return (
    <Sheet flush title="Gates">
      {error !== undefined && <TroubleNotice error={error} />}
      {gates.error !== undefined && <TroubleNotice error={gates.error} onRetry={gates.reload} />}
      {!gates.data ? null : rows.length === 0 ? (
        <Empty title="The venue has no gates">
          <p>A gate is where people go in. Scanners can be bound to some of them, and categories of places too.</p>
        </Empty>
      ) : (
        <Table<GateRow> caption="Gates" columns={columns} rows={rows} keyOf={({ gate_id }) => gate_id} />
      )}
      {chosen && (
        <GateDialog
          gate={chosen}
          onClose={() => setChosen(undefined)}
          onDone={() => {
            setChosen(undefined)
            gates.reload()
          }}
        />
      )}
    </Sheet>
  )
}

function Refusals({ figures }: { figures: LiveFigures }) {
  return (
    <Sheet flush title="Turned away, and why">
      {figures.reasons.length === 0 ? (
        <p class={styles.none}>No one was turned away.</p>
      ) : (
        <Table
          caption="Refusals by reason"
          rows={figures.reasons}
          keyOf={({ result }) => result}
          columns={[
            { title: 'Why', cell: ({ result }) => reasonOf(result) },
            { title: 'Scans', align: 'end', cell: ({ refusals }) => count(refusals) },
          ]}
        />
      )}
    </Sheet>
  )
}

/** One line to all scanners of the event. */
function TellStewards({ eventId }: { eventId: string }) {
  const { whyNot } = useConsole()
  const [turn, setTurn] = useState(0)
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    await api.gates.createStewardMessage(eventId, { text: filled.text('text') })
    toast('Their scanners show it within half a minute')
    setTurn(turn + 1)
  })
  return (
    <Sheet title="Tell all stewards">
      <form key={turn} class={form.form} onSubmit={submit}>
        {error !== undefined && <TroubleNotice error={error} />}
        <Field name="text" label="Message" hint="Their scanners show the newest one" required maxLength={300} />
        <div class={form.actions}>
          <Button type="submit" busy={isBusy} why={whyNot('gates:manage')}>
            Send it
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
