import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCustomer } from '../../../tests/builders/customers.ts'
import { addStaff } from '../../../tests/builders/staff.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()

const send = (object: string, body: object, options: object = { key: club.key }) =>
  house.call('POST', '/v1/manage/imports', { body: { object, ...body }, ...options })
const customer = async (reference: string) =>
  (await house.call('GET', `/v1/customers/${reference}`, { key: club.key })).body
const audit = async (object: string) =>
  (await house.call('GET', `/v1/manage/audit_log?object_type=${object}`, { key: club.key })).body.data
const counts = ({ imported, created, changed, unchanged, rejected }: Record<string, unknown>) => [
  imported,
  created,
  changed,
  unchanged,
  rejected,
]

const columns = [
  { from: 'No', to: 'org_customer_id' },
  { from: 'Surname', to: 'last_name' },
]

test('a dry run says how many would be made, changed, left alone and refused, with line and reason, and changes nothing', async () => {
  await addCustomer(house, club, { org_customer_id: 'D1', last_name: 'Before' })
  await addCustomer(house, club, { org_customer_id: 'D2', last_name: 'Same' })
  const file = 'No;Surname;Shoe size\nD1;After;41\nD2;Same;40\nD3;New;42\nno good;X;43\nD4;X\n'
  const asked = { file, columns, update: true, skip_bad_rows: true }
  const tried = await send('customers', { ...asked, dry_run: true })
  assert.equal(tried.status, 200, tried.text)
  assert.deepEqual(counts(tried.body), [false, 1, 1, 1, 2])
  assert.deepEqual(
    tried.body.rejections.map(({ line }: { line: number }) => line),
    [5, 6],
  )
  assert.match(tried.body.rejections[0].reason, /org_customer_id/)
  assert.equal(tried.body.rejections[1].reason, 'has 2 cells where the header has 3')
  assert.deepEqual(
    [(await customer('D1')).last_name, (await customer('D3')).error?.code],
    ['Before', 'resource_missing'],
  )
  assert.deepEqual(await audit('customers'), [])

  const { body } = await send('customers', asked)
  assert.deepEqual({ ...body, imported: false }, tried.body, 'the import does exactly that')
  assert.deepEqual([(await customer('D1')).last_name, (await customer('D3')).last_name], ['After', 'New'])
  const again = await send('customers', { ...asked, file: file.split('\n').slice(0, 4).join('\n') })
  assert.deepEqual(counts(again.body), [true, 0, 0, 3, 0], 'the same again changes nothing')
  assert.equal((await audit('customers')).length, 1, 'and the log does not say that it did')
})

test('one bad row leaves everything as it was, unless bad rows are to be skipped', async () => {
  const file = 'No,Surname\nS1,Good\nno good,Bad\n'
  const all = await send('customers', { file, columns })
  assert.deepEqual(counts(all.body), [false, 1, 0, 0, 1])
  assert.equal((await customer('S1')).error?.code, 'resource_missing')
  const some = await send('customers', { file, columns, skip_bad_rows: true })
  assert.deepEqual([...counts(some.body), (await customer('S1')).last_name], [true, 1, 0, 0, 1, 'Good'])
})

test('without update, people who are there stay as they are', async () => {
  await addCustomer(house, club, { org_customer_id: 'U1', last_name: 'Before' })
  const { body } = await send('customers', { file: 'No,Surname\nU1,After\nU2,New\n', columns })
  assert.deepEqual([...counts(body), (await customer('U1')).last_name], [true, 1, 0, 1, 0, 'Before'])
})

test('dates are read in the order that the column says, and words as people write them', async () => {
  const { customerId } = await addCustomer(house, club)
  const make = (path: string, body: object) => house.call('POST', `/v1/manage${path}`, { key: club.key, body })
  const { membership_category_id } = (await make('/membership_categories', { title: 'Season' })).body
  const type = (await make('/membership_types', { membership_category_id, title: 'Adult', price: 1 })).body
  const mapping = [
    { from: 'Customer', to: 'org_customer_id' },
    { from: 'First', to: 'first_name' },
    { from: 'Last', to: 'last_name' },
    { from: 'Nr', to: 'member_number' },
    { from: 'Type', to: 'membership_type_id' },
    { from: 'State', to: 'membership_member_status_id' },
    { from: 'Born', to: 'date_of_birth', dates: 'dmy' },
    { from: 'Until', to: 'expires', dates: 'mdy' },
    { from: 'Auto', to: 'auto_renew' },
  ]
  const line = (...cells: string[]) => [customerId, 'Ada', 'Okafor', ...cells].join(';')
  const file = [
    'Customer;First;Last;Nr;Type;State;Born;Until;Auto',
    line('W-1', ' ADULT ', 'Paid', '3.4.1990', '06/30/2031', 'Yes'),
    line('W-2', 'Child', 'paid', '', '', ''),
    line('W-3', 'Adult', 'paid', '31.2.1990', '', ''),
    line('W-4', 'Adult', 'paid', '1.2.90', '', ''),
    line('W-5', 'Adult', 'paid', '', '30/06/2031', ''),
    line('W-6', 'Adult', 'paid', '', '', 'perhaps'),
  ].join('\r\n')
  const { body } = await send('members', { file, columns: mapping, skip_bad_rows: true })
  assert.deepEqual(body.rejections, [
    { line: 3, reason: 'membership_type_id names no type that members can have.' },
    { line: 4, reason: 'date_of_birth is no date written day, month, year, the year in four digits.' },
    { line: 5, reason: 'date_of_birth is no date written day, month, year, the year in four digits.' },
    { line: 6, reason: 'expires is no date written month, day, year, the year in four digits.' },
    { line: 7, reason: body.rejections[4]?.reason },
  ])
  assert.match(body.rejections[4]?.reason, /auto_renew/)
  const [member] = (await house.call('GET', '/v1/members?search=W-1', { key: club.key })).body.data
  assert.equal(member.membership_type_id, type.membership_type_id)
  assert.deepEqual([member.membership_member_status_id, member.date_of_birth, member.auto_renew], [1, '1990-04-03', 1])
  const { timezone } = (await house.call('GET', '/v1/organisation', { key: club.key })).body
  const ends = new Date(member.expires * 1000).toLocaleString('sv-SE', { timeZone: timezone })
  assert.equal(ends, '2031-07-01 00:00:00')
})

test('a list gives consent only for people who have never said anything; it may take back that of all', async () => {
  const file = 'org_customer_id,marketing_emails\nC1,TRUE\nC2,yes\nC3,\n'
  await addCustomer(house, club, { org_customer_id: 'C1' })
  await addCustomer(house, club, { org_customer_id: 'C2' })
  const change = (body: object) => house.call('PATCH', '/v1/manage/customers/C2', { key: club.key, body })
  await change({ marketing_emails: true })
  await change({ marketing_emails: false })
  const { body } = await send('customers', { file, update: true })
  assert.deepEqual(counts(body), [true, 1, 1, 1, 0])
  const consents = await Promise.all(['C1', 'C2', 'C3'].map(customer))
  assert.deepEqual(
    consents.map(({ marketing_emails, marketing_emails_source }) => [marketing_emails, marketing_emails_source]),
    [
      [true, 'import'],
      [false, 'staff'],
      [false, null],
    ],
  )
  await send('customers', { file: 'org_customer_id,marketing_emails\nC1,no\n', update: true })
  assert.equal((await customer('C1')).marketing_emails, false)
})

test('a list without customer numbers means people by their addresses, and again it means the same people', async () => {
  await addCustomer(house, club, { org_customer_id: 'A1', email_address: 'Ada@x.org', last_name: 'Before' })
  const customers = 'email_address,last_name\nada@x.org,After\nnew@x.org,New\n,Nobody\nNEW@x.org,Again\n'
  const asked = { file: customers, update: true, skip_bad_rows: true }
  const { body } = await send('customers', asked)
  assert.deepEqual(counts(body), [true, 1, 1, 0, 2])
  assert.deepEqual(body.rejections, [
    { line: 4, reason: 'org_customer_id or email_address is missing.' },
    { line: 5, reason: 'email_address stands on line 3 already.' },
  ])
  assert.equal((await customer('A1')).last_name, 'After')
  assert.deepEqual(counts((await send('customers', asked)).body), [true, 0, 0, 2, 2])

  const family = 'first_name,last_name,email_address\nAda,Okafor,ada@x.org\nKit,Roe,roe@x.org\nLou,Roe,ROE@x.org\n'
  const twice = `${family}kit,roe,roe@x.org\n`
  const first = await send('members', { file: twice, skip_bad_rows: true })
  assert.deepEqual(counts(first.body), [true, 3, 0, 0, 1])
  assert.match(first.body.rejections[0].reason, /stands on line 3 already/)
  const found = (await house.call('GET', '/v1/customers?search=roe@x.org', { key: club.key })).body.data
  assert.deepEqual([found.length, found[0].first_name, found[0].marketing_emails], [1, 'Kit', false])
  for (const update of [false, true])
    assert.deepEqual(counts((await send('members', { file: family, update })).body), [true, 0, 0, 3, 0])
  const moved = family.replace('Lou,Roe,ROE@x.org', 'Lou,Roe,ROE@x.org,2000').replace('address\n', 'address,postcode\n')
  const padded = moved.replace('ada@x.org\n', 'ada@x.org,\n').replace(',roe@x.org\n', ',roe@x.org,\n')
  assert.deepEqual(counts((await send('members', { file: padded, update: true })).body), [true, 0, 1, 2, 0])
})

test('a member who is refused leaves no customer behind', async () => {
  const file =
    'first_name,last_name,email_address,date_of_birth\nEve,Late,late@x.org,2999-01-01\nMia,Early,early@x.org,\n'
  assert.deepEqual(counts((await send('members', { file, skip_bad_rows: true })).body), [true, 1, 0, 0, 1])
  const found = (await house.call('GET', '/v1/customers?search=@x.org', { key: club.key })).body.data
  const addresses = found.map(({ email_address }: { email_address: string }) => email_address)
  assert.deepEqual([addresses.includes('late@x.org'), addresses.includes('early@x.org')], [false, true])
})

test('the log names the person, and a repeated request is answered as the first was', async () => {
  const { customerId } = await addCustomer(house, club)
  const { headers, staffId } = await addStaff(house, club, { role: 'membership' })
  const file = `org_customer_id,first_name,last_name\n${customerId},Kai,Line\n`
  const once = { headers: { ...headers, 'idempotency-key': 'members-1' } }
  const [first, again] = [await send('members', { file }, once), await send('members', { file }, once)]
  assert.deepEqual(counts(first.body), [true, 1, 0, 0, 0])
  assert.equal(again.text, first.text)
  const members = await house.call('GET', '/v1/members?search=Kai%20Line', { key: club.key })
  assert.equal(members.body.data.length, 1)
  const [entry] = await audit('members')
  assert.deepEqual([entry.actor_kind, entry.actor_id], ['staff', String(staffId)])
})

test('a file that cannot be read, or is too long, is refused with where and why', async () => {
  const refusals: [object, RegExp][] = [
    [{ file: 'Nothing\n1\n' }, /Nothing is not a column/],
    [{ file: 'No\n1\n', columns }, /no heading Surname/],
    [{ file: 'No,Surname,No\n1,2,3\n', columns }, /the heading No appears twice/],
    [{ file: 'No\n1\n', columns: [{ from: 'No', to: 'constructor' }] }, /constructor is not a column/],
    [{ file: 'No,Surname\n1,"2\n', columns }, /line \d/],
    [{ file: `org_customer_id\n${'x\n'.repeat(20_001)}` }, /more than 20000 rows/],
  ]
  for (const [body, reason] of refusals) {
    const { status, body: answer } = await send('customers', body)
    assert.deepEqual([status, answer.error.param], [400, 'file'])
    assert.match(answer.error.message, reason)
  }
})

test('whatever stands in a cell is text: formulas, markup and SQL come back as they were, and harmless in a file', async () => {
  const names = ['=HYPERLINK(1)', '<script>x</script>', "'; drop table staged; --", '\\.', '\\N']
  const file = `org_customer_id,last_name\n${names.map((name, n) => `H${n},"${name}"`).join('\n')}\n`
  assert.deepEqual(counts((await send('customers', { file })).body), [true, 5, 0, 0, 0])
  const stored = await Promise.all(names.map((_, n) => customer(`H${n}`)))
  assert.deepEqual(
    stored.map(({ last_name }) => last_name),
    names,
  )
  const exported = await house.call('GET', '/v1/manage/exports/customers.csv', { key: club.key })
  assert.match(exported.text, /H0,,'=HYPERLINK\(1\)/)
})

test('another organisation’s customer is not found, and only owners, managers and the membership desk import', async () => {
  const other = await house.organisation()
  const { customerId } = await addCustomer(house, other, { org_customer_id: 'elsewhere' })
  const file = `org_customer_id,first_name,last_name\n${customerId},Ada,Okafor\n`
  assert.deepEqual((await send('members', { file })).body.rejections, [
    { line: 2, reason: 'org_customer_id names no customer.' },
  ])
  for (const role of ['owner', 'manager', 'membership', 'box_office', 'gates', 'finance', 'reader'] as const) {
    const { headers } = await addStaff(house, club, { role })
    const { status } = await send('members', { file, dry_run: true }, { headers })
    assert.equal(status, ['owner', 'manager', 'membership'].includes(role) ? 200 : 403, role)
  }
})

test('a key for members alone does not change customers by a list of them', async () => {
  await addCustomer(house, club, { org_customer_id: 'K1', last_name: 'Before' })
  const asked = { file: 'org_customer_id,last_name\nK1,After\n', update: true }
  const memberKey = await house.key(club.orgId, { scopes: ['members:manage'] })
  assert.equal((await send('customers', asked, { key: memberKey })).body.error.code, 'scope_missing')
  assert.equal((await customer('K1')).last_name, 'Before')
  const bothKey = await house.key(club.orgId, { scopes: ['members:manage', 'customers:manage'] })
  assert.equal((await send('customers', asked, { key: bothKey })).body.changed, 1)
})
