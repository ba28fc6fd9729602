import { useState } from 'preact/hooks'
import { isLetThrough } from '../../server/gates/rules/facts.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { CheckField, SelectField } from '../kit/field.tsx'
import type { Settings } from './device.ts'
import type { Keeper } from './keeper.ts'
import type { Device } from './phone.ts'
import { version } from './program.ts'
import styles from './scan.module.css'
import { languages, useTime, useWordsAnd } from './spoken.ts'
import type { Standing } from './standing.ts'
import { sheetWords } from './words/sheets.ts'

type PanelProps = { open: boolean; onClose(): void }

type LastTenProps = PanelProps & { keeper: Keeper; standing: Standing; meet(): Promise<void> }

export function LastTen({ open, onClose, keeper, standing, meet }: LastTenProps) {
  const words = useWordsAnd(sheetWords)
  const time = useTime()
  return (
    <Dialog open={open} title={words.last} onClose={onClose}>
      <p>{standing.last.length === 0 ? words.lastNone : words.annulHint}</p>
      <ul class={styles.rows}>
        {standing.last.map(({ nonce, result, label, scannedAt, annul, stage }) => {
          const said = result === null ? undefined : words.results[result]
          return (
            <li key={nonce} data-result={result}>
              <b>{said?.why || said?.word}</b>
              <span>
                {time(scannedAt)} {label} {stage === 'waiting' && `· ${words.toUpload(1)}`}
              </span>
              {annul !== null && <i>{words.annulled}</i>}
              {annul === null && result !== null && isLetThrough(result) && (
                <Button onClick={() => keeper.annul(nonce).then(meet)}>{words.annul}</Button>
              )}
            </li>
          )
        })}
      </ul>
      {standing.aside.length > 0 && (
        <section class={styles.alarm}>
          <h3>{words.aside(standing.aside.length)}</h3>
          <p>{words.asideHint}</p>
          <ul class={styles.rows}>
            {standing.aside.map(({ nonce, result, label, scannedAt, aside }) => (
              <li key={nonce}>
                <b>
                  {time(scannedAt)} {result !== null && (words.results[result].why || words.results[result].word)}{' '}
                  {label}
                </b>
                <span>{aside?.reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Button wide onClick={onClose}>
        {words.close}
      </Button>
    </Dialog>
  )
}

type SettingsPanelProps = PanelProps & {
  settings: Settings
  device: Device
  skewMs: number
  onSettings(settings: Settings): void
  onLeave(): void
  onRelay(): void
  meet(): Promise<void>
}

/** Worth saying: codes that change are good for less than a minute. */
const SKEW_MS = 5_000

export function SettingsPanel(props: SettingsPanelProps) {
  const { open, onClose, settings, onSettings, onLeave, onRelay, meet, device, skewMs } = props
  const words = useWordsAnd(sheetWords)
  const [isBusy, setBusy] = useState(false)
  const sync = async () => {
    setBusy(true)
    await meet()
    setBusy(false)
  }
  const [isAsked, setAsked] = useState(false)
  // Back again by a supervisor's code only.
  const beTurnstile = () => {
    onSettings({ ...settings, kiosk: true })
    document.documentElement.requestFullscreen?.().catch(() => undefined)
    onClose()
  }
  return (
    <Dialog open={open} title={words.settings} onClose={onClose}>
      <p>{words.device(device.name)}</p>
      {Math.abs(skewMs) > SKEW_MS && <p>{words.clockOff(Math.round(skewMs / 1000))}</p>}
      <div class={styles.stack}>
        <Button wide look="strong" busy={isBusy} onClick={sync}>
          {words.syncNow}
        </Button>
        <Button wide onClick={onLeave}>
          {words.changeGate}
        </Button>
        <a href="#supervisor">{words.toSupervision}</a>
        <CheckField
          name="sound"
          label={words.sound}
          defaultChecked={settings.sound}
          onChange={(sound) => onSettings({ ...settings, sound })}
        />
        {isAsked ? (
          <div class={styles.asked} role="alert">
            <p>{words.kioskAsk}</p>
            <Button wide look="strong" onClick={beTurnstile}>
              {words.kioskYes}
            </Button>
            <Button wide onClick={() => setAsked(false)}>
              {words.cancel}
            </Button>
          </div>
        ) : (
          <Button wide onClick={() => setAsked(true)}>
            {words.kiosk}
          </Button>
        )}
        <Button wide onClick={onRelay}>
          {words.relay}
        </Button>
        <div onChange={({ target }) => onSettings({ ...settings, language: (target as HTMLSelectElement).value })}>
          <SelectField
            name="language"
            label={words.language}
            defaultValue={document.documentElement.lang.slice(0, 2)}
            options={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          />
        </div>
        <p class={styles.small}>
          {words.version(version)}. {words.updateWaits}
        </p>
        <Button wide onClick={onClose}>
          {words.close}
        </Button>
      </div>
    </Dialog>
  )
}
