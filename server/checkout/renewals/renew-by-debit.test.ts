import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailKit } from '../../../tests/builders/mails.ts'
import { readMail } from '../../../tests/builders/received-mails.ts'
import { renewalsOf } from '../../../tests/builders/renewals.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { startSmtp } from '../../../tests/outside/smtp.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { reconcileOrders } from '../answers/reconcile.ts'
import { renewDue } from './renew-due.ts'

const { house, club, deps } = await openSettlingHouse()
const { sql } = house
const smtp = await startSmtp()
const { send } = mailKit(house, club, smtp.url)
const { addRenewingType, join, announce, list, passDays, manage } = renewalsOf(house, club)

async function work() {
  await announce()
  await Promise.all([renewDue(deps), renewDue(deps)])
}

test('what was paid by debit is renewed by it: announced as long ahead as the mandate says, and confirmed once it is submitted', async () => {
  const typeId = await addRenewingType()
  const memberId = await join(typeId, 'pm_test_debit_ok')
  passDays(6)
  await reconcileOrders(deps)
  passDays(334)
  await send()
  smtp.received.length = 0
  await work()
  await send()
  const [notice] = await Promise.all(smtp.received.map((received) => readMail(received)))
  assert.match(notice?.text ?? '', /we charge .*100\.00 to your account …3000, by the mandate TEST/)
  passDays(19)
  await work()
  const [renewed] = await list(memberId)
  assert.equal(renewed.status, 'renewed', JSON.stringify(renewed))
  const debtsOf = async () => (await manage('GET', `debts?order_id=${renewed.order_id}`)).data
  assert.deepEqual(
    (await debtsOf()).map(({ status }: { status: string }) => status),
    ['submitted'],
  )
  passDays(6)
  await reconcileOrders(deps)
  assert.deepEqual(
    (await debtsOf()).map(({ status }: { status: string }) => status),
    ['paid'],
  )
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})

test('a debit that cannot be announced in time is not made', async () => {
  const memberId = await join(await addRenewingType(), 'pm_test_debit_ok')
  await manage('PATCH', `members/${memberId}`, { auto_renew: 0 })
  passDays(6)
  await reconcileOrders(deps)
  passDays(350)
  await manage('PATCH', `members/${memberId}`, { auto_renew: 1 })
  await work()
  const [renewal] = await list(memberId)
  assert.deepEqual([renewal.status, renewal.reason], ['failed', 'no_means'])
})
