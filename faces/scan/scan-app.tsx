import { useCallback, useEffect, useState } from 'preact/hooks'
import { Announcer } from '../kit/announcer.tsx'
import { useWakeLock } from '../kit/wake-lock.ts'
import { browserPhone } from './browser-phone.ts'
import { wipe } from './database.ts'
import {
  defaultSettings,
  keepChoice,
  keepSettings,
  recallChoice,
  recallDevice,
  recallSettings,
  type Settings,
} from './device.ts'
import { SEALED, stores } from './disk.ts'
import type { Choice, Device } from './phone.ts'
import { allowRelay } from './program.ts'
import { unlockSound } from './signals.ts'
import { type Spoken, SpokenContext, speak } from './spoken.ts'
import { useNoWayBack } from './use-no-way-back.ts'
import { WatchPage } from './watch-page.tsx'

// A phone at its gate needs none of these.
const loadSupervision = async () => (await import('./supervisor-page.tsx')).SupervisorPage
const loadEnrol = async () => (await import('./enrol-page.tsx')).EnrolPage
const loadSealing = () => import('./sealed-scans.ts')
const loadChoose = async () => (await import('./choose-page.tsx')).ChoosePage

/** Of a phone that was taken off the gates: how many scans are closed for the service, and how many could not be. */
type Revoked = { sealed: number; lost: number }

type Place =
  | { kind: 'loading' }
  | { kind: 'enrol'; revoked: Revoked | null; Page: Awaited<ReturnType<typeof loadEnrol>> }
  | { kind: 'choose'; device: Device; back: Choice | undefined; Page: Awaited<ReturnType<typeof loadChoose>> }
  | { kind: 'watch'; device: Device; choice: Choice }
  | { kind: 'supervise'; Page: Awaited<ReturnType<typeof loadSupervision>> }

/** Leads a new phone through set-up to its gate. */
export function ScanApp() {
  const [place, setPlace] = useState<Place>({ kind: 'loading' })
  const [settings, setSettings] = useState<Settings>(defaultSettings)
  const [spoken, setSpoken] = useState<Spoken | undefined>()
  useWakeLock()
  useNoWayBack()
  const toChoice = useCallback(
    async (device: Device, back?: Choice) => setPlace({ kind: 'choose', device, back, Page: await loadChoose() }),
    [],
  )

  useEffect(() => {
    const begin = async () => {
      const kept = await recallSettings()
      setSettings(kept)
      setSpoken(await speak(kept.language))
      if (location.hash === '#supervisor') {
        setPlace({ kind: 'supervise', Page: await loadSupervision() })
        return
      }
      const device = await recallDevice()
      // Of the phone that this was before it was set up anew.
      if (device && (await browserPhone.disk.read(stores.kept, SEALED)) !== undefined)
        await (await loadSealing()).offerSealed(browserPhone)
      const choice = await recallChoice()
      if (!device) setPlace({ kind: 'enrol', revoked: null, Page: await loadEnrol() })
      else if (choice) setPlace({ kind: 'watch', device, choice })
      else await toChoice(device)
    }
    begin()
    // Links switch between the scanner and the supervisor's view.
    addEventListener('hashchange', ({ newURL, oldURL }) => {
      if (`${newURL}${oldURL}`.includes('#supervisor')) begin()
    })
    addEventListener('pointerdown', unlockSound, { once: true })
  }, [toChoice])

  const changeSettings = useCallback(async (next: Settings) => {
    setSettings(next)
    setSpoken(await speak(next.language))
    await keepSettings(next)
  }, [])

  const choose = async (device: Device, choice: Choice) => {
    await keepChoice(choice)
    setPlace({ kind: 'watch', device, choice })
  }
  const forget = useCallback(async (device: Device) => {
    const { sealScans } = await loadSealing()
    // Where nothing can be kept any more there is nothing to offer either.
    const revoked = await sealScans(browserPhone, device).catch(() => ({ sealed: 0, lost: 0 }))
    await wipe()
    await allowRelay(null)
    setPlace({ kind: 'enrol', revoked, Page: await loadEnrol() })
  }, [])

  useEffect(() => {
    if (spoken) document.documentElement.lang = spoken.language
  }, [spoken])
  if (!spoken || place.kind === 'loading') return null
  return (
    <SpokenContext.Provider value={spoken}>
      <Announcer />
      {place.kind === 'supervise' && <place.Page />}
      {place.kind === 'enrol' && <place.Page revoked={place.revoked} onEnrolled={toChoice} />}
      {place.kind === 'choose' && (
        <place.Page
          device={place.device}
          steward={place.back?.steward}
          onRevoked={() => forget(place.device)}
          onChosen={(choice) => choose(place.device, choice)}
          onBack={place.back && (() => place.back && choose(place.device, place.back))}
        />
      )}
      {place.kind === 'watch' && (
        <WatchPage
          key={`${place.choice.eventId} ${place.choice.gateId} ${place.choice.steward}`}
          device={place.device}
          choice={place.choice}
          settings={settings}
          onSettings={changeSettings}
          onLeave={() => toChoice(place.device, place.choice)}
          onRevoked={() => forget(place.device)}
        />
      )}
    </SpokenContext.Provider>
  )
}
