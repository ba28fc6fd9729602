import { useCallback, useContext } from 'preact/hooks'
import type { Settings } from './device.ts'
import type { Keeper, SealOverride } from './keeper.ts'
import { LeavePanel } from './leave-panel.tsx'
import { OverridePanel } from './override-panel.tsx'
import { LastTen, SettingsPanel } from './panels.tsx'
import type { Device } from './phone.ts'
import { RelayPanel } from './relay-panel.tsx'
import styles from './scan.module.css'
import { SearchPanel } from './search-panel.tsx'
import { SpokenContext, useWordsAnd } from './spoken.ts'
import type { Standing } from './standing.ts'
import { sheetWords } from './words/sheets.ts'

export type Sheet = 'search' | 'last' | 'settings' | 'override' | 'relay' | 'leave' | null

type SheetsProps = {
  sheet: Sheet
  device: Device
  keeper: Keeper
  standing: Standing
  settings: Settings
  onSettings(settings: Settings): Promise<void>
  onLeave(): void
  onClose(closed: Sheet): void
  onSheet(sheet: Sheet): void
  onText(text: string): void
  onFound(subjects: string[]): void
  onOverride(sealFor: SealOverride): void
  meet(): Promise<void>
}

/** Of a sandbox whose clock was moved: rules and times here go by that day. */
function SandboxDay({ at }: { at: number }) {
  const { language } = useContext(SpokenContext)
  const { sandboxDay } = useWordsAnd(sheetWords)
  return <p class={styles.message}>{sandboxDay(new Date(at).toLocaleDateString(language, { dateStyle: 'long' }))}</p>
}

/** Whatever lies over the camera for a while. Loaded after it: a phone scans before a steward opens one. */
export function Sheets(props: SheetsProps) {
  const { sheet, onClose, onSheet, keeper, standing, meet, device, settings, onSettings, onLeave } = props
  const closeLeave = useCallback(() => onClose('leave'), [onClose])
  const leaveTurnstile = async () => {
    await onSettings({ ...settings, kiosk: false })
    await document.exitFullscreen?.().catch(() => undefined)
    onSheet('settings')
  }
  return (
    <>
      {keeper.errorMs > keeper.skewMs && <SandboxDay at={keeper.phone.now() - keeper.skewMs} />}
      <SearchPanel
        open={sheet === 'search'}
        onClose={() => onClose('search')}
        {...{ keeper, meet, direction: settings.direction }}
        onText={props.onText}
        onFound={props.onFound}
      />
      <LastTen open={sheet === 'last'} onClose={() => onClose('last')} {...{ keeper, standing, meet }} />
      <SettingsPanel
        open={sheet === 'settings'}
        onClose={() => onClose('settings')}
        {...{ settings, onSettings, onLeave, meet, device, skewMs: keeper.errorMs }}
        onRelay={() => onSheet('relay')}
      />
      <OverridePanel
        open={sheet === 'override'}
        onClose={() => onClose('override')}
        keeper={keeper}
        onOverride={props.onOverride}
      />
      {sheet === 'relay' && (
        <RelayPanel
          open
          onClose={() => onClose('relay')}
          relay={settings.relay}
          onRelay={(relay) => onSettings({ ...settings, relay })}
        />
      )}
      <LeavePanel open={sheet === 'leave'} onClose={closeLeave} keeper={keeper} onLeft={leaveTurnstile} />
    </>
  )
}
