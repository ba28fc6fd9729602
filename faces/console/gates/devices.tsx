import type { Device, DeviceWithCode } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import type { Column } from '../../kit/table.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { Code } from '../parts/code.tsx'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole } from '../parts/console.tsx'
import { SearchFilter } from '../parts/filters.tsx'
import form from '../parts/form.module.css'
import { shortTime } from '../parts/format.ts'
import { type ListPage, ListTable } from '../parts/list/list-table.tsx'
import { Sheet, Tag } from '../parts/page.tsx'
import { stateTitle } from '../parts/state-title.ts'
import { Empty } from '../parts/trouble.tsx'
import { useQuery } from '../parts/use-query.ts'
import { common } from '../words/common.ts'
import { words } from '../words/gates.ts'
import { DeviceDialog } from './device-dialog.tsx'
import { devicesBy, troubledFirst } from './devices-order.ts'
import { loadGates } from './gate-fields.tsx'
import styles from './gates.module.css'
import { CodesSheet, ManyDevicesDialog } from './many-devices.tsx'

const TONES = { enrolled: 'good', pending: 'sky', revoked: 'quiet' } as const

/** Phones and turnstiles that scan, how each is doing, and the code by which a new one joins. */
export function Devices() {
  const { whyNot } = useConsole()
  const { query } = useQuery()
  const all = useLoad(() => api.gates.listDevices({ limit: 100 }).all(), [])
  const gates = useLoad(loadGates, [])
  /** undefined: the dialog is shut; null: it makes a new one. */
  const [edited, setEdited] = useState<Device | null | undefined>()
  const [device, setDevice] = useState<DeviceWithCode | undefined>()
  const [isAddingMany, setAddingMany] = useState(false)
  const [codes, setCodes] = useState<DeviceWithCode[] | undefined>()
  const why = whyNot('gates:manage')
  const show = (device: DeviceWithCode) => {
    setEdited(undefined)
    setDevice(device)
    all.reload()
  }
  const nameOf = new Map(gates.data?.flatMap((ground) => ground.gates.map(({ gate_id, name }) => [gate_id, name])))
  const gatesOf = ({ gate_ids }: Device) =>
    gate_ids.length === 0 ? words.everyGate : gate_ids.map((id) => nameOf.get(id) ?? `gate ${id}`).join(', ')
  const rows = all.data && troubledFirst(devicesBy(all.data, query.search ?? '', gatesOf))
  const list: ListPage<Device> = {
    ...all,
    data: rows && { data: rows },
    set: ({ data }) => all.set(data),
    next: undefined,
    previous: undefined,
    isFirst: true,
  }
  const columns: Column<Device>[] = [
    {
      title: words.scanner,
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
      title: common.state,
      cell: ({ status }) => <Tag tone={TONES[status as keyof typeof TONES]}>{stateTitle(status)}</Tag>,
      text: ({ status }) => status,
    },
    { title: words.scansAt, isMinor: true, cell: gatesOf, text: gatesOf },
    { title: words.howItIs, isMinor: true, cell: stateOf, text: stateOf },
    {
      title: words.seen,
      isMinor: true,
      cell: ({ last_seen_at }) => (last_seen_at === null ? common.never : shortTime(last_seen_at)),
      text: ({ last_seen_at }) => (last_seen_at === null ? '' : new Date(last_seen_at * 1000).toISOString()),
    },
    {
      title: common.action,
      align: 'end',
      cell: (each) => (
        <DeviceActions device={each} {...{ why, show }} onEdit={() => setEdited(each)} onChanged={all.reload} />
      ),
    },
  ]
  if (codes) return <CodesSheet devices={codes} onClose={() => setCodes(undefined)} />
  return (
    <>
      <Sheet
        flush
        title={words.scanners}
        about={
          <>
            <SearchFilter label={words.searchScanners} placeholder={words.searchScanners} />
            <Button why={why} onClick={() => setAddingMany(true)}>
              {words.addScanners}
            </Button>
            <Button look="strong" why={why} onClick={() => setEdited(null)}>
              {words.addAScanner}
            </Button>
          </>
        }
      >
        <ListTable
          caption={words.scanners}
          list={list}
          columns={columns}
          keyOf={({ device_id }) => device_id}
          empty={
            <Empty title={query.search ? words.noScannerIsCalledThat : words.noPhoneScansYet}>
              <p>{words.anyPhoneIsAScanner}</p>
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
            all.reload()
          }}
        />
      )}
      {isAddingMany && (
        <ManyDevicesDialog
          grounds={gates.data ?? []}
          onClose={() => setAddingMany(false)}
          onMade={(devices) => {
            setAddingMany(false)
            setCodes(devices)
            all.reload()
          }}
        />
      )}
      {device && <EnrolDialog device={device} onClose={() => setDevice(undefined)} />}
    </>
  )
}

/** In the order of the API, which has the worst first. */
const ALARMS: Record<Device['alarms'][number], string> = {
  silent: words.noWordFromIt,
  lost: words.takenOffTheGatesWith,
  nonce: words.alarmReusedNonces,
  aside: words.scansRefusedByTheService,
  stuck: words.uploadsStandStill,
  disk: words.nearlyFull,
  list: words.oldList,
  clock: words.wrongClock,
  battery: words.batteryLow,
}

function stateOf({ status, battery_percent, scans_waiting, clock_skew_ms, alarms }: Device): string {
  const isOn = status === 'enrolled'
  const skewSeconds = Math.round((clock_skew_ms ?? 0) / 1000)
  return [
    isOn && battery_percent !== null ? `battery ${battery_percent} %` : '',
    scans_waiting && (isOn || alarms.length > 0) ? words.scansNotUploaded({ count: scans_waiting }) : '',
    isOn && Math.abs(skewSeconds) > 5 ? words.clockSOff({ skewSeconds }) : '',
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
  if (device.status === 'revoked')
    return device.lost ? (
      <ConfirmButton
        label={words.found}
        title={words.wasFound({ name: device.name })}
        verb={words.takeItsScans}
        why={why}
        act={() => api.gates.findDevice(device.device_id).then(onChanged)}
      >
        {words.itHandsOver}
      </ConfirmButton>
    ) : null
  return (
    <div class={styles.row}>
      <Button look="quiet" why={why} onClick={onEdit}>
        {common.change}
        <span class="visually-hidden"> {device.name}</span>
      </Button>
      <ConfirmButton
        label={words.newCode}
        title={words.aNewCodeFor({ name: device.name })}
        verb={words.makeTheCode}
        why={why}
        act={async () => show(await api.gates.createEnrolmentCode(device.device_id))}
      >
        {words.forAPhoneThatLost}
      </ConfirmButton>
      <ConfirmButton
        label={words.revoke}
        title={words.revoke2({ name: device.name })}
        verb={words.revokeIt}
        isGrave
        why={why}
        act={() => api.gates.revokeDevice(device.device_id, {}).then(onChanged)}
      >
        {words.itScansNoMoreWithin}
      </ConfirmButton>
      {device.status === 'enrolled' && (
        <ConfirmButton
          label={words.lost}
          title={words.isLostOrStolen({ name: device.name })}
          verb={words.revokeItAsLost}
          isGrave
          why={why}
          act={() => api.gates.revokeDevice(device.device_id, { lost: true }).then(onChanged)}
        >
          {words.itScansNoMoreWithin2}
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
        <Code text={device.enrolment_url} label={words.theCodeOfForThe({ name: device.name })} />
      </div>
      <p>{words.openItWithThePhone}</p>
      <p>
        {words.withoutACameraTypeIt} <code>/scan/</code>: <code class={styles.code}>{device.enrolment_code}</code>
      </p>
      <div class={form.actions}>
        <Button look="strong" onClick={onClose}>
          {words.itIsSetUp}
        </Button>
      </div>
    </Dialog>
  )
}
