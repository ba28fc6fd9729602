import type { Occupancy } from '@grandstand/sdk'
import { useContext } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import styles from './people-inside.module.css'
import scanStyles from './scan.module.css'
import { SpokenContext } from './spoken.ts'
import { peopleWords } from './words/people-inside.ts'

type Range = { at_least: number; at_most: number }

/** `29, up to 34`, or the number where it is certain. */
export function usePeopleRange(): (range: Range) => string {
  const { language } = useContext(SpokenContext)
  const count = (value: number) => value.toLocaleString(language)
  return ({ at_least, at_most }) =>
    at_least === at_most ? count(at_least) : peopleWords(language).range(count(at_least), count(at_most))
}

type PeopleInsideProps = {
  title: string
  occupancy: Occupancy
  /** For how many minutes the service was not reached; undefined: it is reached. */
  minutesOld: number | undefined
  onBack?: (() => void) | undefined
}

/** For the person who leads an evacuation: how many are inside and where, on this phone or on paper. */
export function PeopleInside({ title, occupancy, minutesOld, onBack }: PeopleInsideProps) {
  const { language } = useContext(SpokenContext)
  const words = peopleWords(language)
  const rangeOf = usePeopleRange()
  const clock = (unix: number) =>
    new Date(unix * 1000).toLocaleTimeString(language, {
      hour: '2-digit',
      minute: '2-digit',
      timeZone: occupancy.timezone,
    })
  const { unsettled, unsent_entries_max: unsent, unsent_exits_max: unsentExits } = occupancy
  return (
    <section class={styles.people} aria-label={words.title}>
      <h2>
        {words.title} <span>{title}</span>
      </h2>
      {minutesOld !== undefined && (
        <p class={scanStyles.alarm} role="alert">
          {words.old(minutesOld)}
        </p>
      )}
      <p class={styles.range}>{rangeOf(occupancy)}</p>
      <p>{words.asOf(clock(occupancy.as_of))}</p>
      <ul class={styles.reasons}>
        {unsettled > 0 && <li>{words.unsettled(unsettled)}</li>}
        {unsent > 0 && <li>{words.unsent(unsent)}</li>}
        {unsentExits > 0 && <li>{words.unsentExits(unsentExits)}</li>}
        <li>{words.withoutScan}</li>
      </ul>
      <div class={styles.steps}>
        <Button look="strong" onClick={() => print()}>
          {words.print}
        </Button>
        {onBack && <Button onClick={onBack}>{words.back}</Button>}
      </div>
      <h3>{words.stands}</h3>
      <ul class={styles.lines}>
        {occupancy.stands.map(({ stand, blocks, ...all }) => (
          <li key={stand}>
            <b>{stand ?? words.noPlace}</b>
            <b>{rangeOf(all)}</b>
            {(blocks.length > 1 || blocks[0]?.block) && (
              <ul class={styles.lines}>
                {blocks.map(({ block, ...range }) => (
                  <li key={block}>
                    <span>{block ?? words.noPlace}</span>
                    <span>{rangeOf(range)}</span>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      <h3>{words.gates}</h3>
      <ul class={styles.lines}>
        {occupancy.gates.map(({ gate_id, gate, ...range }) => (
          <li key={gate_id}>
            <b>{gate}</b>
            <b>{rangeOf(range)}</b>
          </li>
        ))}
      </ul>
      <h3>{words.scanners}</h3>
      {occupancy.devices.length === 0 && <p>{words.allHeard}</p>}
      <ul class={styles.lines}>
        {occupancy.devices.map(({ device_id, name, heard_at, may_hold }) => (
          <li key={device_id}>
            <span>{[name, heard_at !== null && words.heard(clock(heard_at))].filter(Boolean).join(', ')}</span>
            <b>{words.mayHold(may_hold)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
