import type { Device, DeviceWithCode } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Qr } from '../../kit/qr.tsx'
import type { Column } from '../../kit/table.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { shortTime } from '../parts/format.ts'
import { ListTable, useListPage } from '../parts/list/list-table.tsx'
import { Sheet, Tag } from '../parts/page.tsx'
import { Empty } from '../parts/trouble.tsx'
import { DeviceDialog, loadGates } from './device-dialog.tsx'
import styles from './gates.module.css'

const TONES = { enrolled: 'good', pending: 'sky', revoked: 'quiet' } as const

/** Phones and turnstiles that scan, how each is doing, and the code by which a new one joins. */
export function Devices() {
  const { whyNot } = useConsole()
  const list = useListPage<Device>((page) => api.gates.listDevices(page).page(), [])
  const gates = useLoad(loadGates, [])
  /** undefined: the dialog is shut; null: it makes a new one. */
  const [edited, setEdited] = useState<Device | null | undefined>()
  const [device, setDevice] = useState<DeviceWithCode | undefined>()
  const why = whyNot('gates:manage')
  const show = (device: DeviceWithCode) => {
    setEdited(undefined)
    setDevice(device)
    list.reload()
  }
  const nameOf = new Map(gates.data?.flatMap((ground) => ground.gates.map(({ gate_id, name }) => [gate_id, name])))
  const gatesOf = ({ gate_ids }: Device) =>
    gate_ids.length === 0 ? 'every gate' : gate_ids.map((id) => nameOf.get(id) ?? `gate ${id}`).join(', ')
  const columns: Column<Device>[] = [
    {
      title: 'Scanner',
      cell: ({ name, alarms }) => (
        <>
          <strong>{name}</strong>{' '}
          {alarms.map((kind) => (
            <Tag key={kind} tone="flare">
              {ALARMS[kind]}
            </Tag>
          ))}
        </>
      ),
      text: ({ name, alarms }) => [name, ...alarms.map((kind) => ALARMS[kind])].join(', '),
    },
    {
      title: 'State',
      cell: ({ status }) => <Tag tone={TONES[status as keyof typeof TONES]}>{status}</Tag>,
      text: ({ status }) => status,
    },
    { title: 'Scans at', isMinor: true, cell: gatesOf, text: gatesOf },
    { title: 'How it is', isMinor: true, cell: stateOf, text: stateOf },
    {
      title: 'Seen',
      isMinor: true,
      cell: ({ last_seen_at }) => (last_seen_at === null ? 'never' : shortTime(last_seen_at)),
      text: ({ last_seen_at }) => (last_seen_at === null ? '' : new Date(last_seen_at * 1000).toISOString()),
    },
    {
      title: 'Do',
      align: 'end',
      cell: (each) => (
        <DeviceActions device={each} {...{ why, show }} onEdit={() => setEdited(each)} onChanged={list.reload} />
      ),
    },
  ]
  return (
    <>
      <Sheet
        flush
        title="Scanners"
        about={
          <Button look="strong" why={why} onClick={() => setEdited(null)}>
            Add a scanner
          </Button>
        }
      >
        <ListTable
          caption="Scanners"
          list={list}
          columns={columns}
          keyOf={({ device_id }) => device_id}
          empty={
            <Empty title="No phone scans yet">
              <p>Any phone is a scanner: add one here, and it opens the code on this screen with its camera.</p>
            </Empty>
          }
        />
      </Sheet>
      {edited !== undefined && (
        <DeviceDialog
          device={edited}
          grounds={gates.data ?? []}
          onClose={() => setEdited(undefined)}
          onMade={show}
          onChanged={() => {
            setEdited(undefined)
            list.reload()
          }}
        />
      )}
      {device && <EnrolDialog device={device} onClose={() => setDevice(undefined)} />}
    </>
  )
}

/** In the order of the API, which has the worst first. */
const ALARMS: Record<Device['alarms'][number], string> = {
  silent: 'no word from it',
  lost: 'taken off the gates with scans on it',
  aside: 'scans refused by the service',
  stuck: 'uploads stand still',
  disk: 'nearly full',
  list: 'old list',
  clock: 'wrong clock',
  battery: 'battery low',
}

function stateOf({ status, battery_percent, scans_waiting, clock_skew_ms, alarms }: Device): string {
  const isOn = status === 'enrolled'
  const skewSeconds = Math.round((clock_skew_ms ?? 0) / 1000)
  return [
    isOn && battery_percent !== null ? `battery ${battery_percent} %` : '',
    scans_waiting && (isOn || alarms.length > 0) ? `${scans_waiting} scans not uploaded` : '',
    isOn && Math.abs(skewSeconds) > 5 ? `clock ${skewSeconds} s off` : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
}

function DeviceActions({
  device,
  why,
  show,
  onEdit,
  onChanged,
}: {
  device: Device
  why: string | undefined
  show(device: DeviceWithCode): void
  onEdit(): void
  onChanged(): void
}) {
  if (device.status === 'revoked') return null
  return (
    <div class={styles.row}>
      <Button look="quiet" why={why} onClick={onEdit}>
        Change<span class="visually-hidden"> {device.name}</span>
      </Button>
      <ConfirmButton
        label="New code"
        title={`A new code for ${device.name}?`}
        verb="Make the code"
        why={why}
        act={async () => show(await api.gates.createEnrolmentCode(device.device_id))}
      >
        For a phone that lost its key, or another in its place. The present one scans on until the code is used.
      </ConfirmButton>
      <ConfirmButton
        label="Revoke"
        title={`Revoke ${device.name}?`}
        verb="Revoke it"
        why={why}
        act={() => api.gates.revokeDevice(device.device_id, {}).then(onChanged)}
      >
        It scans no more within five seconds, and a code that is out cannot be used. What it has let in and not uploaded
        yet is still taken. This cannot be undone.
      </ConfirmButton>
      {device.status === 'enrolled' && (
        <ConfirmButton
          label="Lost"
          title={`${device.name} is lost or stolen?`}
          verb="Revoke it as lost"
          why={why}
          act={() => api.gates.revokeDevice(device.device_id, { lost: true }).then(onChanged)}
        >
          It scans no more within five seconds, and nothing that is on it is taken any more, not even what it has not
          uploaded yet. This cannot be undone.
        </ConfirmButton>
      )}
    </div>
  )
}

/** Any camera opens the link in it, and the scanner behind that has its key at once. */
function EnrolDialog({ device, onClose }: { device: DeviceWithCode; onClose(): void }) {
  return (
    <Dialog open title={device.name} onClose={onClose}>
      <div class={styles.qr}>
        <Qr text={device.enrolment_url} label={`The code of ${device.name}, for the phone’s camera`} />
      </div>
      <p>Open it with the phone’s camera. It works once, within a day, and is shown only now.</p>
      <p>
        Without a camera, type it at <code>/scan/</code>: <code class={styles.code}>{device.enrolment_code}</code>
      </p>
      <div class={form.actions}>
        <Button look="strong" onClick={onClose}>
          It is set up
        </Button>
      </div>
    </Dialog>
  )
}
