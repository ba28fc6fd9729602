import type { Device } from '@grandstand/sdk'
import type { AlarmKind } from '../../server/gates/rules/alarms.ts'
import { Button } from '../kit/button.tsx'
import { AskButton } from './ask-button.tsx'
import { type Group, heardAt } from './board.ts'
import styles from './scan.module.css'
import boardStyles from './supervisor.module.css'
import type { SupervisorWords } from './words/supervisor.ts'

type ScannersProps = {
  groups: Group[]
  words: SupervisorWords
  no: string
  /** Why this person only looks on. */
  why: string | undefined
  /** Whether those that are well are shown too. */
  isOpen: boolean
  onOpen(isOpen: boolean): void
  onRevoke(deviceId: number, isLost: boolean): void
  onFound(deviceId: number): void
}

/** Scanners that are in trouble, the worst first; the others are a tap away. */
export function Scanners({ groups, words, no, why, isOpen, onOpen, onRevoke, onFound }: ScannersProps) {
  const all = groups.flatMap(({ devices }) => devices)
  const troubled = groups.flatMap((group) => {
    const devices = group.devices.filter(({ alarms }) => alarms.length > 0)
    return devices.length === 0 ? [] : [{ ...group, devices }]
  })
  return (
    <section class={styles.stack}>
      <h2>{words.devices}</h2>
      {troubled.length === 0 && <p>{words.allWell}</p>}
      {(isOpen ? groups : troubled).map((group) => (
        <ScannersOfGate
          key={group.gateId ?? 0}
          group={group}
          words={words}
          no={no}
          why={why}
          onRevoke={onRevoke}
          onFound={onFound}
        />
      ))}
      {!isOpen && all.length > 0 && <Button onClick={() => onOpen(true)}>{words.allScanners(all.length)}</Button>}
    </section>
  )
}

type ScannersOfGateProps = Pick<ScannersProps, 'words' | 'no' | 'why' | 'onRevoke' | 'onFound'> & { group: Group }

function ScannersOfGate({ group, words, no, why, onRevoke, onFound }: ScannersOfGateProps) {
  const { gateId, gate, devices } = group
  return (
    <section class={boardStyles.gate} aria-label={gateId === null ? words.elsewhere : gate}>
      <h3>{gateId === null ? words.elsewhere : gate}</h3>
      <ul class={styles.rows}>
        {devices.map((device) => (
          <li key={device.device_id} class={device.alarms.length > 0 ? boardStyles.alarmed : ''}>
            <b>{[device.name, device.steward].filter(Boolean).join(', ')}</b>
            <span>
              {device.alarms.map((kind) => (
                <strong key={kind} class={boardStyles.alarm}>
                  {words.alarms[kind as AlarmKind]}
                </strong>
              ))}
              {stateOf(device, words)}
            </span>
            {device.status === 'revoked' && device.lost && (
              <AskButton
                label={words.found}
                of={device.name}
                question={words.foundAsk(device.name)}
                yes={words.foundYes(device.name)}
                no={no}
                why={why}
                onYes={() => onFound(device.device_id)}
              />
            )}
            {device.status === 'enrolled' && (
              <TakeOff device={device} words={words} no={no} why={why} onRevoke={onRevoke} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

type TakeOffProps = Pick<ScannersProps, 'words' | 'no' | 'why' | 'onRevoke'> & { device: Device }

/** Rare and final, so behind one more tap. */
function TakeOff({ device, words, no, why, onRevoke }: TakeOffProps) {
  return (
    <details class={boardStyles.steps}>
      <summary>
        {words.takeOff} <span class="visually-hidden">{device.name}</span>
      </summary>
      <AskButton
        label={words.lost}
        of={device.name}
        question={words.lostAsk(device.name)}
        yes={words.lostYes(device.name)}
        no={no}
        why={why}
        onYes={() => onRevoke(device.device_id, true)}
      />
      <AskButton
        label={words.revoke}
        of={device.name}
        question={words.revokeAsk(device.name)}
        yes={words.revokeYes(device.name)}
        no={no}
        why={why}
        onYes={() => onRevoke(device.device_id, false)}
      />
    </details>
  )
}

const MINUTE_S = 60

function stateOf(device: Device, words: SupervisorWords): string {
  const { alarms, battery_percent, scans_waiting, scans_aside, clock_skew_ms, storage_percent, program_version } =
    device
  const now = Date.now() / 1000
  const minutesSince = (at: number) => Math.max(0, Math.round((now - at) / MINUTE_S))
  const seenAt = heardAt(device)
  return [
    seenAt === 0 ? words.never : words.seen(minutesSince(seenAt)),
    scans_aside ? words.aside(scans_aside) : '',
    scans_waiting ? words.waiting(scans_waiting) : '',
    alarms.includes('disk') && storage_percent !== null ? words.full(storage_percent) : '',
    alarms.includes('list') && device.list_as_of !== null ? words.listAge(minutesSince(device.list_as_of)) : '',
    alarms.includes('clock') ? words.clock(Math.round((clock_skew_ms ?? 0) / 1000)) : '',
    battery_percent === null ? '' : words.battery(battery_percent),
    program_version === null ? '' : words.version(program_version),
  ]
    .filter((part) => part !== '')
    .join(' · ')
}
