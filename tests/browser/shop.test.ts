import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDiscount } from '../builders/discounts.ts'
import { openGround } from '../builders/grounds.ts'
import { addOffer } from '../builders/prices.ts'
import { axe, browserTest, desktop, phone, visit } from './browser.ts'
import { readQr } from './read-qr.ts'
import { openShopServer } from './shop-server.ts'
import { storyOf } from './shop-story.ts'

const server = await openShopServer()
const { origin, club } = server
const ground = await openGround(server, club)
await addOffer(server, club, { eventId: ground.eventId, capacity: 500 })

for (const [device, options] of Object.entries({ phone, desktop })) {
  test(
    `from the list to the gate, on a ${device}: the code that is shown is read and admitted`,
    browserTest,
    async () => {
      const { page, complaints, context } = await visit(origin, options)
      const story = storyOf(page, origin)
      await page.goto(`${origin}/shop/`)
      await story.heading('What’s on')
      const findings = [...(await axe(page))]
      await page.getByRole('link', { name: /Derby/ }).click()
      await story.choose('Adult, Stand', 2)
      // $25 and $2.20 of fees each: what is shown first is what is paid in the end.
      await page.getByText('2 tickets $54.40').waitFor()
      findings.push(...(await axe(page)))
      await story.hold()
      assert.match((await page.getByRole('timer').textContent()) ?? '', /^1[45]:\d\d left$/)
      findings.push(...(await axe(page)))
      await story.fillIn()
      await page.getByRole('button', { name: 'Pay $54.40' }).click()
      await story.heading('See you there')
      findings.push(...(await axe(page)))
      const codes = page.getByRole('img', { name: /^Ticket \d+/ })
      assert.equal(await codes.count(), 2)
      const barcode = (await readQr(codes.first())) ?? ''
      assert.equal(await ground.result(barcode), 'admitted')
      assert.equal(await ground.result(barcode), 'already_used')
      assert.deepEqual([findings, complaints], [[], []])
      await context.close()
    },
  )
}

test('by the keyboard alone, from the list to the tickets', browserTest, async () => {
  const { page, context } = await visit(origin, desktop)
  await page.goto(`${origin}/shop/`)
  await storyOf(page, origin).heading('What’s on')
  /** Tab until the element with this name has the focus. */
  const tabTo = async (name: RegExp) => {
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(() => {
        const element = document.activeElement
        const label = element?.id ? document.querySelector(`label[for="${element.id}"]`)?.textContent : ''
        return `${element?.getAttribute('aria-label') ?? ''}${label ?? ''}${element?.textContent ?? ''}`
      })
      if (name.test(focused)) return
    }
    assert.fail(`Tab never reached ${name}`)
  }
  await tabTo(/Derby/)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^One more/ }).waitFor()
  await tabTo(/^One more: Adult/)
  await page.keyboard.press('Enter')
  await tabTo(/^Hold them/)
  await page.keyboard.press('Enter')
  await storyOf(page, origin).heading('Checkout')
  await tabTo(/^E-mail/)
  await page.keyboard.type('ada@example.org')
  await tabTo(/^First name/)
  await page.keyboard.type('Ada')
  await tabTo(/^Last name/)
  await page.keyboard.type('Okafor')
  await tabTo(/^Pay /)
  await page.keyboard.press('Enter')
  await storyOf(page, origin).heading('See you there')
  await context.close()
})

test('a code by link is in the basket, and can be taken out and typed in', browserTest, async () => {
  const { code } = await addDiscount(server, club, { code: 'EARLY10' })
  const { page, context } = await visit(origin)
  const story = storyOf(page, origin)
  await story.openEvent(ground.eventId, `?code=${code}`)
  await story.choose('Adult, Stand', 1)
  await story.hold()
  await page.getByText('Code EARLY10').waitFor()
  await page.getByRole('button', { name: 'Pay $24.70' }).waitFor()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByLabel('Discount code').fill('NONSENSE')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('This code is not known').waitFor()
  assert.deepEqual(await axe(page), [])
  await page.getByLabel('Discount code').fill('early10')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Code EARLY10').waitFor()
  await context.close()
})

test('in German, at 320 pixels, nothing is cut off or hidden', browserTest, async () => {
  const narrow = { ...phone, viewport: { width: 320, height: 640 }, locale: 'de-DE' }
  const { page, context, complaints } = await visit(origin, narrow)
  await page.goto(`${origin}/shop/`)
  await page.getByRole('heading', { name: 'Spielplan' }).waitFor()
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  const wide = [await isWide()]
  await page.getByRole('link', { name: /Derby/ }).click()
  await page.getByRole('button', { name: /^Eine mehr/ }).click()
  wide.push(await isWide())
  await page.getByRole('button', { name: 'Karten reservieren' }).click()
  await page.getByRole('heading', { name: 'Kasse' }).waitFor()
  wide.push(await isWide())
  assert.deepEqual(await axe(page), [])
  await page.getByLabel('Sprache').selectOption('en')
  await page.getByRole('heading', { name: 'Checkout' }).waitFor()
  assert.deepEqual([wide, complaints], [[false, false, false], []])
  await context.close()
})
