import type { EnrolledDevice } from '@grandstand/sdk'
import type { Direction } from '../../server/gates/rules/facts.ts'
import { ask } from './api.ts'
import { disk, wipe } from './database.ts'
import { stores } from './disk.ts'
import type { Choice, Device } from './phone.ts'
import type { Relay } from './relay.ts'

export type Settings = {
  kiosk: boolean
  sound: boolean
  language: string | null
  facing: 'environment' | 'user'
  /** Which way people go at this gate: a turnstile that starts anew must not turn around. */
  direction: Direction
  /** What opens the turnstile. */
  relay: Relay | null
}

export const defaultSettings: Settings = {
  kiosk: false,
  sound: true,
  language: null,
  facing: 'environment',
  direction: 'entry',
  relay: null,
}

export const recallDevice = () => disk.read<Device>(stores.kept, 'device')
export const recallChoice = () => disk.read<Choice>(stores.kept, 'choice')
export const recallSettings = async (): Promise<Settings> => ({
  ...defaultSettings,
  ...(await disk.read<Settings>(stores.kept, 'settings')),
})

export const keepChoice = (choice: Choice) => disk.write([stores.kept], (shelf) => shelf('kept').put(choice, 'choice'))
export const keepSettings = (settings: Settings) =>
  disk.write([stores.kept], (shelf) => shelf('kept').put(settings, 'settings'))

/** The code as the console shows it, or the link around it that any camera opens. */
export const codeIn = (text: string): string => /[#&?]enrol=([^&\s]+)/.exec(text)?.[1] ?? text.trim()

/** Whether it is one at all: a camera reads whatever is held before it. */
export const isCode = (text: string): boolean => /^[0-9]{1,15}-[0-9A-Z]{13}$/i.test(codeIn(text))

/** A code that was on its way when the network broke off is sent again under the same name, and gives the same key. */
export async function enrol(text: string): Promise<Device> {
  const code = codeIn(text)
  const headers = { 'idempotency-key': `enrol-${code}`.slice(0, 255) }
  const enrolled = await ask<EnrolledDevice>('POST', '/v1/gate/enrol', { body: { code }, headers })
  const { device_id, name, org_id, secret } = enrolled
  const device: Device = { deviceId: device_id, name, orgId: org_id, key: secret }
  await wipe()
  await disk.write([stores.kept], (shelf) => shelf('kept').put(device, 'device'))
  // So that a browser that is short of space takes something else away.
  await navigator.storage?.persist?.().catch(() => false)
  return device
}
