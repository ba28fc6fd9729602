import type { AlarmKind } from '../../server/gates/rules/alarms.ts'
import styles from './alarm-lines.module.css'
import type { Keeper } from './keeper.ts'
import { useTime, useWords } from './spoken.ts'
import type { Standing } from './standing.ts'

const MINUTE_MS = 60_000

/** What is wrong with this phone and what its steward can do about it, the worst first. */
export function AlarmLines({ alarms, keeper, standing }: { alarms: AlarmKind[]; keeper: Keeper; standing: Standing }) {
  const words = useWords()
  const time = useTime()
  const { failure, register, shrunkAt, storagePercent, batteryPercent } = standing
  const lineOf: Partial<Record<AlarmKind, string>> = {
    aside: words.alarms.aside,
    stuck: words.alarms.stuck(Math.floor((keeper.phone.now() - shrunkAt) / MINUTE_MS)),
    disk: words.alarms.disk(storagePercent ?? 0),
    list: words.alarms.list(time((register?.head.as_of ?? 0) * 1000)),
    clock: words.alarms.clock(Math.round(keeper.errorMs / 1000)),
    battery: words.alarms.battery(batteryPercent ?? 0),
  }
  const said = failure && words.failures[failure.kind]
  const lines = [
    ...(said ? [[said.word, failure.said, said.advice].filter(Boolean).join('. ').replaceAll('..', '.')] : []),
    ...alarms.flatMap((kind) => lineOf[kind] ?? []),
  ]
  if (lines.length === 0) return null
  return (
    <div class={styles.alarms} role="alert">
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
