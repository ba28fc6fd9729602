import type { BrowserContext, Page } from 'playwright-core'
import type { House, Tenant } from '../harness/house.ts'

/** A device as the console creates it, with the code that sets up a phone. */
export async function newDevice(house: House, club: Tenant, name: string, gateIds?: number[]) {
  const body = { name, ...(gateIds ? { gate_ids: gateIds } : {}) }
  const { body: device } = await house.call('POST', '/v1/manage/devices', { key: club.key, body })
  return { deviceId: device.device_id as number, code: device.enrolment_code as string }
}

/** From the link in the code to the gate. */
export async function setUp(page: Page, origin: string, code: string, gate: string): Promise<void> {
  await page.goto(`${origin}/scan/#enrol=${code}`)
  await page.getByRole('button', { name: gate }).first().click()
  await page.getByText(/on this phone/).waitFor()
}

/** A phone whose camera is not allowed: what a test types is all that it reads. */
export const blockCamera = (context: BrowserContext) =>
  context.addInitScript(() => {
    const refused = async () => {
      throw new DOMException('blocked', 'NotAllowedError')
    }
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value: refused })
  })

/** Once the program is kept, and not a moment before. */
export const keptForOffline = (page: Page) =>
  page.waitForFunction(async () => {
    const worker = await navigator.serviceWorker.getRegistration('/scan/')
    return worker?.active?.state === 'activated' && (await caches.match('/scan/')) !== undefined
  })

/** A reader in place of the camera, at a turnstile. */
export async function useReaderOnly(page: Page): Promise<void> {
  // Answers of the camera, which never stops, may lie over it.
  await page.getByRole('button', { name: 'More' }).dispatchEvent('click')
  await page.getByRole('button', { name: /^Turnstile/ }).click()
  await page.getByRole('button', { name: 'Make it a turnstile' }).click()
  await page.getByText('Please scan your ticket').waitFor()
}

/** At a turnstile no steward opens a sheet: a tap on how it stands fetches what is new. */
export const syncTurnstile = (page: Page) => page.getByRole('button', { name: /^Online/ }).click()

export async function supervisorCode(house: House, club: Tenant, eventId: number): Promise<string> {
  const { body } = await house.call('GET', `/v1/manage/events/${eventId}/supervisor_code`, { key: club.key })
  return body.code
}

/** Back to the camera. */
export async function leaveTurnstile(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Leave turnstile mode' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Supervisor’s code').fill(code)
  await dialog.getByRole('button', { name: 'Leave turnstile mode' }).click()
}

/** What a reader types, code by code. */
export const typeCodes = (page: Page, codes: string[]) =>
  page.evaluate((texts) => {
    const press = (key: string) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    for (const text of texts) {
      for (const key of text) press(key)
      press('Enter')
    }
  }, codes)

export const answered = (page: Page, result: string) => page.locator(`[data-result="${result}"]`).first().waitFor()

/** Everything that the page keeps, as text. */
export const keptOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        indexedDB.open('scan').onsuccess = async (event) => {
          const database = (event.target as IDBOpenDBRequest).result
          const all = [...database.objectStoreNames].map(
            (name) =>
              new Promise((done) => {
                const request = database.transaction([name]).objectStore(name).getAll()
                request.onsuccess = () => done(request.result)
              }),
          )
          resolve(JSON.stringify(await Promise.all(all)))
        }
      }),
  )
