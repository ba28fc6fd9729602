import type { GateEvent } from '@grandstand/sdk'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { ask, isRevoked } from './api.ts'
import fixtureStyles from './choose-page.module.css'
import { disk } from './database.ts'
import { stores } from './disk.ts'
import type { ManifestHead } from './manifest-facts.ts'
import { mayRenew } from './may-renew.ts'
import type { Choice, Device } from './phone.ts'
import { renewProgram } from './program.ts'
import { recallScans } from './queue.ts'
import styles from './scan.module.css'
import { useTime, useWordsAnd } from './spoken.ts'
import { setUpWords } from './words/set-up.ts'

type ChoosePageProps = {
  device: Device
  /** Who held it last. */
  steward: string | undefined
  onChosen(choice: Choice): void
  onRevoked(): void
  /** To the gate that the phone stands at already, if it does. */
  onBack?: (() => void) | undefined
}

type Offered = Pick<GateEvent, 'event_id' | 'title' | 'starts_at' | 'gates'>

/** Without a network: the events whose lists are on the phone, and the gates of their place. */
const keptEvents = async (): Promise<Offered[]> =>
  (await disk.readAll<ManifestHead>(stores.heads)).map(({ event, gates }) => ({
    event_id: event.event_id,
    title: event.title,
    starts_at: event.starts_at,
    gates: gates.filter(({ open }) => open),
  }))

/** The events of today and their gates, of those that the phone may scan at. */
export function ChoosePage({ device, steward, onChosen, onRevoked, onBack }: ChoosePageProps) {
  const words = useWordsAnd(setUpWords)
  const time = useTime()
  const [events, setEvents] = useState<Offered[] | undefined>()
  const [isUnreached, setUnreached] = useState(false)

  const load = useCallback(async () => {
    setUnreached(false)
    try {
      const { data } = await ask<{ data: GateEvent[] }>('GET', '/v1/gate/events', { key: device.key })
      setEvents(data)
    } catch (error) {
      if (isRevoked(error)) onRevoked()
      else {
        setUnreached(true)
        setEvents(await keptEvents().catch(() => []))
      }
    }
  }, [device, onRevoked])

  useEffect(() => {
    load()
    // Between two events is the moment for a new program.
    const renew = async () => {
      const waiting = (await recallScans(disk)).filter(({ stage }) => stage === 'waiting').length
      if (mayRenew(waiting, undefined, Date.now()) && (await renewProgram())) location.reload()
    }
    renew()
  }, [load])

  const name = useRef<HTMLDivElement>(null)
  const choose = (eventId: number, gateId: number) => {
    const said = name.current?.querySelector('input')?.value.trim()
    onChosen({ eventId, gateId, ...(said && { steward: said }) })
  }
  const offered = (events ?? []).filter(({ gates }) => gates.length > 0)
  return (
    <main class={styles.sheet}>
      <p class={styles.eyebrow}>{words.device(device.name)}</p>
      <h1>{words.chooseTitle}</h1>
      {isUnreached && (
        <div class={styles.alarm} role="alert">
          <p>{offered.length > 0 ? words.keptOnly : words.noNetwork}</p>
          <Button onClick={load}>{words.again}</Button>
        </div>
      )}
      {events === undefined && !isUnreached && <p role="status">{words.loading}</p>}
      {events !== undefined && !isUnreached && offered.length === 0 && (
        <>
          <p>{words.noEvents}</p>
          <Button onClick={load}>{words.again}</Button>
        </>
      )}
      {offered.length > 0 && (
        <div ref={name}>
          <Field
            name="steward"
            label={words.yourName}
            hint={words.yourNameWhy}
            defaultValue={steward ?? ''}
            maxLength={60}
            autocomplete="off"
          />
        </div>
      )}
      {offered.map(({ event_id, title, starts_at, gates }) => (
        <section key={event_id} class={fixtureStyles.fixture}>
          <h2>{title}</h2>
          <p>{time(starts_at * 1000)}</p>
          <ul>
            {gates.map(({ gate_id, name }) => (
              <li key={gate_id}>
                <Button wide onClick={() => choose(Number(event_id), gate_id)}>
                  {name}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {onBack && (
        <Button wide onClick={onBack}>
          {words.backToGate}
        </Button>
      )}
    </main>
  )
}
