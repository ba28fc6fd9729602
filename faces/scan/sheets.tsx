import type { Device, Settings } from './device.ts'
import type { Keeper } from './keeper.ts'
import { OverridePanel } from './override-panel.tsx'
import { LastTen, SettingsPanel, TypePanel } from './panels.tsx'
import type { Override } from './queue.ts'
import { SearchPanel } from './search-panel.tsx'
import type { Standing } from './standing.ts'

export type Sheet = 'type' | 'search' | 'last' | 'settings' | 'override' | null

type SheetsProps = {
  sheet: Sheet
  device: Device
  keeper: Keeper
  standing: Standing
  settings: Settings
  onSettings(settings: Settings): void
  onLeave(): void
  onClose(): void
  onText(text: string): void
  onLetIn(subjects: string[]): void
  onOverride(override: Override): void
  meet(): Promise<void>
}

/** Whatever lies over the camera for a while. Loaded after it: a phone scans before anybody opens one. */
export function Sheets(props: SheetsProps) {
  const { sheet, onClose, keeper, standing, meet, device, settings, onSettings, onLeave } = props
  return (
    <>
      <TypePanel open={sheet === 'type'} onClose={onClose} onText={props.onText} />
      <SearchPanel open={sheet === 'search'} onClose={onClose} register={standing.register} onLetIn={props.onLetIn} />
      <LastTen open={sheet === 'last'} {...{ onClose, keeper, standing, meet }} />
      <SettingsPanel
        open={sheet === 'settings'}
        {...{ onClose, settings, onSettings, onLeave, meet, device, skewMs: keeper.skewMs }}
      />
      <OverridePanel open={sheet === 'override'} onClose={onClose} keeper={keeper} onOverride={props.onOverride} />
    </>
  )
}
