import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDiscount } from '../builders/discounts.ts'
import { openGround } from '../builders/grounds.ts'
import { addOffer } from '../builders/prices.ts'
import { axe, browserTest, desktop, phone, thereAre, visit } from './browser.ts'
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
      // What is wrong is wrong on both; the phone has the narrower page.
      const look = async () => (device === 'phone' ? await axe(page) : [])
      const findings = await look()
      await page.getByRole('link', { name: /Derby/ }).click()
      await story.choose('Adult, Stand', 2)
      // $25 and $2.20 of fees each: what is shown first is what is paid in the end.
      await page.getByText('2 tickets $54.40').waitFor()
      findings.push(...(await look()))
      await story.hold()
      assert.match((await page.getByRole('timer').textContent()) ?? '', /^1[45]:\d\d left$/)
      findings.push(...(await look()))
      await story.fillIn()
      await page.getByRole('button', { name: 'Pay $54.40' }).click()
      await story.heading('See you there')
      findings.push(...(await look()))
      const codes = page.getByRole('img', { name: /^Ticket \d+/ })
      await thereAre(2, codes)
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download PDF' }).click(),
      ])
      assert.match(file.suggestedFilename(), /^tickets-\d+\.pdf$/)
      const barcode = (await readQr(codes.first())) ?? ''
      assert.equal(await ground.result(barcode), 'admitted')
      assert.equal(await ground.result(barcode), 'already_used')
      await page.getByRole('link', { name: 'Open my tickets' }).click()
      await page.waitForURL(/\/t\//)
      await page.getByText('Ada Okafor').first().waitFor()
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
  await tabTo(/^Hold tickets/)
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
  await page.getByText('I have a discount code').click()
  await page.getByLabel('Discount code').fill('NONSENSE')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('This code is unknown').waitFor()
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
  await page.getByRole('button', { name: /^Eins mehr/ }).click()
  wide.push(await isWide())
  await page.getByRole('button', { name: 'Tickets reservieren' }).click()
  await page.getByRole('heading', { name: 'Kasse' }).waitFor()
  wide.push(await isWide())
  assert.deepEqual(await axe(page), [])
  assert.equal(await page.getByLabel('Sprache').inputValue(), 'de')
  await page.getByLabel('Sprache').selectOption('en')
  await page.getByRole('heading', { name: 'Checkout' }).waitFor()
  assert.deepEqual([wide, complaints], [[false, false, false], []])
  await context.close()
})

test(
  'what an event asks is in the form: names, questions and consents, each with its own problem',
  browserTest,
  async () => {
    const { eventId } = await addOffer(server, club, { capacity: 50, event: { title: 'Dinner' } })
    const manage = (path: string, method: string, body: object) => server.call(method, path, { key: club.key, body })
    assert.equal((await manage(`/v1/manage/events/${eventId}`, 'PATCH', { holder_names: 'required' })).status, 200)
    const questions = [
      { key: 'diet', kind: 'choice', asked_of: 'ticket', title: 'Diet', choices: ['None', 'Vegan'], required: true },
      { key: 'house', kind: 'consent', asked_of: 'order', title: 'I know the house rules', required: true },
    ]
    for (const question of questions)
      assert.equal((await manage(`/v1/manage/events/${eventId}/questions`, 'POST', question)).status, 201)
    const { page, context } = await visit(origin)
    const story = storyOf(page, origin)
    await story.openEvent(eventId)
    await story.choose('Adult, Stand', 2)
    await story.hold()
    await story.fillIn()
    await story.pay()
    await page.getByText('Please fill this in.').first().waitFor()
    await thereAre(5, page.getByText('Please fill this in.'))
    assert.deepEqual(await axe(page), [])
    await page.getByLabel('Name on ticket 1').fill('Ben Ito')
    await page.getByRole('button', { name: 'Same name for all' }).click()
    assert.equal(await page.getByLabel('Name on ticket 2').inputValue(), 'Ben Ito')
    await page.getByLabel('Name on ticket 2').fill('Cleo Ray')
    for (const select of await page.getByLabel('Diet').all()) await select.selectOption('Vegan')
    await page.getByLabel('I know the house rules').check()
    // A reload loses nothing of it.
    await page.reload()
    await page.getByLabel('Name on ticket 2').waitFor()
    await story.pay()
    await story.heading('See you there')
    await page.getByText('Cleo Ray').waitFor()
    await context.close()
  },
)
