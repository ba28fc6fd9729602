import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditBooks } from '../../server/operator/audit/audit.ts'
import { membershipsOf } from '../builders/membership-sale.ts'
import { addOffer } from '../builders/prices.ts'
import { axe, browserTest, desktop, phone, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { storyOf } from './shop-story.ts'

const server = await openShopServer()
const { origin, club } = server
const { addType, addOption } = membershipsOf(server, club)
await addOption({ title: 'In three' })
const adult = await addType({ title: 'Adult' })
await addType({ title: 'Junior', price: 40, age_until: 17 })
await addType({ title: 'Founder', max_members: 0 })
const { eventId } = await addOffer(server, club, {
  capacity: 20,
  price: { title: 'Members', membership_type_id: adult },
})

for (const [device, options] of Object.entries({ phone, desktop })) {
  test(
    `a fan joins by a plan, brings a child, and buys at the members’ price, on a ${device}`,
    browserTest,
    async () => {
      const { page, context } = await visit(origin, options)
      const story = storyOf(page, origin)
      await page.goto(`${origin}/shop/`)
      await page.getByRole('link', { name: 'Memberships' }).click()
      await page.getByRole('heading', { level: 1, name: 'Memberships' }).waitFor()
      await page.getByText('Sold out').waitFor()
      assert.deepEqual(await axe(page), [])

      await page.getByRole('button', { name: 'Join Adult' }).click()
      await page.getByRole('button', { name: 'Add to basket' }).click()
      await page.getByText('Please fill this in').first().waitFor()
      await page.getByLabel('First name').fill('Grace')
      await page.getByLabel('Last name').fill('Okafor')
      await page.getByLabel(/^In three: \$33\.34 today, then \$66\.66 in 2 payments until /).check()
      assert.deepEqual(await axe(page), [])
      await page.getByRole('button', { name: 'Add to basket' }).click()
      await page.getByRole('button', { name: 'Pay $33.34' }).waitFor()

      await page.getByRole('link', { name: 'Add another membership' }).click()
      await page.getByRole('button', { name: 'Join Junior' }).click()
      await page.getByLabel('First name').fill('Kofi')
      await page.getByLabel('Last name').fill('Okafor')
      await page.getByLabel('Date of birth').fill('1980-05-01')
      await page.getByRole('button', { name: 'Add to basket' }).click()
      await page.getByText('This membership is for another age.').waitFor()
      await page.getByLabel('Date of birth').fill(`${new Date().getUTCFullYear() - 8}-05-01`)
      await page.getByRole('button', { name: 'Add to basket' }).click()
      await page.getByRole('button', { name: 'Pay $73.34' }).waitFor()

      await story.openEvent(eventId)
      await story.choose('Members, Stand', 1)
      await story.hold()
      await page.getByText('Due today').waitFor()
      assert.deepEqual(await axe(page), [])
      await story.fillIn('pm_test_ok')
      await story.pay()
      await page.getByRole('heading', { name: 'Welcome to the club' }).waitFor()
      for (const name of ['Grace Okafor', 'Kofi Okafor']) await page.getByText(name).first().waitFor()
      assert.deepEqual(await axe(page), [])
      await context.close()
      assert.deepEqual(await auditBooks(club.orgId, server.sql), [])
    },
  )
}
