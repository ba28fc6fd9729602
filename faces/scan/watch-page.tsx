import { useCallback, useEffect, useState } from 'preact/hooks'
import { isLetThrough } from '../../server/gates/rules/facts.ts'
import { AlarmLines } from './alarm-lines.tsx'
import { Answer, toneOf } from './answer.tsx'
import type { Settings } from './device.ts'
import { Failed } from './failed.tsx'
import { type Failure, failureOf } from './failure.ts'
import { InView } from './in-view.ts'
import type { SealOverride } from './keeper.ts'
import type { Choice, Device } from './phone.ts'
import styles from './scan.module.css'
import type { Sheet } from './sheets.tsx'
import type { Shown } from './shown.ts'
import { give } from './signals.ts'
import { useTime, useWords } from './spoken.ts'
import { Tools } from './tools.tsx'
import { useAlarms } from './use-alarms.ts'
import { useKeeper } from './use-keeper.ts'
import { useReader } from './use-reader.ts'
import { useTurnstile } from './use-turnstile.ts'
import { Viewfinder } from './viewfinder.tsx'
import { WayOut } from './way-out.tsx'

type WatchPageProps = {
  device: Device
  choice: Choice
  settings: Settings
  onSettings(settings: Settings): Promise<void>
  onLeave(): void
  onRevoked(): void
}

const LET_THROUGH_MS = 2_500
const KIOSK_MS = 4_000
/** Time to count heads. */
const GROUP_MS = 10_000

const loadSheets = async () => (await import('./sheets.tsx')).Sheets
type SheetsOf = Awaited<ReturnType<typeof loadSheets>>

/** A phone at its gate. */
export function WatchPage({ device, choice, settings, onSettings, onLeave, onRevoked }: WatchPageProps) {
  const words = useWords()
  const time = useTime()
  const { keeper, standing, isOpen, meet } = useKeeper(device, choice)
  const [shown, setShown] = useState<Shown | undefined>()
  const [failure, setFailure] = useState<Failure | undefined>()
  const [sheet, setSheet] = useState<Sheet>(null)
  const [Sheets, setSheets] = useState<SheetsOf | undefined>()
  const [view] = useState(() => new InView())
  const { register, waiting, aside, isOnline, isSlow } = standing
  const isAsking = isOnline && !isSlow
  const { kiosk, sound, facing, direction } = settings
  const { isStuck, openFor } = useTurnstile(settings, choice)
  const alarms = useAlarms(keeper, sound)

  useEffect(() => {
    // Where it could not be fetched it is asked for again when the steward wants one.
    if (!Sheets)
      loadSheets().then(
        (loaded) => setSheets(() => loaded),
        () => setSheet(null),
      )
  }, [Sheets, sheet])
  useEffect(() => {
    if (standing.isRevoked) onRevoked()
    // Once: what is on the disk then is what is sealed.
  }, [standing.isRevoked])

  useEffect(() => {
    // The supervisor's board shall not go on with what has changed here.
    void meet()
  }, [alarms])

  const tell = useCallback(
    async (asked: Promise<Shown>) => {
      setSheet(null)
      try {
        setFailure(undefined)
        const answer = await asked
        setShown(answer)
        give(toneOf(answer), sound)
        // On the disk before it opens, and for the first who tells it: whatever happens now, this scan opens nothing again.
        const isOpen = !(await keeper.seen(answer)) || (await openFor(answer))
        // No welcome over the line that says so.
        if (!isOpen) setShown((now) => (now === answer ? undefined : now))
      } catch (error) {
        setShown(undefined)
        setFailure(failureOf(error))
        give('alarm', sound)
      }
    },
    [keeper, sound, openFor],
  )
  const check = useCallback(
    (text: string) => {
      const asked = keeper.scan(text, direction)
      asked.then(
        ({ result }) => isLetThrough(result) || view.refuse(text),
        () => view.refuse(text),
      )
      return tell(asked)
    },
    [tell, keeper, direction, view],
  )
  // A dialog tells that it is closed a moment later, when another one may be open.
  const close = useCallback((closed: Sheet) => setSheet((now) => (now === closed ? null : now)), [])
  const seen = useCallback(
    (text: string) => {
      // A steward who looks something up is not scanning.
      if (sheet === null && view.isNew(text, Date.now())) check(text)
    },
    [check, sheet, view],
  )
  useReader(useCallback((text: string) => view.isMeant(text, Date.now()) && check(text), [check, view]))
  // A fan who turns around shows the same code again.
  useEffect(() => view.forget(), [view, direction])

  useEffect(() => {
    if (!shown) return
    const isKept = toneOf(shown) === 'stop'
    if (isKept && !kiosk) return
    const isGroup = !kiosk && shown.group !== null && shown.group.open.length > 0
    const ms = isKept ? KIOSK_MS : isGroup ? GROUP_MS : LET_THROUGH_MS
    const timer = setTimeout(() => setShown(undefined), ms)
    return () => clearTimeout(timer)
  }, [shown, kiosk])

  const here = register?.head.gates.find(({ gate_id }) => gate_id === choice.gateId)
  const letIn = async (sealFor: SealOverride) => {
    const answer = shown && (await keeper.override(shown.nonce, sealFor))
    setSheet(null)
    if (answer) setShown(answer)
    await meet()
  }
  // Without a known holder there is nothing to let in on.
  const canOverride = shown && !isLetThrough(shown.result) && shown.result !== 'unknown' && shown.direction === 'entry'
  const others = shown?.group?.open ?? []
  return (
    <main class={[styles.watch, direction === 'exit' ? styles.leaving : ''].join(' ')} data-kiosk={kiosk}>
      <header class={styles.head}>
        <h1>
          {register?.head.event.title ?? words.title} <span>{here?.name}</span>
        </h1>
        <button
          type="button"
          class={[
            styles.state,
            isAsking ? styles.isOnline : styles.isOffline,
            alarms.length > 0 ? styles.isLoud : '',
          ].join(' ')}
          onClick={() => (kiosk ? meet() : setSheet('settings'))}
        >
          <b>{!isOnline ? words.offline : isSlow ? words.slow : words.online}</b>
          <span>{waiting === 0 ? words.allUploaded : words.toUpload(waiting)}</span>
          {aside.length > 0 && <span>{words.aside(aside.length)}</span>}
        </button>
      </header>
      <div class={styles.notices}>
        <AlarmLines alarms={alarms} keeper={keeper} standing={standing} />
        {!isAsking && <p class={styles.offline}>{isOnline ? words.slowHint : words.offlineHint}</p>}
        {isOpen && !register && (
          <p class={isOnline ? styles.message : styles.offline} role="status">
            {isOnline ? words.fetching : words.noManifest}
          </p>
        )}
        {here?.open === false && <p class={styles.offline}>{words.gateClosed}</p>}
        {isStuck && (
          <p class={styles.offline} role="alert">
            {words.relayFailed}
          </p>
        )}
        {standing.message && (
          <p class={styles.message} role="status">
            {standing.message}
          </p>
        )}
        {Sheets && (
          <Sheets
            {...{ sheet, device, keeper, standing, settings, onSettings, onLeave, meet }}
            onClose={close}
            onSheet={setSheet}
            onText={check}
            onFound={(subjects) => tell(keeper.passFound(subjects, direction))}
            onOverride={letIn}
          />
        )}
      </div>
      {kiosk ? (
        <div class={styles.ready}>
          <p>{words.kioskReady}</p>
        </div>
      ) : (
        <div class={styles.seeing}>
          <Viewfinder
            facing={facing}
            onText={seen}
            onFlip={() => onSettings({ ...settings, facing: facing === 'user' ? 'environment' : 'user' })}
          />
        </div>
      )}
      <footer class={styles.foot}>
        {direction === 'exit' && <WayOut />}
        <p class={styles.count}>
          <b>{standing.admitted}</b> {words.admittedHere}
          {register && (
            <span>
              {words.holders(register.size.toLocaleString())} {words.asOf(time(register.head.as_of * 1000))}
            </span>
          )}
        </p>
        {kiosk ? (
          <nav class={styles.tools}>
            <button type="button" onClick={() => setSheet('leave')}>
              {words.kioskLeave}
            </button>
          </nav>
        ) : (
          <Tools
            direction={direction}
            onDirection={(way) => onSettings({ ...settings, direction: way })}
            onSheet={setSheet}
          />
        )}
      </footer>
      {failure && <Failed failure={failure} onNext={() => setFailure(undefined)} />}
      {shown && (
        <Answer
          key={shown.nonce}
          shown={shown}
          hideNames={kiosk}
          onNext={() => setShown(undefined)}
          {...(canOverride && !kiosk && { onOverride: () => setSheet('override') })}
          {...(others.length > 0 && !kiosk && { onOthers: () => tell(keeper.passFound(others, 'entry')) })}
        />
      )}
    </main>
  )
}
