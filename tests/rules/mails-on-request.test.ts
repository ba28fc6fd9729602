import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTestFile, readSources, type SourceFile } from './source-files.ts'

const ONLY = 'server/people/mailed-codes/mail-on-request.ts'

/** Files that write a mail to an address by themselves, past the limit of its mailbox. */
const unlimited = (sources: SourceFile[]): string[] =>
  sources
    .filter(({ path }) => path !== ONLY && path !== 'server/messages/mail/enqueue-mail.ts' && !isTestFile(path))
    .filter(({ text }) => /\benqueueMail\(/.test(text))
    .map(({ path }) => path)

/** Files whose notices are counted for no mailbox, each with what bounds them. The list may only shrink. */
const ONCE: Record<string, string> = {
  'server/checkout/answers/give-up-payments.ts': 'the worker, once for each payment that was left',
  'server/checkout/answers/lead-buyers-back.ts': 'the worker, once for each order that was left',
  'server/checkout/renewals/announce-renewals.ts': 'the worker, once for each term',
  'server/checkout/renewals/end-renewal.ts': 'the worker, once for each renewal',
  'server/checkout/sale/store-confirmed.ts':
    'once for each order: order-mails.ts counts those that a stranger has for nothing',
  'server/checkout/sale/store-drafts.ts': 'once for each order that waits for a transfer, as before',
  'server/checkout/transfers/cancel-transfer-order.manage.ts': 'once for each order, which is over',
  'server/checkout/transfers/remind-of-transfers.ts': 'the worker, once for each order',
  'server/collection/bank/book-line.ts': 'once for each line of a bank statement',
  'server/collection/collection/announce-debits.ts': 'the worker, once for each debit',
  'server/collection/collection/collect-due.ts': 'the worker, once for each attempt of the ladder',
  'server/fans/mails/tell-of-moves.ts': 'once for each order and move of its event',
  'server/fans/ticket-page/refund-requests.manage.ts': 'once for each request of a fan',
  'server/ledger/ladder/next-attempt.ts': 'the worker, once for each attempt of the ladder',
  'server/ledger/ladder/take-steps.ts': 'the worker, once for each step of the ladder',
  'server/ledger/refunds/continue-refund-runs.ts': 'once for each order of an event that is cancelled',
  'server/ledger/refunds/note-owed.ts': 'once for each refund',
  'server/ledger/refunds/settle-refund.ts': 'once for each refund',
  'server/papers/documents/store-numbered.ts': 'once for each document',
  'server/people/members/end-membership.ts': 'once for each membership that ends',
}

const uncounted = (sources: SourceFile[]): string[] =>
  sources
    .filter(({ path, text }) => path !== ONLY && !isTestFile(path) && /(?<!const )\bnoteMails\(/.test(text))
    .map(({ path }) => path)

const sources = await readSources(['server'], ['.ts'])

test('a mail that a request asks for is written where its mailbox is counted, and nowhere else', () => {
  assert.deepEqual(unlimited(sources), [])
  const planted = { path: 'server/people/planted.ts', text: 'await enqueueMail(orgId, tx, deps, { ...mail, to })' }
  assert.deepEqual(unlimited([...sources, planted]), [planted.path])
})

test('a notice counts for its mailbox, or tells of something that happens once', () => {
  assert.deepEqual(uncounted(sources).sort(), Object.keys(ONCE).sort())
})

test('is caught: an operation that mails a buyer as often as it is called', () => {
  const text = "await noteMails(orgId, tx, now, [{ kind: 'tickets_resent', orderId, messageId }])"
  const planted = { path: 'server/tickets/orders/planted-order.manage.ts', text }
  assert.deepEqual(
    uncounted([...sources, planted]).filter((path) => !Object.hasOwn(ONCE, path)),
    [planted.path],
  )
})

/** Files that name people in mails with names that another file has gone through, each with that file. The list may only shrink. */
const NAMED: Record<string, string> = {
  'server/fans/mails/mail-content.ts': 'notice-facts.ts',
  'server/fans/mails/mail-ticket.ts': 'notice-facts.ts',
  'server/fans/mails/mailed-order.ts': 'notice-facts.ts',
  'server/fans/mails/order-page.ts': 'notice-facts.ts',
  'server/fans/mails/preview-mail.manage.ts': 'shown to staff, and sent to no mailbox',
  'server/fans/mails/sample-order.ts': 'names that we made up',
  'server/fans/mails/sample-renewal.ts': 'names that we made up',
  'server/fans/mails/write-notices.ts': 'notice-facts.ts',
}

const withRawNames = (all: SourceFile[]): string[] =>
  all
    .filter(({ path }) => /^server\/(?:fans\/mails|messages\/mail)\//.test(path) && !isTestFile(path))
    .filter(
      ({ text }) => /\b(?:first_name|last_name|ticket_name)\b/.test(text) && !/messages\/mail\/lures\.ts'/.test(text),
    )
    .map(({ path }) => path)

test('a name that a stranger typed reaches no mail before it was looked at', () => {
  assert.deepEqual(withRawNames(sources).sort(), Object.keys(NAMED).sort())
  const planted = { path: 'server/fans/mails/planted-facts.ts', text: 'select m.first_name from members m' }
  assert.deepEqual(
    withRawNames([...sources, planted]).filter((path) => !Object.hasOwn(NAMED, path)),
    [planted.path],
  )
})
