import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isForStaff, rightsByRole, roles } from '../../server/access/roles.ts'
import type { Scope } from '../../server/access/scopes.ts'
import { OF_ADDRESS_MAX, OF_BASKET_MAX } from '../../server/checkout/baskets/wrong-codes.ts'
import { mailLimits } from '../../server/people/mailed-codes/mail-on-request.ts'
import {
  type AttemptSubject,
  ofAccount,
  ofAddress,
  ofCode,
  ofDevice,
  ofReset,
} from '../../server/people/staff/attempts.ts'
import { openHouse } from '../harness/house.ts'
import { type OperationSpec, openapiOf, readOperations } from '../harness/operations.ts'
import { readSource } from './source-files.ts'

/** The tables of SECURITY.md about roles, proofs and limits, cell by cell. */

const page = await readSource('SECURITY.md')
const operations = readOperations(openapiOf(await openHouse()))

/** The cells of a section's table, without its head. */
function tableOf(text: string, heading: string): string[][] {
  const from = text.indexOf(`## ${heading}`)
  assert.notEqual(from, -1, `no section ${heading}`)
  const section = text.slice(from, text.indexOf('\n## ', from + 1))
  const rows = section.split('\n').filter((line) => line.startsWith('| '))
  return rows.slice(1).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const spelt = ({ method, path }: OperationSpec) => `${method} ${path}`
const codesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

/** Operations that a role may call and its cell says otherwise, or the reverse. */
function roleFindings(text: string): string[] {
  const cells = new Map(
    tableOf(text, 'Who may do what by signing in').map(([scope = '', ...row]) => [codesIn(scope)[0], row]),
  )
  return operations
    .filter(({ scope = '' }) => isForStaff(scope))
    .flatMap((operation) =>
      roles.flatMap((role, column) => {
        const scope = operation.scope as Scope
        const cell = cells.get(scope)?.[column] ?? 'nothing'
        const said = cell === 'all' || (cell === 'reads' && operation.method === 'GET')
        const { read, write } = rightsByRole[role]
        const may = (operation.method === 'GET' ? read : write).has(scope)
        return said === may ? [] : [`${role} ${spelt(operation)}: the table says ${cell}`]
      }),
    )
}

/** What asks for a proof, as the table has it and as the operations say. */
const proofsIn = (text: string): string[] =>
  tableOf(text, 'What asks for a proof').flatMap(([cell, when = '']) =>
    codesIn(cell).map((operation) => `${operation} ${when.split(':', 1)[0]}`),
  )
const proofsAsked = operations.flatMap((one) => (one.proof === undefined ? [] : [`${spelt(one)} ${one.proof}`]))

const delays = ({ delays: { free, maxSeconds } }: AttemptSubject) => [
  String(free),
  `waits, up to ${maxSeconds} seconds each`,
]
const hourly = (max: number | undefined, code: string) => [
  `${(max ?? 0).toLocaleString('en')} an hour`,
  `\`429 ${code}\``,
]
const limits = [
  ['passwords of an account, from strangers', ...delays(ofAccount('x'))],
  ['passwords of an account, from a browser that it has used', ...delays(ofDevice('x'))],
  ['passwords, from an address', ...delays(ofAddress('127.0.0.1'))],
  ['codes of an authenticator app, of an account', ...delays(ofCode('x'))],
  ['links for a new password, to an account', ...delays(ofReset('x'))],
  ['wrong discount codes, and codes of members, of a basket', ...hourly(OF_BASKET_MAX, 'rate_limit_codes')],
  ['wrong discount codes, and codes of members, of an address', ...hourly(OF_ADDRESS_MAX, 'rate_limit_codes')],
  ...Object.values(mailLimits).flatMap(({ what, ofRecipient, ofOrganisation }) => [
    [`${what}, to a mailbox`, ...hourly(ofRecipient, 'rate_limit_mails')],
    ...(ofOrganisation === null
      ? []
      : [[`${what}, of an organisation`, ...hourly(ofOrganisation, 'rate_limit_mails')]]),
  ]),
]

test('every role may call what its cell says, of every operation', () => assert.deepEqual(roleFindings(page), []))

test('the table of proofs has every operation that asks for one, and no other', () =>
  assert.deepEqual(proofsIn(page).sort(), proofsAsked.sort()))

test('the table of limits has the figures of the program', () =>
  assert.deepEqual(tableOf(page, 'What is bounded for whoever guesses or fills mailboxes'), limits))

test('is caught: a cell that says more, a proof that is not asked for, a figure that has changed', () => {
  const lax = page
    .replace('| `codes:read` | reads |', '| `codes:read` | – |')
    .replace('| `keys:manage` | all | –', '| `keys:manage` | all | all')
  assert.match(roleFindings(lax).join('\n'), /manager POST \/v1\/manage\/api_keys/)
  const promised = page.replace('`POST /v1/manage/team`', '`POST /v1/manage/venues`')
  assert.notDeepEqual(proofsIn(promised).sort(), proofsAsked.sort())
  const other = page.replace('| 2,000 an hour |', '| 3,000 an hour |')
  assert.notDeepEqual(tableOf(other, 'What is bounded for whoever guesses or fills mailboxes'), limits)
})
