import type { Device, DeviceWithCode, Gate } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { CheckField, Field } from '../../kit/field.tsx'
import { api, fieldErrors } from '../parts/api.ts'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/gates.ts'
import styles from './gates.module.css'

export type Ground = { name: string; gates: Gate[] }

const VENUES = 20
const GATES = 100

/** The gates that a scanner can be bound to, ground by ground. */
export async function loadGates(): Promise<Ground[]> {
  const venues = await api.venues.list({ limit: VENUES }).page()
  const grounds = await Promise.all(
    venues.data.map(async ({ venue_id, name }) => {
      const { data } = await api.venues.listGates(venue_id, { limit: GATES }).page()
      return { name, gates: data.filter(({ status }) => status === 'active') }
    }),
  )
  return grounds.filter(({ gates }) => gates.length > 0)
}

const fieldOf = ({ gate_id }: Gate) => `gate-${gate_id}`

/** A new scanner, or another name and other gates for one. */
export function DeviceDialog({
  device,
  grounds,
  onClose,
  onMade,
  onChanged,
}: {
  /** null: a new one. */
  device: Device | null
  grounds: Ground[]
  onClose(): void
  onMade(device: DeviceWithCode): void
  onChanged(): void
}) {
  const venueGates = grounds.flatMap(({ gates }) => gates)
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const ticked = venueGates.filter((gate) => filled.isTicked(fieldOf(gate))).map(({ gate_id }) => gate_id)
    // What is not on this screen stays as it is.
    const others = device?.gate_ids.filter((id) => !venueGates.some(({ gate_id }) => gate_id === id)) ?? []
    const fields = { name: filled.text('name'), gate_ids: [...ticked, ...others] }
    if (!device) return onMade(await api.gates.createDevice(fields))
    await api.gates.changeDevice(device.device_id, fields)
    onChanged()
  })
  const problems = fieldErrors(error)
  return (
    <Dialog open title={device ? words.change({ name: device.name }) : words.addAScanner} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <Field
          name="name"
          label={common.name}
          hint={words.whereItWillBeSuch}
          required
          autofocus
          maxLength={100}
          defaultValue={device?.name ?? ''}
          error={problems.name}
        />
        {grounds.length > 0 && <p>{words.itScansAtTheGates}</p>}
        <div class={styles.grounds}>
          {grounds.map(({ name, gates }) => (
            <fieldset key={name} class={form.group}>
              <legend>{name}</legend>
              {gates.map((gate) => (
                <CheckField
                  key={gate.gate_id}
                  name={fieldOf(gate)}
                  label={gate.name}
                  defaultChecked={device?.gate_ids.includes(gate.gate_id) ?? false}
                />
              ))}
            </fieldset>
          ))}
        </div>
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {device ? common.save : words.showItsCode}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
