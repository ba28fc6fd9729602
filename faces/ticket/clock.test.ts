import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'

const HOUR_MS = 3_600_000

/** A browser's storage, as far as the page needs one. */
const storage = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  }
}
const localStorage = storage()

/** What a browser has and this process has not, or otherwise; put back for the tests that come after. */
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

test('a tab that is opened without a network knows how far this clock was off when its page was kept', async () => {
  pretend('location', { pathname: '/t/secret' })
  pretend('sessionStorage', storage())
  pretend('localStorage', localStorage)
  const key = `tickets:${createHash('sha256').update('secret').digest('hex')}`
  const page = { event: { event_start_unix: Math.floor(Date.now() / 1000) }, tickets: [] }
  localStorage.setItem(key, JSON.stringify({ page, keptAt: Date.now(), aheadMs: HOUR_MS }))
  const { retrievePage, serverNow } = await import('./api.ts')
  const { keep, recall } = await import('./stored-page.ts')
  await recall()
  assert.equal(Math.round((serverNow() - Date.now()) / HOUR_MS), 1)

  const date = new Date(Date.now() + 2 * HOUR_MS).toUTCString()
  pretend('fetch', async () => new Response(JSON.stringify(page), { headers: { date } }))
  await keep(await retrievePage())
  assert.equal(Math.round(JSON.parse(localStorage.getItem(key) ?? '').aheadMs / HOUR_MS), 2)
})
