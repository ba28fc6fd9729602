import type { DeviceWithCode } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { api } from '../parts/api.ts'
import { Code } from '../parts/code.tsx'
import form from '../parts/form.module.css'
import { Sheet } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/gates.ts'
import { GateFields, type Ground, tickedGates } from './gate-fields.tsx'
import styles from './gates.module.css'

const MANY = 60

type ManyDevicesDialogProps = { grounds: Ground[]; onClose(): void; onMade(devices: DeviceWithCode[]): void }

/** Many scanners of one kind at once: North 1, North 2 and so on. */
export function ManyDevicesDialog({ grounds, onClose, onMade }: ManyDevicesDialogProps) {
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const gate_ids = tickedGates(grounds, (name) => filled.isTicked(name))
    const count = Math.min(MANY, Math.max(1, Number(filled.text('count')) || 1))
    const devices: DeviceWithCode[] = []
    for (let n = 1; n <= count; n += 1)
      devices.push(await api.gates.createDevice({ name: `${filled.text('name')} ${n}`, gate_ids }))
    onMade(devices)
  })
  return (
    <Dialog open title={words.addScanners} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && <TroubleNotice error={error} />}
        <Field name="name" label={words.namesBegin} hint={words.namesBeginHint} required autofocus maxLength={90} />
        <Field name="count" label={words.howMany} type="number" min={1} max={MANY} defaultValue="10" required />
        <GateFields grounds={grounds} gateIds={[]} />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {words.create}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}

/** To be printed and cut: one code a phone. They are not shown again. */
export function CodesSheet({ devices, onClose }: { devices: DeviceWithCode[]; onClose(): void }) {
  return (
    <Sheet
      title={words.sheetOfCodes}
      about={
        <span class={styles.screenOnly}>
          <Button look="strong" onClick={() => print()}>
            {words.print}
          </Button>{' '}
          <Button onClick={onClose}>{words.itIsSetUp}</Button>
        </span>
      }
    >
      <p>{words.eachOpensOne}</p>
      <ul class={styles.codes}>
        {devices.map(({ device_id, name, enrolment_url, enrolment_code }) => (
          <li key={device_id}>
            <strong>{name}</strong>
            <div class={styles.smallQr}>
              <Code text={enrolment_url} label={words.theCodeOfForThe({ name })} />
            </div>
            <code class={styles.code}>{enrolment_code}</code>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
