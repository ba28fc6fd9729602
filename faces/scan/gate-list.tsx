import { useContext, useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { AskButton } from './ask-button.tsx'
import styles from './gate-list.module.css'
import scanStyles from './scan.module.css'
import { SpokenContext } from './spoken.ts'
import { type LiveFigures, minutesLeft, type Supervision } from './supervision.ts'
import { supervisorWords } from './words/supervisor.ts'

type GateListProps = {
  api: Supervision
  figures: LiveFigures
  why: string | undefined
  onChanged(): Promise<void>
}

/** Each gate with its pace, when its queue will be gone, and the way to close it. */
export function GateList({ api, figures, why, onChanged }: GateListProps) {
  const { words: spoken, language } = useContext(SpokenContext)
  const words = supervisorWords(language)
  /** People who wait at each gate, as the supervisor sees them. */
  const [queues, setQueues] = useState<Record<number, number>>({})
  return (
    <section class={scanStyles.stack}>
      <h2>{words.gates}</h2>
      <ul class={styles.gates}>
        {figures.gates.map(({ gate_id, gate, closed, entries, refusals, entries_of_5_minutes: recent }) => {
          const queue = queues[gate_id] ?? 0
          const minutes = minutesLeft(queue, recent)
          return (
            <li key={gate_id} class={closed ? styles.closed : ''}>
              <p class={styles.name}>
                <b>
                  {gate} {closed && `(${words.closed})`}
                </b>
                <span>
                  {entries} {words.entered} · {refusals} {words.refused}
                </span>
              </p>
              <p class={styles.pace}>
                <b>{Math.round(recent / 5)}</b> <span>{words.perMinute}</span>
              </p>
              <label class={styles.queue}>
                <span aria-hidden="true">{words.waitingPeople}</span>
                <span class="visually-hidden">{words.queueAt(gate)}</span>
                <input
                  inputMode="numeric"
                  placeholder={words.waitingPeople}
                  maxLength={5}
                  onInput={({ currentTarget }) => setQueues({ ...queues, [gate_id]: Number(currentTarget.value) || 0 })}
                />
                <output>{queue === 0 ? '' : minutes === null ? '∞' : words.minutes(minutes)}</output>
              </label>
              {closed ? (
                <Button why={why} onClick={() => api.setGate(gate_id, 'open').then(onChanged)}>
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
                  onYes={() => void api.setGate(gate_id, 'close').then(onChanged)}
                />
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
