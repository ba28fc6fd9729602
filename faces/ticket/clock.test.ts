import assert from 'node:assert/strict'
import { after, test } from 'node:test'

const HOUR_MS = 3_600_000
type Tab = { retrievePage(): Promise<unknown>; serverNow(): number }

/** A browser's storage, as far as the page needs one. */
const storage = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  }
}
const localStorage = storage()

/** What a browser has and this process has not, or otherwise; put back for whoever is tested after. */
const before = Object.getOwnPropertyDescriptors(globalThis)
const BROWSERS = ['location', 'sessionStorage', 'localStorage', 'fetch'] as const
const pretend = (name: (typeof BROWSERS)[number], value: unknown) =>
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
after(() => {
  for (const name of BROWSERS) {
    const descriptor = (before as Record<string, PropertyDescriptor | undefined>)[name]
    if (descriptor) Object.defineProperty(globalThis, name, descriptor)
    else Reflect.deleteProperty(globalThis, name)
  }
})

/** The page's way to the API in a tab of its own: modules and the storage of a session begin anew. */
async function openTab(name: string) {
  pretend('location', { pathname: '/t/secret' })
  pretend('sessionStorage', storage())
  pretend('localStorage', localStorage)
  return (await import(`./api.ts?tab=${name}`)) as Tab
}

test('a tab that is opened without a network knows how far this clock is off', async () => {
  const date = new Date(Date.now() + HOUR_MS).toUTCString()
  pretend('fetch', async () => new Response('{"tickets":[]}', { headers: { date } }))
  await (await openTab('first')).retrievePage()
  const { serverNow } = await openTab('second')
  assert.equal(Math.round((serverNow() - Date.now()) / HOUR_MS), 1)
})
