import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { hashPassword } from '../../server/people/staff/passwords.ts'
import { addCustomer } from '../builders/customers.ts'
import { addInstalments } from '../builders/instalments.ts'
import { addMember } from '../builders/members.ts'
import { addOrder } from '../builders/orders.ts'
import { addOffer } from '../builders/prices.ts'
import { seasonOfMap } from '../builders/seasons.ts'
import { addSeatMap } from '../builders/seat-maps.ts'
import { addStaff } from '../builders/staff.ts'
import { axe, browserTest, desktop, phone, thereAre, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

const PASSWORD = 'nine green elephants'
const server = await openShopServer()
const { origin, club } = server
const passwordHash = await hashPassword(PASSWORD)

/** Each goes through several pages, and has all of them looked at in light and dark. */
const story = { ...browserTest, timeout: 180_000 }

/** A signed-in person of the membership desk, in their browser. */
async function staffVisit(role: Parameters<typeof addStaff>[2] = {}, options: Parameters<typeof visit>[1] = desktop) {
  const staff = await addStaff(server, club, { passwordHash, role: 'membership', ...role })
  const visited = await visit(origin, options)
  await visited.context.addCookies([{ name: 'gs', value: staff.token, url: origin }])
  const { page } = visited
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
  const findings: string[] = []
  const look = async () => findings.push(...(await axe(page)))
  return { ...visited, ...staff, heading, look, findings }
}

test(
  'the desk finds a person, sees all that is theirs, takes a file after a proof, corrects, merges and erases them',
  story,
  async () => {
    const address = { email_address: 'zoe@example.org' }
    const zoe = await addCustomer(server, club, { first_name: 'Zoë', last_name: 'Keeper', ...address })
    await addMember(server, club, {
      user_id: zoe.userId,
      first_name: 'Zoë',
      last_name: 'Keeper',
      member_number: 'M-17',
    })
    const order = { user_id: zoe.userId, ...address }
    const { orderId } = await addOrder(server, club, await addOffer(server, club), { order })
    await server.call('POST', `/v1/manage/orders/${orderId}/resend`, { key: club.key })
    const { page, context, complaints, heading, look, findings, accountId } = await staffVisit()
    await server.sql`update staff_sessions set proved_at = now() - interval '1 hour' where account_id = ${accountId}`
    await page.goto(`${origin}/console/customers`)
    await heading('Customers')
    await page.getByLabel('Search customers').fill('keep')
    await page.waitForURL(/search=keep/)
    await page.getByRole('link', { name: 'Zoë Keeper' }).waitFor()
    await look()
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export these as CSV' }).click()
    const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await proof.getByLabel('Your password').fill(PASSWORD)
    await proof.getByRole('button', { name: 'Continue' }).click()
    assert.equal((await file).suggestedFilename(), 'customers.csv')
    await page.getByRole('link', { name: 'Zoë Keeper' }).click()
    await heading('Zoë Keeper')
    await page.getByRole('table', { name: 'Memberships' }).getByText('M-17').waitFor()
    await page.getByRole('table', { name: 'Tickets' }).getByText('active').waitFor()
    await page
      .getByRole('table', { name: /^Mails/ })
      .getByText('Tickets sent again')
      .waitFor()
    const orders = page.getByRole('table', { name: 'Orders' })
    await orders.getByRole('link', { name: `#${orderId}` }).waitFor()
    await page.getByLabel('Receives news by mail').check() // It is not lost with the address.
    await page.getByRole('button', { name: 'Change address' }).click()
    await page.getByLabel('Postcode').fill('2000')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('2000', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^Given .*, by staff$/).waitFor()
    await look()
    // A proof holds for ten minutes: neither merging nor the erasure after the file asks again.
    const twin = await addCustomer(server, club, {
      first_name: 'Zoe',
      last_name: 'Keeper',
      mobile_number: '0412 000 111',
    })
    await addMember(server, club, { user_id: twin.userId, member_number: 'M-18' })
    await page.getByRole('button', { name: 'Merge …' }).click()
    await page.getByLabel(/0412 000 111/).check()
    await look()
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await page.getByRole('table', { name: 'Memberships' }).getByText('M-18').waitFor()
    assert.equal(await page.getByLabel('Mobile').inputValue(), '0412 000 111')
    await page.getByRole('button', { name: 'Erase …' }).click()
    await page.getByRole('button', { name: 'Erase permanently' }).click()
    await heading('Erased customer')
    await page.getByRole('button', { name: /^Erase ….*[Aa]lready erased/ }).waitFor()
    await look()
    assert.deepEqual([findings, complaints], [[], []])
    await context.close()
  },
)

test(
  'a member is found by the keyboard, renewed, seated, has an instalment paid, and is cancelled',
  story,
  async () => {
    const { memberId, orderId } = await addInstalments(server, club, 2)
    const { typeId } = await seasonOfMap(server, club, (await addSeatMap(server, club, { seats: 3 })).seatMapId)
    await server.sql`
    update members
    set membership_type_id = ${typeId}, membership_order_id = ${orderId}, first_name = 'Ivo', last_name = 'Winger'
    where org_id = ${club.orgId} and membership_member_id = ${memberId}`
    const { page, context, complaints, heading, look, findings } = await staffVisit()
    await page.goto(`${origin}/console/members?fulfilled=no`)
    await heading('Members')
    await page.getByRole('link', { name: 'Ivo Winger' }).waitFor()
    await look()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('winger')
    await page.getByRole('option', { name: /^Member Ivo Winger/ }).click()
    await heading('Ivo Winger')
    await page.getByLabel('Until the end of').fill('2031-06-30')
    await page.getByRole('button', { name: 'Renew without a sale' }).click()
    await page.getByText(/^30 June? 2031$/).waitFor()
    await page.getByRole('button', { name: 'Assign seat' }).click()
    await page.getByLabel('Free seat').selectOption({ index: 1 })
    await look()
    await page.getByRole('button', { name: 'Assign', exact: true }).click()
    await page.getByText(/Row A, Seat 2/).waitFor()
    await page.getByRole('button', { name: 'Paid instalment 1' }).click()
    await page.getByRole('cell', { name: 'paid', exact: true }).waitFor()
    await page.getByText('by instalments', { exact: true }).waitFor()
    await look()
    await page.getByRole('button', { name: 'Change …' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change member' })
    await dialog.getByLabel('Last name').fill('Striker')
    await dialog.getByLabel('Town or suburb').fill('Harbour')
    await look()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await heading('Ivo Striker')
    await page.getByRole('button', { name: 'Cancel …' }).click()
    await page.getByRole('button', { name: 'Cancel membership' }).click()
    await page.getByText('cancelled', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Reinstate', exact: true }).click()
    await page.getByText('unpaid', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Pays by instalments' }).click()
    await page.getByText('by instalments', { exact: true }).waitFor()
    // An instalment is still open, and only its own payment makes the member paid.
    await thereAre(0, page.getByRole('button', { name: 'Mark as paid' }))
    await page.getByRole('button', { name: 'Paid instalment 2' }).click()
    await page.getByRole('button', { name: 'Mark as unpaid …' }).click()
    await page.getByRole('button', { name: 'Mark as unpaid', exact: true }).click()
    await page.getByText('unpaid', { exact: true }).waitFor()
    assert.deepEqual([findings, complaints], [[], []])
    await context.close()
  },
)

test('cards to send are labels to print, and leave the list once they are noted as sent', story, async () => {
  const street = { address: '12 Quay Street', suburb: 'Harbour', state: 'NSW', postcode: '2000' }
  const paid = { membership_member_status_id: 1 }
  await addMember(server, club, { first_name: 'Lena', last_name: 'Post', ...street, ...paid })
  await addMember(server, club, { first_name: 'Noor', last_name: 'Nowhere', ...paid })
  const { page, context, complaints, heading, look, findings } = await staffVisit({}, phone)
  await page.goto(`${origin}/console/members/labels`)
  await heading('Cards to send')
  await page.getByText('Harbour NSW 2000').waitFor()
  await look()
  await page.emulateMedia({ media: 'print' })
  assert.equal(await page.getByText('Noor Nowhere').isVisible(), false, 'no label without an address')
  assert.equal(await page.getByRole('button', { name: 'Print labels' }).isVisible(), false)
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Mark as sent …' }).click()
  await page.getByRole('button', { name: 'Mark as sent', exact: true }).click()
  await page.getByText('Lena Post').waitFor({ state: 'detached' })
  await page.getByText('Noor Nowhere').waitFor()
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false)
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

test(
  'a list of members is mapped, asked about its dates, tried, imported, and changes nothing when it comes again',
  story,
  async () => {
    const { page, context, complaints, heading, look, findings } = await staffVisit()
    await page.goto(`${origin}/console/members`)
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await heading('Import members')
    const file = {
      name: 'members.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        'Vorname;Surname;E-Mail;Nr;Born;Shoe size\nJörg;Importer;joerg@example.org;I-1;3/4/1990;41\nNo;Address;nonsense;I-2;;42\n',
        'latin1',
      ),
    }
    await page.getByLabel('File').setInputFiles(file)
    assert.equal(await page.getByLabel('Surname').inputValue(), 'last_name')
    await page.getByLabel('Nr').selectOption('Member number')
    await page.getByRole('button', { name: /^Preview.*Choose the date format in Born/ }).waitFor()
    await page.getByLabel('Date format in Born').selectOption('Day first')
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByRole('row', { name: '3 E-mail must be an e-mail address.' }).waitFor()
    await page.getByText('Nothing is changed yet.').waitFor()
    await look()
    const refused = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export all 1 as CSV' }).click()
    assert.equal((await refused).suggestedFilename(), 'members-refused.csv')
    await page.getByRole('button', { name: 'Import 1, skip 1' }).click()
    await page.getByText('Import finished.').waitFor()
    await look()
    await page.reload()
    await page.getByLabel('File').setInputFiles(file)
    await page.getByLabel('Nr').selectOption('Member number')
    await page.getByLabel('Date format in Born').selectOption('Day first')
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByRole('button', { name: /^Import 0.*Nothing to import$/ }).waitFor()
    const { data } = (await server.call('GET', '/v1/members?search=I-1', { key: club.key })).body
    assert.deepEqual([data.length, data[0].first_name, data[0].date_of_birth], [1, 'Jörg', '1990-04-03'])
    assert.deepEqual([findings, complaints], [[], []])
    await context.close()
  },
)

const FURTHER_BYTES_MAX = 21_000

test('no page of people adds more than 21 kB of script', browserTest, async () => {
  const { userId } = await addCustomer(server, club)
  const memberId = await addMember(server, club, { user_id: userId })
  const { page, context } = await staffVisit()
  const sizes = new Map<string, number>()
  context.on('response', async (response) => {
    const [, name = ''] = /\/console\/assets\/([^/]+\.js)$/.exec(response.url()) ?? []
    if (name !== '') sizes.set(name, gzipSync(await response.body(), { level: 9 }).length)
  })
  const sum = () => [...sizes.values()].reduce((total, bytes) => total + bytes, 0)
  await page.goto(`${origin}/console/`, { waitUntil: 'networkidle' })
  for (const path of [
    'customers',
    `customers/${userId}`,
    'members',
    `members/${memberId}`,
    'members/labels',
    'members/import',
  ]) {
    const before = sum()
    await page.goto(`${origin}/console/${path}`, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.ok(sum() - before < FURTHER_BYTES_MAX, `${path}: ${sum() - before}`)
  }
  await context.close()
})

test('a guest list is whole, however long: on the paper and in the file', story, async () => {
  const offer = await addOffer(server, club, { event: { title: 'Final' } })
  const { ticketId } = await addOrder(server, club, offer, { order: { last_name: 'Tamihana' } })
  await server.sql`
    insert into tickets (
      org_id, event_id, order_id, order_line_id, price_category_id, price_id, ticket_status_id, barcode, ticket_name, price_minor
    )
    select ${club.orgId}, event_id, order_id, order_line_id, price_category_id, price_id, ticket_status_id, 'LONG-' || n,
      'Guest ' || lpad(n::text, 4, '0'), price_minor
    from tickets
    cross join generate_series(1, 2100) n
    where org_id = ${club.orgId}
      and ticket_id = ${ticketId}`
  const manager = await addStaff(server, club, { role: 'manager' })
  const { page, context, complaints } = await visit(origin, { ...desktop, acceptDownloads: true })
  await context.addCookies([{ name: 'gs', value: manager.token, url: origin }])
  await page.goto(`${origin}/console/gates/guests?event_id=${offer.eventId}`)
  await page.getByText('The print and the file have all 2,101').waitFor()
  await page.getByRole('row').nth(999).waitFor({ state: 'detached' })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV', exact: true }).click(),
  ])
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  assert.equal(lines.length, 1 + 2101)
  assert.match(lines.at(-1) ?? '', /Tamihana/)
  // A browser says so before it prints, however it was asked to.
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await page.getByText('Guest 2100', { exact: true }).waitFor()
  await thereAre(2101, page.locator('tbody tr'))
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.getByLabel('Search guests').fill('2099 guest')
  await page.locator('tbody tr').nth(1).waitFor({ state: 'detached' })
  await page.getByText('Guest 2099', { exact: true }).waitFor()
  await thereAre(1, page.locator('tbody tr'))
  // Who may only mind the gates is told why no buyers are there.
  const gates = await addStaff(server, club, { role: 'gates' })
  await context.addCookies([{ name: 'gs', value: gates.token, url: origin }])
  await page.goto(`${origin}/console/gates/guests?event_id=${offer.eventId}`)
  await page.getByText('Your role does not show buyers').waitFor()
  await thereAre(0, page.getByText('Tamihana'))
  assert.deepEqual(complaints, [])
  await context.close()
})
