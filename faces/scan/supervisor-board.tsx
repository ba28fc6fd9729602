import type { Device, Occupancy, ScanConflict, SupervisorCode } from '@grandstand/sdk'
import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { byGate, isOfEvent } from './board.ts'
import { Conflicts } from './conflicts.tsx'
import { GateList } from './gate-list.tsx'
import { keepLastKnown } from './last-known.ts'
import { PeopleInside, usePeopleRange } from './people-inside.tsx'
import styles from './scan.module.css'
import { Scanners } from './scanners.tsx'
import { SpokenContext } from './spoken.ts'
import { StewardMessageForm } from './steward-message.tsx'
import { type EventChoice, type LiveFigures, type Supervision, supervision } from './supervision.ts'
import boardStyles from './supervisor.module.css'
import { peopleWords } from './words/people-inside.ts'
import { supervisorWords } from './words/supervisor.ts'

const EVERY_MS = 5_000
const MINUTE_MS = 60_000

type Board = { figures: LiveFigures; occupancy: Occupancy; devices: Device[]; conflicts: ScanConflict[]; at: number }

/** Everything of the event, read anew every few seconds; what was last known stays, and the phone keeps the people inside. */
function useBoard(api: Supervision, orgId: string, { event_id: eventId, title }: EventChoice) {
  const [board, setBoard] = useState<Board | undefined>()
  const [isCut, setCut] = useState(false)
  const load = useCallback(async () => {
    try {
      const [figures, occupancy, devices, conflicts] = await Promise.all([
        api.figures(eventId),
        api.occupancy(eventId),
        api.devices(),
        api.conflicts(eventId),
      ])
      const at = Date.now()
      setBoard({ figures, occupancy, devices, conflicts, at })
      setCut(false)
      await keepLastKnown({ orgId, eventId, title, occupancy, at }).catch(() => undefined)
    } catch {
      setCut(true)
    }
  }, [api, orgId, eventId, title])
  useEffect(() => {
    void load()
    const timer = setInterval(load, EVERY_MS)
    return () => clearInterval(timer)
  }, [load])
  return { board, isCut, load }
}

type SupervisorBoardProps = {
  orgId: string
  event: EventChoice
  /** Why this person only looks on. */
  why: string | undefined
}

/** The gates of one event as they are now: all that a supervisor does first is on one screen of a tablet. */
export function SupervisorBoard({ orgId, event, why }: SupervisorBoardProps) {
  const spoken = useContext(SpokenContext)
  const { language } = spoken
  const words = supervisorWords(language)
  const [api] = useState(() => supervision(orgId))
  const { board, isCut, load } = useBoard(api, orgId, event)
  const [isEvacuation, setEvacuation] = useState(false)
  const [hasAllScanners, setAllScanners] = useState(false)
  const scanners = useRef<HTMLDivElement>(null)
  const rangeOf = usePeopleRange()
  if (!board) return <p role="status">{spoken.words.loading}</p>

  const { figures, occupancy, devices, conflicts, at } = board
  const zone = occupancy.timezone
  const clock = (ms: number) =>
    new Date(ms).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', timeZone: zone })
  const minutesOld = isCut ? Math.floor((Date.now() - at) / MINUTE_MS) : undefined
  if (isEvacuation)
    return (
      <PeopleInside
        title={event.title}
        occupancy={occupancy}
        minutesOld={minutesOld}
        onBack={() => setEvacuation(false)}
      />
    )
  const recent = figures.gates.reduce((sum, gate) => sum + gate.entries_of_5_minutes, 0)
  const ofEvent = devices.filter((device) => isOfEvent(device, figures.gates, Date.now()))
  const { inside_at_least: at_least, inside_at_most: at_most } = figures
  const showScanners = () => {
    setAllScanners(true)
    scanners.current?.scrollIntoView()
    scanners.current?.focus()
  }
  return (
    <SpokenContext.Provider value={{ ...spoken, zone }}>
      {isCut && (
        <p class={styles.alarm} role="alert">
          {words.cut(clock(at))}
        </p>
      )}
      <dl class={boardStyles.figures}>
        <Figure value={rangeOf({ at_least, at_most })} label={words.inside} />
        <Figure value={figures.entries.toLocaleString(language)} label={words.entered} />
        <Figure value={String(Math.round(recent / 5))} label={words.perMinute} />
        <Figure value={figures.refusals.toLocaleString(language)} label={words.refused} />
      </dl>
      <div class={boardStyles.first}>
        <Button look="strong" onClick={() => setEvacuation(true)}>
          {peopleWords(language).evacuation}
        </Button>
        <Button onClick={showScanners}>{words.lostPhone}</Button>
        <p class={boardStyles.clock}>{words.clockIs(clock(figures.as_of * 1000))}</p>
      </div>
      <div class={boardStyles.columns}>
        <div>
          <GateList api={api} figures={figures} why={why} onChanged={load} />
          <StewardMessageForm api={api} eventId={event.event_id} message={figures.message} why={why} onChanged={load} />
        </div>
        <div>
          <Conflicts api={api} eventId={event.event_id} conflicts={conflicts} why={why} onSettled={load} />
          <div ref={scanners} tabIndex={-1}>
            <Scanners
              groups={byGate(ofEvent, figures.gates)}
              words={words}
              no={spoken.words.no}
              why={why}
              isOpen={hasAllScanners}
              onOpen={setAllScanners}
              onFound={(deviceId) => void api.find(deviceId).then(load)}
              onRevoke={(deviceId, isLost) => void api.revoke(deviceId, isLost).then(load)}
            />
          </div>
        </div>
      </div>
      <div class={boardStyles.columns}>
        <Reasons figures={figures} />
        <Codes api={api} eventId={event.event_id} why={why} />
      </div>
    </SpokenContext.Provider>
  )
}

const Figure = ({ value, label }: { value: string; label: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

function Reasons({ figures: { reasons } }: { figures: LiveFigures }) {
  const { words: spoken, language } = useContext(SpokenContext)
  const words = supervisorWords(language)
  if (reasons.length === 0) return <div />
  return (
    <section class={styles.stack}>
      <h2>{words.reasons}</h2>
      <ul class={styles.rows}>
        {reasons.map(({ result, refusals }) => (
          <li key={result}>
            <b>{spoken.results[result as 'unknown']?.why ?? result}</b>
            <i>{refusals}</i>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shown when it is asked for: a person who looks over a shoulder sees none. */
function Codes({ api, eventId, why }: { api: Supervision; eventId: string; why: string | undefined }) {
  const words = supervisorWords(useContext(SpokenContext).language)
  const [code, setCode] = useState<SupervisorCode | undefined>()
  return (
    <section class={styles.stack}>
      <h2>{words.code}</h2>
      {code === undefined ? (
        <Button why={why} onClick={() => api.code(eventId).then(setCode)}>
          {words.show}
        </Button>
      ) : (
        <>
          <p class={boardStyles.code}>{code.code}</p>
          <h3>{words.leaveCode}</h3>
          <p class={boardStyles.code}>{code.leave_code}</p>
        </>
      )}
    </section>
  )
}
