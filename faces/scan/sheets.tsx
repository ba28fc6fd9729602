import { useCallback } from 'preact/hooks'
import type { Settings } from './device.ts'
import type { Keeper, SealOverride } from './keeper.ts'
import { LeavePanel } from './leave-panel.tsx'
import { OverridePanel } from './override-panel.tsx'
import { LastTen, SettingsPanel } from './panels.tsx'
import type { Device } from './phone.ts'
import { RelayPanel } from './relay-panel.tsx'
import { SearchPanel } from './search-panel.tsx'
import type { Standing } from './standing.ts'

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
        {...{ settings, onSettings, onLeave, meet, device, skewMs: keeper.skewMs }}
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
