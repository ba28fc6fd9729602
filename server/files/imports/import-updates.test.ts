import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { openHouse } from '../../../tests/harness/house.ts'
import { customerFile } from './customer-file.ts'
import { importFile } from './import-file.ts'
import type { Importer, Rejection } from './importer.ts'
import { memberFile } from './member-file.ts'

const house = await openHouse()
const club = await house.organisation()

async function imported(
  importer: Importer,
  file: string | Buffer[],
  options: { update?: boolean; skipBadRows?: boolean } = {},
) {
  const rejections: Rejection[] = []
  const report = await importFile(importer, {
    orgId: club.orgId,
    sql: house.sql,
    clock: house.clock,
    file: Readable.from(typeof file === 'string' ? [Buffer.from(file)] : file),
    skipBadRows: false,
    onRejected: (rejection) => rejections.push(rejection),
    ...options,
  })
  return { report, rejections }
}

const customerNamed = async (reference: string) => {
  const [row] = await house.sql`
    select first_name, last_name, email_address, marketing_emails, marketing_emails_source
    from customers
    where org_id = ${club.orgId}
      and org_customer_id = ${reference}`
  return row
}

test('with update, people who exist are changed in what the file says, and others are added', async () => {
  await imported(
    customerFile,
    'org_customer_id,first_name,last_name,email_address\n1,Ada,Okafor,ada@x.org\n2,Bo,Li,bo@x.org\n',
  )
  const file = 'org_customer_id,first_name,last_name,marketing_emails\n1,Adaeze,,true\n3,Cy,Roe,\n'
  assert.equal((await imported(customerFile, file)).report.imported, 0)
  const { report } = await imported(customerFile, file, { update: true })
  assert.deepEqual(report, { rows: 2, imported: 2, rejected: 0, updated: 1, unchanged: 0 })
  assert.deepEqual(await customerNamed('1'), {
    first_name: 'Adaeze',
    last_name: 'Okafor',
    email_address: 'ada@x.org',
    marketing_emails: true,
    marketing_emails_source: 'import',
  })
  assert.equal((await customerNamed('3'))?.marketing_emails, false)
})

test('an update that would take another customer’s address, and a second line for one customer, are bad rows', async () => {
  const file = 'org_customer_id,email_address\n1,BO@x.org\n2,bo2@x.org\n2,bo3@x.org\n'
  const { report, rejections } = await imported(customerFile, file, { update: true })
  assert.deepEqual(rejections.map(({ line }) => line).sort(), [2, 4])
  assert.equal(report.imported, 0)
  assert.equal((await customerNamed('2'))?.email_address, 'bo@x.org')
})

test('a member is known by its number; its status, type, seat and barcode stay', async () => {
  const columns = 'org_customer_id,first_name,last_name,member_number,suburb,membership_member_status_id,barcode'
  await imported(memberFile, `${columns}\n1,Ada,Okafor,M-1,Balmain,1,B-1\n`)
  const { report } = await imported(memberFile, `${columns}\n1,Adaeze,Okafor,M-1,,0,B-9\n1,Dee,Okafor,M-2,,,\n`, {
    update: true,
  })
  assert.deepEqual(report, { rows: 2, imported: 2, rejected: 0, updated: 1, unchanged: 0 })
  const rows = await house.sql`
    select first_name, suburb, membership_member_status_id as status, barcode
    from members
    where org_id = ${club.orgId}
      and member_number = 'M-1'`
  assert.deepEqual([...rows], [{ first_name: 'Adaeze', suburb: 'Balmain', status: 1, barcode: 'B-1' }])
})

test('a file is taken as spreadsheets save it: semicolons, tabs, UTF-16 and Windows-1252, whatever its blocks', async () => {
  const saved = (reference: string, separator: string) =>
    `org_customer_id${separator}first_name\r\n${reference}${separator}Jörg €\r\n`
  const utf16be = Buffer.from(`\ufeff${saved('e4', ';')}`, 'utf16le').swap16()
  const windows = Buffer.from(saved('e5', ';').replace('€', '\u0080'), 'latin1')
  const files: Record<string, Buffer> = {
    e1: Buffer.from(saved('e1', ';')),
    e2: Buffer.from(`\ufeffsep=;\r\n${saved('e2', ';')}`),
    e3: Buffer.from(`\ufeff${saved('e3', '\t')}`, 'utf16le'),
    e4: utf16be,
    e5: windows,
    e6: Buffer.from(saved('e6', '\t')),
  }
  for (const [reference, bytes] of Object.entries(files)) {
    const byByte = [...bytes].map((byte) => Buffer.of(byte))
    const { report, rejections } = await imported(customerFile, byByte)
    assert.deepEqual([report.imported, rejections], [1, []], reference)
    assert.equal((await customerNamed(reference))?.first_name, 'Jörg €', reference)
  }
})

test('after a hundred problems the file is looked at no further, unless the good rows are wanted', async () => {
  const file = `org_customer_id,email_address\n${Array.from({ length: 250 }, (_, n) => `p${n},nonsense`).join('\n')}\nok,ok@x.org\n`
  const stopped = await imported(customerFile, file)
  assert.deepEqual(stopped.report, { rows: 100, imported: 0, rejected: 100, stopped: true })
  const skipping = await imported(customerFile, file, { skipBadRows: true })
  assert.deepEqual(skipping.report, { rows: 251, imported: 1, rejected: 250 })
  assert.equal(skipping.rejections.length, 100)
})
