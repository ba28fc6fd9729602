import type { ScanConflict } from '@grandstand/sdk'
import { useContext, useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import cardStyles from './conflict-card.module.css'
import { ConflictCard, placeOf } from './conflict-card.tsx'
import { byTicket } from './conflict-groups.ts'
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

/** Open conflicts, one card a ticket; and those that were settled, since a fan may still be looking for a seat. */
export function Conflicts({ api, eventId, conflicts, why, onSettled }: ConflictsProps) {
  const { language } = useContext(SpokenContext)
  const words = supervisorWords(language)
  const [settled, setSettled] = useState<ScanConflict[] | undefined>()
  const showSettled = async () => setSettled(await api.conflicts(eventId, 'resolved'))
  const answer = async (change: Promise<unknown>) => {
    await change
    await onSettled()
    if (settled) await showSettled()
  }
  return (
    <section class={styles.stack}>
      <h2>{words.conflicts}</h2>
      {conflicts.length === 0 && <p>{words.none}</p>}
      {byTicket(conflicts).map((group) => (
        <ConflictCard
          key={group.key}
          group={group}
          why={why}
          onSettle={(id: number, settlement: Settlement) => answer(api.settle(id, settlement))}
        />
      ))}
      {settled ? (
        <Settled conflicts={settled} why={why} onReopen={(id) => void answer(api.reopen(id))} />
      ) : (
        <Button onClick={() => void showSettled()}>{conflictWords(language).showSettled}</Button>
      )}
    </section>
  )
}

type SettledProps = { conflicts: ScanConflict[]; why: string | undefined; onReopen(id: number): void }

/** The answers, each with its author and the time. */
function Settled({ conflicts, why, onReopen }: SettledProps) {
  const words = conflictWords(useContext(SpokenContext).language)
  const time = useTime()
  const answerOf = ({ outcome, resolution, holder }: ScanConflict) => {
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
            <b>{answerOf(conflict)}</b>
            <span>
              {conflict.holder.name ?? words.nameless} ·{' '}
              {words.settledBy(conflict.resolved_by ?? '', time((conflict.resolved_at ?? 0) * 1000))}
            </span>
            <Button why={why} onClick={() => onReopen(conflict.scan_conflict_id)}>
              {words.again} <span class="visually-hidden">{conflict.holder.name ?? words.nameless}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
