import type { Device, DeviceWithCode } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { api, fieldErrors } from '../parts/api.ts'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/gates.ts'
import { GateFields, type Ground, tickedGates } from './gate-fields.tsx'

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
    const ticked = tickedGates(grounds, (name) => filled.isTicked(name))
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
        <GateFields grounds={grounds} gateIds={device?.gate_ids ?? []} />
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
