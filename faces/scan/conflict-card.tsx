import type { ScanConflict } from '@grandstand/sdk'
import { useContext, useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { placeOfSeat, placeValues } from '../kit/place.ts'
import styles from './conflict-card.module.css'
import type { ConflictGroup } from './conflict-groups.ts'
import { SpokenContext, useTime } from './spoken.ts'
import type { Outcome, Settlement } from './supervision.ts'
import { conflictWords } from './words/conflicts.ts'

type Side = ScanConflict['second']

/** Where they should sit, or at least stand. */
export const placeOf = (holder: ScanConflict['holder']): string => placeValues(placeOfSeat(holder)).join(' · ')

type ConflictCardProps = {
  group: ConflictGroup
  /** Why this person only looks on. */
  why: string | undefined
  onSettle(id: number, settlement: Settlement): Promise<unknown>
}

/**
 * Everything about one ticket, closed until a supervisor opens it: who, where they should be, and all admissions. The
 * steward who goes and looks settles each of them.
 */
export function ConflictCard({ group: { conflicts }, why, onSettle }: ConflictCardProps) {
  const { words: spoken, language } = useContext(SpokenContext)
  const words = conflictWords(language)
  const [{ holder, first, reason }] = conflicts
  const place = placeOf(holder)
  const title =
    first === null
      ? words.though(spoken.results[reason as 'unknown']?.why ?? reason)
      : conflicts.length === 1
        ? words.twice
        : words.times(conflicts.length + 1)
  return (
    <details class={styles.conflict}>
      <summary>
        <h3>{title}</h3>
        <span class={styles.who}>
          <b>{holder.name ?? words.nameless}</b>
          <span>
            {[place, holder.price_title, holder.order_id && words.order(holder.order_id)].filter(Boolean).join(' · ')}
          </span>
        </span>
      </summary>
      {conflicts.map((conflict) => (
        <Matter
          key={conflict.scan_conflict_id}
          conflict={conflict}
          why={why}
          onSettle={(settlement) => onSettle(conflict.scan_conflict_id, settlement)}
        />
      ))}
    </details>
  )
}

type MatterProps = {
  conflict: ScanConflict
  why: string | undefined
  onSettle(settlement: Settlement): Promise<unknown>
}

/** One admission that should not have been, next to the one that stands against it, and what to answer. */
function Matter({ conflict, why, onSettle }: MatterProps) {
  const { words: spoken, language } = useContext(SpokenContext)
  const words = conflictWords(language)
  const [outcome, setOutcome] = useState<Outcome | 'other' | undefined>()
  const [isBusy, setBusy] = useState(false)
  const { holder, first, second, reason } = conflict
  const labels = {
    went_out: words.wentOut,
    passed_on: words.passedOn,
    wrong_person: words.wrongPerson(placeOf(holder), holder.seat_title !== null),
    other: words.other,
  }
  const choices = (
    first ? ['went_out', 'passed_on', 'wrong_person', 'other'] : ['passed_on', 'wrong_person', 'other']
  ) as (Outcome | 'other')[]
  const settle = async (form: HTMLFormElement) => {
    if (outcome === undefined) return
    const note = String(new FormData(form).get('resolution') ?? '').trim()
    setBusy(true)
    await onSettle({
      ...(outcome === 'other' ? {} : { outcome }),
      ...(note === '' ? {} : { resolution: note }),
    }).catch(() => undefined)
    setBusy(false)
  }
  return (
    <div class={styles.matter}>
      <div class={styles.sides}>
        {first ? (
          <Admission title={words.first} side={first} />
        ) : (
          <section>
            <h4>{words.rules}</h4>
            <p>{spoken.results[reason as 'unknown']?.why ?? reason}</p>
          </section>
        )}
        <Admission title={first ? words.second : words.letIn} side={second} />
      </div>
      {outcome === undefined ? (
        <div class={styles.choices}>
          {choices.map((choice) => (
            <Button key={choice} wide why={why} onClick={() => setOutcome(choice)}>
              {labels[choice]}
            </Button>
          ))}
        </div>
      ) : (
        <form
          class={styles.choices}
          onSubmit={(event) => {
            event.preventDefault()
            void settle(event.currentTarget as HTMLFormElement)
          }}
        >
          <p>
            <strong>{labels[outcome]}</strong>
          </p>
          <Field
            name="resolution"
            label={outcome === 'other' ? words.what : words.note}
            maxLength={200}
            required={outcome === 'other'}
          />
          <Button type="submit" wide look="strong" busy={isBusy}>
            {words.settle}
          </Button>
          <Button wide onClick={() => setOutcome(undefined)}>
            {words.back}
          </Button>
        </form>
      )}
    </div>
  )
}

function Admission({ title, side }: { title: string; side: Side }) {
  const words = conflictWords(useContext(SpokenContext).language)
  const time = useTime()
  return (
    <section>
      <h4>{title}</h4>
      <p>
        <b>{time(side.scanned_at * 1000)}</b> {side.gate}
      </p>
      <p>{side.steward === null ? side.device : words.heldBy(side.device, side.steward)}</p>
      {(side.offline || side.by_search) && (
        <p>{[side.offline && words.offline, side.by_search && words.bySearch].filter(Boolean).join(', ')}</p>
      )}
    </section>
  )
}
