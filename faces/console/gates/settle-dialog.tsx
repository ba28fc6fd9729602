import type { ScanConflict, TicketedEvent } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { CheckField, Field } from '../../kit/field.tsx'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { clockTime } from '../parts/format.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/gates.ts'
import { outcomeOf, placeOf, reasonOf } from './gate-words.ts'
import styles from './gates.module.css'

type SettleDialogProps = { event: TicketedEvent; conflict: ScanConflict; onClose(): void; onDone(): void }

const OTHER = 'other'
type Outcome = 'went_out' | 'passed_on' | 'wrong_person'

/** Who it is, both admissions next to each other, and what came of it in the words that stewards have for it. */
export function SettleDialog({ event, conflict, onClose, onDone }: SettleDialogProps) {
  const { person } = useConsole()
  const [chosen, setChosen] = useState<string | undefined>()
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const outcome = filled.text('outcome')
    await api.gates.resolveScanConflict(conflict.scan_conflict_id, {
      ...(outcome === OTHER ? {} : { outcome: outcome as Outcome }),
      ...(filled.optional('resolution') && { resolution: filled.text('resolution') }),
      resolved_by: person.name,
    })
    onDone()
  })
  const { holder, first, second, reason } = conflict
  const outcomes = [...(first ? ['went_out'] : []), 'passed_on', 'wrong_person', OTHER]
  return (
    <Dialog open title={reasonOf(reason)} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && <TroubleNotice error={error} />}
        <p>
          <strong>{holder.name ?? words.noNameToShow}</strong>
          <br />
          {[placeOf(holder), holder.price_title, holder.order_id && words.order({ orderId: holder.order_id })]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <div class={styles.sides}>
          {first ? (
            <Admission title={words.first} side={first} zone={event.timezone} />
          ) : (
            <section>
              <h3>{words.whatTheRulesSay}</h3>
              <p>{reasonOf(reason)}</p>
            </section>
          )}
          <Admission title={first ? words.afterwards : words.letInAllTheSame} side={second} zone={event.timezone} />
        </div>
        <fieldset class={styles.outcomes}>
          <legend>{words.whatCameOfIt}</legend>
          {outcomes.map((outcome) => (
            <CheckField
              key={outcome}
              type="radio"
              name="outcome"
              value={outcome}
              label={outcome === OTHER ? words.somethingElse : outcomeOf(outcome, holder)}
              required
              onChange={() => setChosen(outcome)}
            />
          ))}
        </fieldset>
        <Field
          name="resolution"
          label={words.inYourWords}
          {...(chosen === OTHER ? { required: true } : { optional: common.optional })}
          maxLength={1000}
        />
        <p class={styles.quiet}>{words.neitherScanChangesItStays}</p>
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {words.settleIt}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}

function Admission({ title, side, zone }: { title: string; side: ScanConflict['second']; zone: string }) {
  const notes = [side.offline && words.withoutANetwork, side.by_search && words.foundByNameOrNumber].filter(Boolean)
  return (
    <section>
      <h3>{title}</h3>
      <p>
        <strong>{clockTime(side.scanned_at, zone)}</strong> {side.gate}
      </p>
      <p>{[side.device, side.steward].filter((part) => part !== null).join(', ')}</p>
      {notes.length > 0 && <p class={styles.quiet}>{notes.join(', ')}</p>}
    </section>
  )
}
