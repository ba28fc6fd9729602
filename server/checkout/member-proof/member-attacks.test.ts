import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMemberSale, otherThan } from '../../../tests/builders/member-sales.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { statementsOf } from '../../../tests/rules/statements.ts'

/** What a visitor can do who has read the publishable key in a shop's page, and knows or guesses addresses of members. */

const house = await openHouse()
const club = await house.organisation({ name: 'Harbour City FC' })
const { pk, page, member, lastMail, lastCode } = await openMemberSale(house, club)

test('a stranger who types a member’s address buys nothing for members', async () => {
  const { email } = await member()
  const answer = await page.buyAs(await page.fillMembers(), email)
  assert.deepEqual([answer.status, answer.body.error.code], [403, 'member_proof_required'])
})

test('the checkout answers alike to the address of a member, of a customer and an unknown one', async () => {
  const emails = [(await member()).email, (await member({ memberships: 0 })).email, 'nobody@example.org']
  const answers = []
  for (const email of emails) {
    const { status, body } = await page.buyAs(await page.fillMembers(), email)
    answers.push({ status, error: { ...body.error, request_id: '' } })
  }
  assert.deepEqual(answers[1], answers[0])
  assert.deepEqual(answers[2], answers[0])
})

test('asking for a code answers alike, byte by byte, and mails members only', async () => {
  const { email } = await member()
  const known = await page.askCode(await page.fillMembers(), email.toUpperCase())
  assert.deepEqual([known.status, known.body.status], [200, 'code_sent'])
  const mail = await lastMail()
  assert.deepEqual([mail?.to, mail?.from_name, mail?.sendable], [email, 'Harbour City FC', true])
  for (const address of ['nobody@example.org', (await member({ memberships: 0 })).email]) {
    const basket = await page.fillMembers()
    const unknown = await page.askCode(basket, address)
    assert.equal(unknown.text, known.text)
    assert.equal((await lastMail())?.sendable, false)
    assert.equal((await page.prove(basket, { code: await lastCode() })).status, 400, 'not even the right code')
  }
})

test('asking for a code does the same work for any address: the same statements with values of the same length', async () => {
  const { email } = await member()
  const work = async (address: string) => {
    const basket = await page.fillMembers()
    const statements = await statementsOf(house, () => page.askCode(basket, address))
    return statements.map(({ text, parameters }) => ({
      text: text.replaceAll(/\s+/g, ' '),
      sizes: parameters.map((value) => (value instanceof Uint8Array ? value.length : String(value).length)),
    }))
  }
  const known = await work(email)
  assert.ok(known.some(({ text }) => text.includes('insert into mails')))
  assert.deepEqual(await work(email.replace('member', 'number')), known)
})

test('a code cannot be guessed: five wrong ones use it up, however many come at once, and the right one is then wrong', async () => {
  const { email } = await member()
  const basket = await page.fillMembers()
  await page.askCode(basket, email)
  const code = await lastCode()
  const guesses = await Promise.all(Array.from({ length: 8 }, () => page.prove(basket, { code: otherThan(code) })))
  assert.ok(guesses.every(({ status, body }) => status === 400 && body.error.param === 'code'))
  const right = await page.prove(basket, { code })
  assert.deepEqual([right.status, right.body.error.message], [400, guesses[0]?.body.error.message])
  assert.equal((await page.buyAs(basket, email)).body.error.code, 'member_proof_required')
})

test('a code is for the basket that asked for it, for ten minutes, and once', async () => {
  const { email } = await member()
  const [asked, other] = [await page.fillMembers(), await page.fillMembers()]
  await page.askCode(asked, email)
  const code = await lastCode()
  assert.equal((await page.prove(other, { code })).status, 400)
  assert.equal((await page.prove(asked, { code })).status, 200)
  assert.equal((await page.prove(asked, { code })).status, 400, 'it is used up')
  await page.askCode(asked, email)
  house.clock.advance(10 * 60_000)
  assert.equal((await page.prove(asked, { code: await lastCode() })).status, 400)
})

/** Asks in a new basket for so many codes, from a network address. */
async function askFrom(remoteAddress: string, email: string, codes: number) {
  const path = `/v1/baskets/${await page.fillMembers()}/member_code`
  const ask = () => house.call('POST', path, { key: pk, remoteAddress, body: { email } })
  const answers = []
  for (let n = 0; n < codes; n += 1) answers.push(await ask())
  return answers
}
const statusesOf = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))]

test('a stranger who uses up the codes of a mailbox does not keep out the member, who asks from elsewhere', async () => {
  for (const email of [(await member()).email, 'stranger@example.org']) {
    assert.deepEqual(statusesOf(await askFrom('203.0.113.1', email, 5)), [200])
    const [refused] = await askFrom('203.0.113.1', email.toUpperCase(), 1)
    assert.deepEqual([refused?.status, refused?.body.error.code], [429, 'rate_limit_member_code'])
    assert.equal(refused?.headers['retry-after'], '3600')
    assert.deepEqual(statusesOf(await askFrom('198.51.100.7', email, 1)), [200])
  }
})

test('a mailbox gets twenty codes an hour from everybody together, known or not; then 429 with Retry-After', async () => {
  for (const email of [(await member()).email, 'flooded@example.org']) {
    for (let n = 1; n <= 4; n += 1) assert.deepEqual(statusesOf(await askFrom(`203.0.113.${n}`, email, 5)), [200])
    const [refused] = await askFrom('203.0.113.5', email.toUpperCase(), 1)
    assert.deepEqual([refused?.status, refused?.body.error.code], [429, 'rate_limit_member_code'])
    assert.equal(refused?.headers['retry-after'], '3600')
  }
})

test('a basket asks for five codes an hour, whichever addresses it tries', async () => {
  const basket = await page.fillMembers()
  const answers = []
  for (let n = 0; n < 6; n += 1) answers.push((await page.askCode(basket, `guess-${n}@example.org`)).status)
  assert.deepEqual(answers, [200, 200, 200, 200, 200, 429])
})

test('a publishable key cannot say who the member is, nor can a secret key that may not read members', async () => {
  const { memberId } = await member()
  const basket = await page.fillMembers()
  const blind = await house.key(club.orgId, { scopes: ['baskets:write'] })
  for (const key of [undefined, blind]) {
    const body = { membership_member_id: memberId }
    const answer = key
      ? await house.call('POST', `/v1/baskets/${basket}/member`, { key, body })
      : await page.prove(basket, body)
    assert.deepEqual([answer.status, answer.body.error.code], [403, 'scope_missing'])
  }
})

test('a link of one organisation opens nothing at another, nor does one that was tampered with', async () => {
  const { memberId } = await member()
  const path = `/v1/manage/members/${memberId}/sale_link`
  const { link_token } = (await house.call('POST', path, { key: club.key, body: {} })).body
  const other = await house.organisation()
  const theirs = await openMemberSale(house, other)
  assert.equal((await theirs.page.prove(await theirs.page.fillMembers(), { link_token })).status, 400)
  const middle = Math.floor(link_token.length / 2)
  const bent = link_token.slice(0, middle) + (link_token[middle] === 'A' ? 'B' : 'A') + link_token.slice(middle + 1)
  for (const token of [bent, 'x', link_token.slice(0, -8)]) {
    const answer = await page.prove(await page.fillMembers(), { link_token: token })
    assert.deepEqual([answer.status, answer.body.error.param], [400, 'link_token'])
  }
})

test('a price of which only further types are left is still for members, until staff say that it is for all', async () => {
  const { typeId, offer, page: shop } = await openMemberSale(house, club)
  await house.sql`
    insert into price_membership_types (org_id, price_id, membership_type_id)
    values (${club.orgId}, ${offer.priceId}, ${typeId})`
  await house.sql`
    update prices
    set membership_type_id = null
    where org_id = ${club.orgId}
      and price_id = ${offer.priceId}`
  const path = `/v1/manage/prices/${offer.priceId}`
  const { body: shown } = await house.call('GET', path, { key: club.key })
  assert.deepEqual([shown.membership_type_id, shown.membership_type_ids], [typeId, [typeId]])
  const answer = await shop.buyAs(await shop.fillMembers(), 'stranger@example.org')
  assert.deepEqual([answer.status, answer.body.error?.code], [403, 'member_proof_required'])
  await house.call('PATCH', path, { key: club.key, body: { membership_type_id: null } })
  assert.equal((await shop.buyAs(await shop.fillMembers(), 'stranger@example.org')).body.status, 'confirmed')
})
