import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { csvMapping, writeCamt, writeStatementCsv } from '../../../tests/builders/bank-statements.ts'
import { addStaff } from '../../../tests/builders/staff.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { createParsers } from '../../platform/parsing/parsers.ts'

const house = await openHouse()
const { sql } = house
const send = (body: object, headers: Record<string, string>) =>
  house.call('POST', '/v1/manage/bank_statements', { headers, body })
const countOf = async (orgId: number) => {
  const [row] = await sql<{ lines: number; statements: number }[]>`
    select
      (
        select count(*)::int
        from bank_lines
        where org_id = ${orgId}
      ) as lines,
      (
        select count(*)::int
        from bank_statements
        where org_id = ${orgId}
      ) as statements`
  return row
}

test('a hostile file is refused with its line, and leaves nothing behind', async () => {
  const club = await house.organisation()
  const { headers } = await addStaff(house, club, { role: 'finance' })
  const camt = writeCamt([{ amountMinor: 100, text: 'A' }])
  const bomb =
    '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>'
  const hostile = [
    camt.replace('<Document', `${bomb}<Document`),
    camt.replace('<Ustrd>A', '<Ustrd>&c;'),
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">${'<a>'.repeat(500_000)}`,
    'x'.repeat(6_000_001),
    `"${'a'.repeat(2_000_000)}`,
    'nothing of a bank',
    '\0\0\0\0',
  ]
  for (const file of hostile) {
    const { status, body, text } = await send({ file, mapping: csvMapping }, headers)
    assert.deepEqual([status, body.error?.errors?.[0]?.param ?? body.error?.param], [400, 'file'], text.slice(0, 300))
    assert.doesNotMatch(text, /root:|passwd:/)
  }
  assert.deepEqual(await countOf(club.orgId), { lines: 0, statements: 0 })
})

test('a statement whose reading takes too long is refused by its code, leaves nothing behind, and the next one is read', async () => {
  const parsers = createParsers()
  after(() => parsers.close())
  let timeoutMs = 0
  const hasty = await openHouse({
    parsers: { ...parsers, read: (parser, ...rest) => parsers.read({ ...parser, timeoutMs }, ...rest) },
  })
  const club = await hasty.organisation()
  const { headers } = await addStaff(hasty, club, { role: 'finance' })
  const body = { file: writeCamt([{ amountMinor: 100, text: 'A' }]) }
  const refused = await hasty.call('POST', '/v1/manage/bank_statements', { headers, body })
  const { code, limit } = refused.body.error
  assert.deepEqual([refused.status, code, limit], [422, 'file_too_complex', 'time'])
  timeoutMs = 60_000
  const read = await hasty.call('POST', '/v1/manage/bank_statements', { headers, body })
  assert.deepEqual([read.status, read.body.lines], [200, 1])
})

test('what a stranger wrote beside a transfer is kept as text, whatever it is', async () => {
  const club = await house.organisation()
  const { headers } = await addStaff(house, club, { role: 'finance' })
  const text = '=HYPERLINK("https://evil.test","x") <script>alert(1)</script> %00 \u202e'
  const file = writeStatementCsv([{ amountMinor: 100, text, name: "'); drop table bank_lines; --" }])
  const { status, body, text: said } = await send({ file, mapping: csvMapping }, headers)
  assert.equal(status, 200, said)
  const [line] = (
    await house.call('GET', `/v1/manage/bank_lines?bank_statement_id=${body.bank_statement_id}`, { headers })
  ).body.data
  assert.deepEqual([line.text, line.name, line.status], [text, "'); drop table bank_lines; --", 'unclear'])
})

test('two people who send the same file at once have its lines once, and another organisation has its own', async () => {
  const club = await house.organisation()
  const stranger = await house.organisation()
  const [one, other, outside] = await Promise.all([
    addStaff(house, club, { role: 'finance' }),
    addStaff(house, club, { role: 'manager' }),
    addStaff(house, stranger, { role: 'finance' }),
  ])
  const file = writeCamt(
    Array.from({ length: 200 }, (_, index) => ({ amountMinor: 100 + index, text: 'gift', bankReference: `N${index}` })),
  )
  const longer = file.replace('<Id>1</Id>', '<Id>2</Id>')
  const answers = await Promise.all([
    send({ file }, one.headers),
    send({ file }, other.headers),
    send({ file: longer }, other.headers),
    send({ file }, outside.headers),
  ])
  // The service reads one file of an organisation at a time: the one that is told to wait is sent again.
  for (const { status } of answers) assert.ok(status === 200 || status === 429 || status === 503, String(status))
  for (const body of [{ file }, { file: longer }]) {
    const again = await send(body, other.headers)
    assert.equal(again.status, 200, again.text)
  }
  assert.equal((await send({ file }, outside.headers)).status, 200)
  assert.deepEqual(await countOf(club.orgId), { lines: 200, statements: 2 })
  assert.deepEqual(await countOf(stranger.orgId), { lines: 200, statements: 1 })
  const { body } = await house.call('GET', '/v1/manage/bank_lines?limit=1', one)
  const id = body.data[0].bank_line_id
  assert.equal((await house.call('GET', `/v1/manage/bank_lines/${id}`, outside)).status, 404)
})
