import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword } from '../../server/people/staff/passwords.ts'
import { pictureHead } from '../../server/platform/pictures/picture-head.ts'
import { plainPng } from '../../server/platform/pictures/plain-png.ts'
import { addOffer } from '../builders/prices.ts'
import { addStaff } from '../builders/staff.ts'
import { axe, browserTest, desktop, phone, thereAre, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer({ host: 'localhost' })
const { origin, club, shopKey } = server
const passwordHash = await hashPassword('nine green elephants')
const starts_at = new Date(Date.now() + 86_400_000)
const { eventId } = await addOffer(server, club, { event: { title: 'Cup final', starts_at } })
const read = async (path: string) => (await server.call('GET', path, { key: shopKey })).body

async function staffVisit(role: 'owner' | 'reader' = 'owner') {
  const { token } = await addStaff(server, club, { passwordHash, role })
  const visited = await visit(origin, desktop)
  await visited.context.addCookies([{ name: 'gs', value: token, url: origin }])
  return visited
}

const file = (name: string, buffer: Buffer, mimeType = 'image/png') => ({ name, mimeType, buffer })

test('the club uploads its logo, sees it, and takes it away again', browserTest, async () => {
  const { page, complaints, context } = await staffVisit()
  await page.goto(`${origin}/console/settings`)
  const logo = page.getByRole('group', { name: 'Logo' })
  await logo.locator('input[type=file]').setInputFiles(file('crest.png', plainPng(1200, '#0f6b46')))
  await logo.getByRole('img', { name: 'Logo' }).waitFor()
  assert.deepEqual(await axe(page), [])
  const look = page.getByRole('heading', { name: 'Look' }).locator('xpath=ancestor::section')
  await look.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  const { logo_image } = await read('/v1/storefront')
  const stored = await fetch(logo_image)
  assert.deepEqual(pictureHead(Buffer.from(await stored.arrayBuffer())), { type: 'image/png', width: 960, height: 960 })
  await page.reload()
  await logo.getByRole('button', { name: 'Remove Logo' }).click()
  await look.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  assert.equal((await read('/v1/storefront')).logo_image, null)
  assert.deepEqual(complaints, [])
  await context.close()
})

test('a file that is no picture is told in words, and nothing is lost', browserTest, async () => {
  const { page, complaints, context } = await staffVisit()
  await page.goto(`${origin}/console/settings`)
  const logo = page.getByRole('group', { name: 'Logo' })
  await logo.locator('input[type=file]').setInputFiles(file('crest.png', Buffer.from('<svg onload="alert(1)"/>')))
  await logo
    .getByRole('alert')
    .getByText(/cannot be used/)
    .waitFor()
  await logo.getByText('Use an address instead').click()
  await logo.getByLabel('Address of a picture').fill(`${origin}/pictures/of/the-club.png`)
  await logo.getByLabel('Address of a picture').press('Enter')
  await logo.getByRole('img', { name: 'Logo' }).waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})

test(
  'an event has a picture in the sizes that the shop shows, and the shop fetches no more than it needs',
  browserTest,
  async () => {
    const { page, complaints, context } = await staffVisit()
    await page.goto(`${origin}/console/events/${eventId}`)
    await page
      .getByRole('button', { name: /^(Change|Edit)/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    const picture = dialog.getByRole('group', { name: 'Picture', exact: true })
    await picture.locator('input[type=file]').setInputFiles(file('derby.png', plainPng(1700, '#17588f')))
    await picture.getByRole('img', { name: 'Picture' }).waitFor()
    assert.deepEqual(await axe(page), [])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { banner_image } = await read(`/v1/events/${eventId}`)
    assert.match(banner_image, /\.webp$/)
    const widths = await Promise.all(
      ['', '-960', '-480'].map(async (size) => {
        const answer = await fetch(banner_image.replace('.webp', `${size}.webp`))
        return pictureHead(Buffer.from(await answer.arrayBuffer()))?.width
      }),
    )
    assert.deepEqual(widths, [1600, 960, 480])
    const fan = await visit(origin, { ...phone, deviceScaleFactor: 1 })
    const small = fan.page.waitForResponse((response) => /-480\.webp$/.test(response.url()))
    await fan.page.goto(`${origin}/shop/`)
    assert.equal((await small).status(), 200)
    assert.deepEqual([...complaints, ...fan.complaints], [])
    await context.close()
    await fan.context.close()
  },
)

test('who may only read sees the logo and no way to change it', browserTest, async () => {
  const { page, context } = await staffVisit('reader')
  await page.goto(`${origin}/console/settings`)
  await page.getByRole('group', { name: 'Logo' }).waitFor()
  await thereAre(0, page.getByRole('button', { name: /^Choose/ }))
  await context.close()
})
