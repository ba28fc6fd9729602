import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCustomer } from '../../../tests/builders/customers.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()

const send = (object: string, body: object) =>
  house.call('POST', '/v1/manage/imports', { body: { object, ...body }, key: club.key })

const people = (line: string, ...rows: string[]) =>
  [`org_customer_id,first_name,last_name,${line}`, ...rows.map((row, at) => `P-${at},Pat,Number ${at},${row}`)].join(
    '\n',
  )

test('yes and no are understood as people write them, in several languages', async () => {
  const yes = ['yes', 'Y', 'TRUE', '1', 'x', 'ja', 'J', 'Sí', 'si', 'oui']
  const no = ['no', 'N', 'false', '0', 'nein', 'Nein', 'non']
  const file = people(
    'member_number,auto_renew,membership_member_status_id',
    ...yes.map((word, at) => `Y-${at},${word},${word}`),
    ...no.map((word, at) => `N-${at},${word},${word}`),
  )
  for (let at = 0; at < yes.length + no.length; at += 1) await addCustomer(house, club, { org_customer_id: `P-${at}` })
  const { body } = await send('members', { file })
  assert.deepEqual([body.imported, body.created, body.rejections], [true, yes.length + no.length, []])
  const rows = async (search: string) =>
    (await house.call('GET', `/v1/members?search=${search}-&limit=100`, { key: club.key })).body.data.map(
      (member: Record<string, unknown>) => [member.auto_renew, member.membership_member_status_id],
    )
  assert.deepEqual(
    await rows('Y'),
    yes.map(() => [1, 1]),
  )
  assert.deepEqual(
    await rows('N'),
    no.map(() => [0, 0]),
  )
})

test('dates are read in the order that all of them together show, and refused where they could be read either way', async () => {
  const { customerId } = await addCustomer(house, club)
  const births = async (...dates: string[]) => {
    const rows = dates.map((date, at) => `${customerId},Kim,Born ${at},${date}`)
    const file = ['org_customer_id,first_name,last_name,date_of_birth', ...rows].join('\n')
    const { body } = await send('members', { file, dry_run: true })
    return body.rejections.map(({ reason }: { reason: string }) => reason)
  }
  assert.deepEqual(await births('31.12.2001', '1.2.2001', '2001-12-31'), [])
  assert.deepEqual(await births('31/12/2001', '1/2/2001'), [])
  assert.deepEqual(await births('12/31/2001', '1/2/2001', '2001-12-31'), [])
  const ambiguous = 'date_of_birth: 1/2/2001 can be read in two ways; say whether the day or the month comes first.'
  assert.deepEqual(await births('1/2/2001'), [ambiguous])
  assert.equal((await births('1/2/2001', '31/12/2001', '12/31/2001')).length, 3, 'they contradict each other')
})

test('membership types that a file names and nobody has made are listed, with how many rows name each', async () => {
  const { customerId } = await addCustomer(house, club)
  const rows = ['Platinum', 'Platinum', 'Junior'].map((type, at) => `${customerId},Pat,Missing ${at},${type}`)
  const file = ['org_customer_id,first_name,last_name,membership_type_id', ...rows].join('\n')
  const first = await send('members', { file, dry_run: true })
  assert.deepEqual(first.body.missing_types, [
    { title: 'Platinum', rows: 2 },
    { title: 'Junior', rows: 1 },
  ])
  const make = (path: string, body: object) => house.call('POST', `/v1/manage${path}`, { key: club.key, body })
  const { membership_category_id } = (await make('/membership_categories', { title: 'Made' })).body
  for (const title of ['Platinum', 'Junior'])
    await make('/membership_types', { membership_category_id, title, price: 1 })
  const { body } = await send('members', { file })
  assert.deepEqual([body.created, body.missing_types], [3, []])
})
