import type { ChangeSeat, Seat } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { CheckField, Field } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { api } from '../parts/api.ts'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/venues.ts'

type Flag = NonNullable<ChangeSeat['flags']>[number]
const FLAGS = Object.keys(words.flags) as Flag[]

/** What fans are told of these seats, and by which gate one comes to them: one request a seat. */
export function SeatDialog({ seats, onClose, onDone }: { seats: Seat[]; onClose(): void; onDone(): void }) {
  const [first] = seats
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const flags = FLAGS.filter((flag) => filled.isTicked(flag))
    const text = (name: string) => filled.optional(name) ?? null
    const change = {
      flags,
      seat_gate: text('seat_gate'),
      seat_level: text('seat_level'),
      seat_aisle: text('seat_aisle'),
    }
    for (const { seat_id } of seats) await api.seatMaps.changeSeat(seat_id, change)
    toast(common.saved)
    onDone()
  })
  return (
    <Dialog open title={words.changeSeats({ count: seats.length })} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && <TroubleNotice error={error} />}
        <fieldset class={form.group}>
          <legend>{words.whatTheyAre}</legend>
          {FLAGS.map((flag) => (
            <CheckField
              key={flag}
              name={flag}
              label={words.flags[flag]}
              defaultChecked={first?.flags.includes(flag) ?? false}
            />
          ))}
        </fieldset>
        <Field
          name="seat_gate"
          label={words.gateOfSeat}
          optional={common.optional}
          defaultValue={first?.seat_gate ?? ''}
        />
        <div class={form.pair}>
          <Field
            name="seat_level"
            label={words.level}
            optional={common.optional}
            defaultValue={first?.seat_level ?? ''}
          />
          <Field
            name="seat_aisle"
            label={words.aisle}
            optional={common.optional}
            defaultValue={first?.seat_aisle ?? ''}
          />
        </div>
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {common.save}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
