import type { Gate, TicketedEvent } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Field, SelectField } from '../../kit/field.tsx'
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
import { common } from '../words/common.ts'
import { words } from '../words/gates.ts'
import { SigningKeysSheet, SupervisorCodeSheet } from './codes-sheet.tsx'
import { everyMinute, type LiveFigures, pace } from './figures-stream.ts'
import { GateDialog } from './gate-dialog.tsx'
import { reasonOf } from './gate-words.ts'
import styles from './gates.module.css'
import { peopleRange } from './people-range.ts'
import { useFigures } from './use-figures.ts'

const insideOf = ({ inside_at_least, inside_at_most }: LiveFigures) =>
  peopleRange({ at_least: inside_at_least, at_most: inside_at_most })

/** Who is inside, how fast they come, and who was turned away and why: as it happens. */
export function Doors({ event }: { event: TicketedEvent }) {
  const { whyNot } = useConsole()
  const { figures, isLive, error } = useFigures(event.event_id)
  const sold = useLoad(() => api.prices.listCategories(event.event_id).page(), [event.event_id])
  if (error !== undefined) return <TroubleNotice error={error} />
  if (!figures) return <p class={styles.quiet}>{words.lookingAtTheDoors}</p>
  const places = sold.data?.data.reduce((sum, category) => sum + category.sold, 0) ?? 0
  const recent = figures.gates.reduce((sum, gate) => sum + gate.entries_of_5_minutes, 0)
  return (
    <>
      <Figures
        figures={[
          { title: words.insideNow, value: insideOf(figures), note: isLive ? words.live : words.connectingAgain },
          { title: words.aMinute, value: pace(recent), note: words.peopleOverTheLastFive },
          { title: words.entries, value: count(figures.entries), note: words.exits({ exits: count(figures.exits) }) },
          { title: words.turnedAway, value: count(figures.refusals), note: words.scansThatWereRefused },
        ]}
      />
      <Sheet
        title={words.peopleAMinute}
        about={<Tag tone={isLive ? 'sky' : 'quiet'}>{isLive ? words.live : words.notLive}</Tag>}
      >
        <Chart
          title={words.peopleLetInByMinute}
          valueTitle={words.people}
          labelTitle={words.minute}
          bars={everyMinute(figures).map(({ minute, entries }) => ({
            key: String(minute),
            label: clockTime(minute, event.timezone),
            value: entries,
          }))}
          format={count}
        />
        {places > 0 && <Places title={words.insideOfThoseSold} taken={figures.inside} of={places} />}
      </Sheet>
      <div class={styles.columns}>
        <GateTable event={event} figures={figures} />
        <Refusals figures={figures} />
      </div>
      <TellStewards event={event} message={figures.message} />
      {whyNot('gates:manage') === undefined && <SupervisorCodeSheet eventId={event.event_id} />}
      {whyNot('programme:manage') === undefined && <SigningKeysSheet event={event} />}
    </>
  )
}

type GateRow = LiveFigures['gates'][number] & { closed: boolean }

/** Only turnstiles count them, so most clubs need no such column. */
const followersColumn = (): Column<GateRow> => ({
  title: words.followedWithoutScan,
  align: 'end',
  cell: ({ followers }) => count(followers),
})

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
        ...{ gate_id, gate: name, entries: 0, exits: 0, refusals: 0, followers: 0, entries_of_5_minutes: 0 },
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
      title: words.gate,
      cell: ({ gate_id, gate, closed }) => (
        <>
          <strong>{gate}</strong> {closed && <Tag tone="flare">{words.closed}</Tag>}
          {directionsOf(gate_id) && <span class={styles.directions}>{directionsOf(gate_id)}</span>}
        </>
      ),
    },
    { title: words.aMinute, align: 'end', cell: (gate) => pace(gate.entries_of_5_minutes) },
    { title: words.entries, align: 'end', cell: ({ entries }) => count(entries) },
    { title: words.exits2, align: 'end', isMinor: true, cell: ({ exits }) => count(exits) },
    { title: words.refused, align: 'end', isMinor: true, cell: ({ refusals }) => count(refusals) },
    ...(figures.followers === 0 ? [] : [followersColumn()]),
    {
      title: common.action,
      align: 'end',
      cell: (gate) => (
        <div class={styles.row}>
          <Button
            look="quiet"
            why={whyNot('programme:manage')}
            onClick={() => setChosen(known.find(({ gate_id }) => gate_id === gate.gate_id))}
          >
            {common.change}
            <span class="visually-hidden"> {gate.gate}</span>
          </Button>
          <Button look="quiet" why={why} busy={isBusy} onClick={() => turn(gate)}>
            {gate.closed ? words.open : common.close}
            <span class="visually-hidden"> {gate.gate}</span>
          </Button>
        </div>
      ),
    },
  ]
  return (
    <Sheet flush title={words.gates}>
      {error !== undefined && <TroubleNotice error={error} />}
      {gates.error !== undefined && <TroubleNotice error={gates.error} onRetry={gates.reload} />}
      {!gates.data ? null : rows.length === 0 ? (
        <Empty title={words.theVenueHasNoGates}>
          <p>{words.aGateIsWherePeople}</p>
        </Empty>
      ) : (
        <Table<GateRow> caption={words.gates} columns={columns} rows={rows} keyOf={({ gate_id }) => gate_id} />
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
    <Sheet flush title={words.turnedAwayAndWhy}>
      {figures.reasons.length === 0 ? (
        <p class={styles.none}>{words.noOneWasTurnedAway}</p>
      ) : (
        <Table
          caption={words.refusalsByReason}
          rows={figures.reasons}
          keyOf={({ result }) => result}
          columns={[
            { title: common.why, cell: ({ result }) => reasonOf(result) },
            { title: words.scans, align: 'end', cell: ({ refusals }) => count(refusals) },
          ]}
        />
      )}
    </Sheet>
  )
}

/** One line to all scanners of the event. */
function TellStewards({ event, message }: { event: TicketedEvent; message: LiveFigures['message'] }) {
  const { whyNot } = useConsole()
  const [turn, setTurn] = useState(0)
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const minutes = Number(filled.text('lasts')) || 0
    await api.gates.createStewardMessage(event.event_id, {
      text: filled.text('text'),
      ...(minutes > 0 && { ends_at: Math.floor(Date.now() / 1000) + minutes * 60 }),
    })
    toast(words.theirScannersShowItWithin)
    setTurn(turn + 1)
  })
  return (
    <Sheet title={words.tellAllStewards}>
      {message && <ShownMessage message={message} zone={event.timezone} />}
      <form key={turn} class={form.form} onSubmit={submit}>
        {error !== undefined && <TroubleNotice error={error} />}
        <Field name="text" label={words.message} hint={words.theirScannersShowTheNewest} required maxLength={300} />
        <SelectField
          name="lasts"
          label={words.showItFor}
          defaultValue="30"
          options={['15', '30', '60', 'evening'].map((value) => ({ value, label: words.showFor[value] ?? value }))}
        />
        <div class={form.actions}>
          <Button type="submit" busy={isBusy} why={whyNot('gates:manage')}>
            {words.sendIt}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}

/** The newest message, until it ends or is recalled. */
function ShownMessage({ message, zone }: { message: NonNullable<LiveFigures['message']>; zone: string }) {
  const { whyNot } = useConsole()
  const { run, isBusy, error } = useAction()
  const { event_id, steward_message_id, text, ends_at } = message
  const recall = () =>
    run(async () => {
      await api.gates.recallStewardMessage(event_id, steward_message_id)
      toast(words.messageRecalled)
    })
  return (
    <>
      {error !== undefined && <TroubleNotice error={error} />}
      <p>
        <strong>{text}</strong>{' '}
        <span class={styles.quiet}>
          {ends_at === null ? words.shownNow : words.shownUntil({ time: clockTime(ends_at, zone) })}
        </span>
      </p>
      <div class={form.actions}>
        <Button busy={isBusy} why={whyNot('gates:manage')} onClick={recall}>
          {words.recall}
        </Button>
      </div>
    </>
  )
}
