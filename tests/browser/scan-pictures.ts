import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { writeSheet } from './picture-sheet.ts'

/*
 * Pictures of the scanner for its guide, which its tests take on their way where `SCAN_PICTURES` names a folder: every answer in two sizes,
 * light and dark, and as three kinds of colour-blindness see it, all of one look on a sheet `scan-answers-LOOK.webp`; and single screens.
 */
const folder = process.env.SCAN_PICTURES

export const small = { width: 360, height: 640 }
const large = { width: 390, height: 844 }
const SIGHTS = ['protanopia', 'deuteranopia', 'tritanopia'] as const
const LOOKS = ['360-light', '360-dark', '390-light', '390-dark', ...SIGHTS.map((type) => `390-${type}`)]

const answers: string[] = []

/** All looks of the answer that is on the screen now. */
export async function pictureAnswer(page: Page, name: string): Promise<void> {
  if (folder === undefined) return
  answers.push(name)
  await mkdir(folder, { recursive: true })
  const session = await page.context().newCDPSession(page)
  const take = async (look: string) => {
    const png = await page.screenshot({ type: 'png' })
    await writeFile(join(folder, `${name}-${look}.png`), png)
  }
  for (const [size, viewport] of Object.entries({ 360: small, 390: large })) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await take(`${size}-${colorScheme}`)
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  for (const type of SIGHTS) {
    await session.send('Emulation.setEmulatedVisionDeficiency', { type })
    await take(`390-${type}`)
  }
  await session.send('Emulation.setEmulatedVisionDeficiency', { type: 'none' })
  await page.setViewportSize(small)
}

/** Every answer that was pictured, on a sheet for each look; and those that the guide begins with. */
export async function writeAnswerSheets(page: Page): Promise<void> {
  const browser = page.context().browser()
  if (folder === undefined || !browser) return
  for (const look of LOOKS)
    await writeSheet(browser, folder, answers, { look, file: `scan-answers-${look}.webp`, columns: 7, width: 128 })
  for (const [name, file] of Object.entries({ 'watch-entry': 'watch', welcome: 'in', 'wrong-gate': 'stop' }))
    await writeSheet(browser, folder, [name], { look: '390-light', file: `scan-${file}.webp`, columns: 1, width: 390 })
}

/** One screen, from its top, or a part of it, light and dark: `scan-NAME.webp` is the one that the guide shows. */
export async function pictureScreen(page: Page, name: string, part?: Locator): Promise<void> {
  if (folder === undefined) return
  const box = await part?.boundingBox()
  const clip = box && { clip: { ...box, scale: 1 }, captureBeyondViewport: true }
  await mkdir(folder, { recursive: true })
  const session = await page.context().newCDPSession(page)
  for (const [colorScheme, file] of [
    ['dark', `scan-${name}-dark.webp`],
    ['light', `scan-${name}.webp`],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 72, ...clip })
    await writeFile(join(folder, file), Buffer.from(data, 'base64'))
  }
}
