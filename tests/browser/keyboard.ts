import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/** More than any page or dialog has. */
const STEPS_MAX = 80

/** Tab until what has this name has the focus, as a person does who has no mouse. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  const seen: string[] = []
  for (let step = 0; step < STEPS_MAX; step += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      const label = element?.id ? document.querySelector(`label[for="${element.id}"]`)?.textContent : ''
      return `${element?.getAttribute('aria-label') ?? ''}${label ?? ''}${element?.textContent ?? ''}`.trim()
    })
    if (name.test(focused)) return
    seen.push(focused)
  }
  assert.fail(`Tab never reached ${name}: ${seen.join(' | ')}`)
}
