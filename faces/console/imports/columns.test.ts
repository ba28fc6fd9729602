import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CUSTOMER_COLUMNS } from '../../../server/files/exports/csv-exports.ts'
import { informativeColumns } from '../../../server/files/exports/informative-columns.ts'
import { customerFile } from '../../../server/files/imports/customer-file.ts'
import { memberFile } from '../../../server/files/imports/member-file.ts'
import { loadFrame } from '../words/frame.ts'
import { loadWords } from '../words/load.ts'

await loadFrame()
await loadWords('imports', 'parts')
const { customerColumns, guessColumns, inWords, memberColumns } = await import('./columns.ts')

test('headings are matched by our names and by what others call them, each of ours once', () => {
  assert.deepEqual(
    guessColumns(['Customer ID', 'Surname', 'Family name', 'E-Mail', 'Shoe size', ''], customerColumns),
    ['org_customer_id', 'last_name', '', 'email_address', '', ''],
  )
  assert.deepEqual(guessColumns(['Status', 'State', 'Vorname'], memberColumns), [
    'membership_member_status_id',
    'state',
    'first_name',
  ])
  assert.deepEqual(guessColumns(CUSTOMER_COLUMNS, customerColumns), CUSTOMER_COLUMNS, 'an export means itself')
})

test('the page offers every column that the import takes, and no other', () => {
  const names = (columns: { name: string }[]) => columns.map(({ name }) => name).sort()
  assert.deepEqual(names(customerColumns), Object.keys(customerFile.row.properties).sort())
  const read = Object.keys(memberFile.row.properties).filter((name) => !(name in informativeColumns))
  assert.deepEqual(names(memberColumns), read.sort())
})

test('a reason is said in the words of the page', () => {
  const reason = 'org_customer_id or email_address is missing. membership_type_id names no type.'
  assert.equal(inWords(reason, memberColumns), 'Customer number or E-mail is missing. Membership type names no type.')
})
