import type { ScanConflict } from '@grandstand/sdk'
import { useContext, useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import cardStyles from './conflict-card.module.css'
import { ConflictCard, placeOf } from './conflict-card.tsx'
import styles from './scan.module.css'
import { SpokenContext, useTime } from './spoken.ts'
import type { Settlement, Supervision } from './supervision.ts'
import { conflictWords } from './words/conflicts.ts'
import { supervisorWords } from './words/supervisor.ts'

type ConflictsProps = {
  api: Supervision
  eventId: string
  conflicts: ScanConflict[]
  why: string | undefined
  onSettled(): Promise<void>
}

/** What is open, to be worked through one by one; and what was settled, since a fan may still be looking for a seat. */
export function Conflicts({ api, eventId, conflicts, why, onSettled }: ConflictsProps) {
  const { language } = useContext(SpokenContext)
  const words = supervisorWords(language)
  const [settled, setSettled] = useState<ScanConflict[] | undefined>()
  const settle = async (id: number, settlement: Settlement) => {
    await api.settle(id, settlement)
    await onSettled()
    setSettled(settled && (await api.conflicts(eventId, 'resolved')))
  }
  return (
    <section class={styles.stack}>
      <h2>{words.conflicts}</h2>
      {conflicts.length === 0 && <p>{words.none}</p>}
      {conflicts.map((conflict) => (
        <ConflictCard
          key={conflict.scan_conflict_id}
          conflict={conflict}
          why={why}
          onSettle={(settlement) => settle(conflict.scan_conflict_id, settlement)}
        />
      ))}
      {settled ? (
        <Settled conflicts={settled} />
      ) : (
        <Button onClick={() => void api.conflicts(eventId, 'resolved').then(setSettled)}>
          {conflictWords(language).showSettled}
        </Button>
      )}
    </section>
  )
}

/** With who said so, and when. */
function Settled({ conflicts }: { conflicts: ScanConflict[] }) {
  const words = conflictWords(useContext(SpokenContext).language)
  const time = useTime()
  const saidOf = ({ outcome, resolution, holder }: ScanConflict) => {
    const outcomes: Record<string, string> = {
      went_out: words.wentOut,
      passed_on: words.passedOn,
      wrong_person: words.wrongPerson(placeOf(holder), holder.seat_title !== null),
    }
    return [outcome && outcomes[outcome], resolution].filter(Boolean).join('. ')
  }
  return (
    <div class={cardStyles.settled}>
      <h3>{words.settled}</h3>
      {conflicts.length === 0 && <p>{words.noneSettled}</p>}
      <ul class={styles.rows}>
        {conflicts.toReversed().map((conflict) => (
          <li key={conflict.scan_conflict_id}>
            <b>{saidOf(conflict)}</b>
            <span>
              {conflict.holder.name ?? words.nameless} ·{' '}
              {words.settledBy(conflict.resolved_by ?? '', time((conflict.resolved_at ?? 0) * 1000))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
