import type { Device, ScanConflict, SupervisorCode } from '@grandstand/sdk'
import { useCallback, useContext, useEffect, useState } from 'preact/hooks'
import { announce } from '../kit/announcer.tsx'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { AskButton } from './ask-button.tsx'
import { byGate } from './board.ts'
import { Conflicts } from './conflicts.tsx'
import styles from './scan.module.css'
import { Scanners } from './scanners.tsx'
import { SpokenContext } from './spoken.ts'
import { type LiveFigures, minutesLeft, supervision } from './supervision.ts'
import boardStyles from './supervisor.module.css'
import { supervisorWords } from './words/supervisor.ts'

const EVERY_MS = 5_000

type Board = { figures: LiveFigures; devices: Device[]; conflicts: ScanConflict[] }

/** The gates of one event as they are now, drawn anew every few seconds. */
export function SupervisorBoard({
  orgId,
  eventId,
  why,
}: {
  orgId: string
  eventId: string
  /** Why this person only looks on. */
  why: string | undefined
}) {
  const { words: spoken, language } = useContext(SpokenContext)
  const words = supervisorWords(language)
  const [api] = useState(() => supervision(orgId))
  const [board, setBoard] = useState<Board | undefined>()
  const [queue, setQueue] = useState(0)
  const [code, setCode] = useState<SupervisorCode | undefined>()

  const load = useCallback(async () => {
    const [figures, devices, conflicts] = await Promise.all([
      api.figures(eventId),
      api.devices(),
      api.conflicts(eventId),
    ])
    setBoard({ figures, devices, conflicts })
  }, [api, eventId])
  useEffect(() => {
    const look = () => load().catch(() => undefined)
    look()
    const timer = setInterval(look, EVERY_MS)
    return () => clearInterval(timer)
  }, [load])
  if (!board) return <p role="status">{spoken.loading}</p>

  const { figures, devices, conflicts } = board
  const recent = figures.gates.reduce((sum, gate) => sum + gate.entries_of_5_minutes, 0)
  const minutes = minutesLeft(queue, recent)
  const reasonOf = (result: string) => spoken.results[result as 'unknown']?.why || result
  const textIn = (form: HTMLFormElement, field: string) => String(new FormData(form).get(field) ?? '').trim()
  return (
    <>
      <dl class={boardStyles.figures}>
        <Figure value={figures.inside} label={words.inside} />
        <Figure value={figures.entries} label={words.entered} />
        <Figure value={Math.round(recent / 5)} label={words.perMinute} />
        <Figure value={figures.refusals} label={words.refused} />
      </dl>
      <div class={styles.stack} onInput={({ target }) => setQueue(Number((target as HTMLInputElement).value) || 0)}>
        <Field name="queue" label={words.queue} inputMode="numeric" maxLength={6} />
        {queue > 0 && <p role="status">{minutes === null ? words.stuck : words.gone(minutes)}</p>}
      </div>
      <Scanners
        groups={byGate(devices, figures.gates)}
        words={words}
        no={spoken.no}
        why={why}
        onRevoke={(deviceId, isLost) => void api.revoke(deviceId, isLost).then(load)}
      />
      <Conflicts api={api} eventId={eventId} conflicts={conflicts} why={why} onSettled={load} />
      <section class={styles.stack}>
        <h2>{words.gates}</h2>
        <ul class={styles.rows}>
          {figures.gates.map(({ gate_id, gate, closed, entries, refusals, entries_of_5_minutes }) => (
            <li key={gate_id}>
              <b>
                {gate} {closed && `(${words.closed})`}
              </b>
              <span>
                {entries} {words.entered} · {Math.round(entries_of_5_minutes / 5)} {words.perMinute} · {refusals}{' '}
                {words.refused}
              </span>
              {closed ? (
                <Button why={why} onClick={() => api.setGate(gate_id, 'open').then(load)}>
                  {words.open} <span class="visually-hidden">{gate}</span>
                </Button>
              ) : (
                <AskButton
                  label={words.close}
                  of={gate}
                  question={words.closeAsk(gate)}
                  yes={words.closeYes(gate)}
                  no={spoken.no}
                  why={why}
                  onYes={() => void api.setGate(gate_id, 'close').then(load)}
                />
              )}
            </li>
          ))}
        </ul>
      </section>
      <section class={styles.stack}>
        <h2>{words.reasons}</h2>
        <ul class={styles.rows}>
          {figures.reasons.map(({ result, refusals }) => (
            <li key={result}>
              <b>{reasonOf(result)}</b>
              <i>{refusals}</i>
            </li>
          ))}
        </ul>
      </section>
      <form
        class={styles.stack}
        onSubmit={(event) => {
          event.preventDefault()
          const form = event.currentTarget as HTMLFormElement
          api.tell(eventId, textIn(form, 'message')).then(() => {
            form.reset()
            announce(words.sent)
          })
        }}
      >
        <Field name="message" label={words.message} maxLength={300} required />
        <Button type="submit" why={why}>
          {words.send}
        </Button>
      </form>
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
    </>
  )
}

const Figure = ({ value, label }: { value: number; label: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value.toLocaleString()}</dd>
  </div>
)
