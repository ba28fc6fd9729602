import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOffer } from '../builders/prices.ts'
import { addStaff } from '../builders/staff.ts'
import { axe, browserTest, desktop, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer({ host: 'localhost' })
const { origin, club } = server
await addOffer(server, club, { event: { title: 'Derby' } })

/** Each goes through several dialogs, and has all of them looked at in light and dark. */
const patientTest = { ...browserTest, timeout: 120_000 }
const read = async (path: string) => (await server.call('GET', path, { key: club.key })).body

async function staffVisit(role: 'manager' | 'membership' | 'reader' | 'box_office') {
  const { token } = await addStaff(server, club, { role })
  const visited = await visit(origin, desktop)
  await visited.context.addCookies([{ name: 'gs', value: token, url: origin }])
  const { page } = visited
  const h1 = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
  return { ...visited, h1, dialog: page.getByRole('dialog') }
}

test('a discount is made, refused twice, changed and archived', patientTest, async () => {
  const { page, context, complaints, h1, dialog } = await staffVisit('manager')
  const findings: string[] = []
  await page.goto(`${origin}/console/events`)
  await page.getByRole('link', { name: 'Discounts' }).click()
  await h1('Discounts')
  await page.getByText('No discounts yet').waitFor()
  findings.push(...(await axe(page)))
  const make = async (percent: string) => {
    await page.getByRole('button', { name: 'New discount' }).click()
    await dialog.getByLabel('Code').fill('FAMILY')
    await dialog.getByLabel('Discount value').fill(percent)
    await dialog.getByRole('button', { name: 'Save' }).click()
  }
  await make('20')
  await page.getByRole('row', { name: /FAMILY 20 % All events 0 no end date active/ }).waitFor()
  // What is refused keeps the dialog, with what was typed.
  await make('30')
  await dialog.getByText('This already exists.').waitFor()
  assert.equal(await dialog.getByLabel('Discount value').inputValue(), '30')
  findings.push(...(await axe(page)))
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Change FAMILY' }).click()
  await dialog.getByLabel('Applies to').selectOption('amount')
  await dialog.getByLabel('Discount value').fill('5')
  await dialog.getByLabel('Maximum number of orders').fill('10')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /FAMILY \$5\.00 All events 0 of 10/ }).waitFor()
  await page.getByRole('button', { name: 'Archive' }).click()
  await dialog.getByRole('button', { name: 'Archive' }).click()
  await page.getByText('No discounts yet').waitFor()
  const { data } = (await read('/v1/manage/discounts')) as { data: { amount: number; discount_status: string }[] }
  assert.deepEqual(
    data.map(({ amount, discount_status }) => [amount, discount_status]),
    [[5, 'archived']],
  )
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

test('memberships are set up, and a member joins at the desk', patientTest, async () => {
  const { page, context, complaints, h1, dialog } = await staffVisit('membership')
  const findings: string[] = []
  await page.goto(`${origin}/console/members/types`)
  await h1('Memberships')
  await page.getByRole('button', { name: /^New type/ }).waitFor()
  const add = async (what: string, name: string, fill: () => Promise<void>) => {
    await page.getByRole('button', { name: what, exact: true }).click()
    await dialog.getByLabel('Name').fill(name)
    await fill()
    findings.push(...(await axe(page)))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name, exact: true }).first().waitFor()
  }
  await add('New category', 'Season', async () => {})
  await add('New type', 'Season adult', () => dialog.getByLabel('Price').fill('240'))
  await add('New way to pay', 'Four parts', () => dialog.getByRole('spinbutton', { name: 'Instalments' }).fill('4'))
  await page.getByRole('cell', { name: '4, every month' }).waitFor()
  await page.goto(`${origin}/console/members`)
  await page.getByRole('link', { name: 'New member' }).click()
  await h1('New member')
  await page.getByLabel('First name').fill('Mia')
  await page.getByLabel('Last name').fill('Keeper')
  await page.getByLabel('E-mail').fill('mia@fans.test')
  findings.push(...(await axe(page)))
  await page.getByRole('button', { name: 'Add member' }).click()
  await h1('Mia Keeper')
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

test('who may only look sees the catalogue without a button that changes it', browserTest, async () => {
  const { page, context, complaints, h1 } = await staffVisit('reader')
  await page.goto(`${origin}/console/members/types`)
  await h1('Memberships')
  await page.getByRole('heading', { name: 'Ways to pay' }).waitFor()
  await page.getByRole('button', { name: /^New / }).first().waitFor({ state: 'detached' })
  assert.deepEqual(complaints, [])
  await context.close()
})

test(
  'fields of a dialog lie beside each other and inside of it, on a wide screen and on a phone',
  browserTest,
  async () => {
    const { page, context, h1, dialog } = await staffVisit('manager')
    await page.goto(`${origin}/console/events/discounts`)
    await h1('Discounts')
    await page.getByRole('button', { name: 'New discount' }).click()
    await dialog.getByLabel('Until').waitFor()
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      const findings = await dialog.evaluate((element) => {
        const frame = element.getBoundingClientRect()
        const boxes = [...element.querySelectorAll('input, select')].map((field) => field.getBoundingClientRect())
        const outside = boxes.filter(({ left, right }) => left < frame.left || right > frame.right)
        const over = boxes.filter((one, at) =>
          boxes
            .slice(at + 1)
            .some(
              (other) =>
                one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom,
            ),
        )
        return [...outside, ...over].length
      })
      assert.equal(findings, 0, `at ${width}`)
    }
    await context.close()
  },
)

test('a box office neither merges nor erases a customer; the membership desk does both', browserTest, async () => {
  const { user_id } = (
    await server.call('POST', '/v1/manage/customers', {
      key: club.key,
      body: { first_name: 'Ada', last_name: 'Away', email_address: 'ada@fans.test' },
    })
  ).body as { user_id: number }
  for (const [role, state] of [
    ['box_office', 'detached'],
    ['membership', 'visible'],
  ] as const) {
    const { page, context, complaints, h1 } = await staffVisit(role)
    await page.goto(`${origin}/console/customers/${user_id}`)
    await h1('Ada Away')
    await page.getByRole('button', { name: 'Export' }).waitFor()
    for (const name of ['Merge …', 'Erase …']) await page.getByRole('button', { name }).waitFor({ state })
    assert.deepEqual([await axe(page), complaints], [[], []])
    await context.close()
  }
})
