import assert from 'node:assert/strict'
import { test } from 'node:test'
import { membershipsOf } from '../builders/membership-sale.ts'
import { addStaff } from '../builders/staff.ts'
import { axe, browserTest, desktop, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club } = server
const { addType, addOption } = membershipsOf(server, club)

async function buy(item: object): Promise<number> {
  const opened = await server.call('POST', '/v1/baskets', { key: club.key, body: { items: [item] } })
  assert.equal(opened.status, 201, opened.text)
  const customer = { email: 'ivo@example.org', first_name: 'Ivo', last_name: 'Winger' }
  const body = { payment_method: 'pm_test_ok', customer }
  const paid = await server.call('POST', `/v1/baskets/${opened.body.id}/checkout`, { key: club.key, body })
  assert.equal(paid.body.status, 'confirmed', paid.text)
  return paid.body.memberships[0].membership_member_id
}

test(
  'a member has this term and the next, and who leaves is told what goes back before it is done',
  browserTest,
  async () => {
    const later = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
    const rule = { title: 'Adult', price: 90, cancellation: 'full_until', cancellation_until: later }
    const adult = await addType(rule)
    const veteran = await addType({ title: 'Veteran', price: 60 })
    const member = { first_name: 'Ivo', last_name: 'Winger' }
    const memberId = await buy({ membership_type_id: adult, member, membership_payment_option_id: await addOption() })
    await buy({ membership_type_id: veteran, membership_member_id: memberId })
    const { token } = await addStaff(server, club, { role: 'owner' })
    const { page, context, complaints } = await visit(origin, desktop)
    await context.addCookies([{ name: 'gs', value: token, url: origin }])
    await page.goto(`${origin}/console/members/${memberId}`)
    await page.getByRole('heading', { level: 1, name: 'Ivo Winger' }).waitFor()
    const terms = page.getByRole('table', { name: 'Terms' })
    await terms.getByRole('link', { name: 'Adult' }).waitFor()
    await terms.getByText('upcoming').waitFor()
    assert.deepEqual(await axe(page), [])
    await page.getByRole('button', { name: 'Cancel …' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this membership?' })
    await dialog.getByText(/60\.00 not paid yet is cancelled\..*30\.00 is refunded the way it was paid\./).waitFor()
    assert.deepEqual(await axe(page), [])
    await dialog.getByRole('button', { name: 'Cancel membership' }).click()
    await terms.getByText('past').waitFor()
    await page.getByText('Veteran').first().waitFor()
    const { body } = await server.call('GET', `/v1/manage/members/${memberId}`, { key: club.key })
    assert.deepEqual([body.membership_type_id, body.membership_member_status_id], [veteran, 1])
    await terms.getByRole('link', { name: 'Adult' }).click()
    const bought = page.getByRole('table', { name: 'Memberships of the order' })
    await bought.getByRole('row', { name: /^Ivo Winger Adult \$90\.00$/ }).waitFor()
    assert.deepEqual(await axe(page), [])
    assert.deepEqual(complaints, [])
    await context.close()
  },
)
