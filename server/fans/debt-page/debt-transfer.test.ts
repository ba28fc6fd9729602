import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addInvoice, debtSecret } from '../../../tests/builders/debts.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { offerTransfers } from '../../../tests/builders/transfers.ts'
import { purposesIn } from '../../checkout/transfers/transfer-reference.ts'

const { house, club, shop } = await openSettlingHouse()

test('the link of a debt says how to transfer what is open of it, where the club takes transfers', async () => {
  const { debtId } = await addInvoice(house, club, { priceId: (await addOffer(house, club)).priceId })
  const headers = debtSecret(house, club, debtId)
  const read = async () => (await shop.call('GET', '/v1/storefront/debt', undefined, headers)).body
  assert.equal((await read()).transfer, null)
  await offerTransfers(house, club)
  const { transfer, open } = await read()
  assert.equal(transfer.amount, open)
  assert.deepEqual(purposesIn(transfer.reference), [{ kind: 'debt', id: debtId }])
  const part = { amount: 10, payment_method: 'transfer', reference: transfer.reference }
  assert.equal((await shop.call('POST', `/v1/manage/debts/${debtId}/record_payment`, part)).status, 200)
  assert.equal((await read()).transfer.amount, open - 10)
  const rest = { payment_method: 'transfer', reference: transfer.reference }
  await shop.call('POST', `/v1/manage/debts/${debtId}/record_payment`, rest)
  assert.equal((await read()).transfer, null, 'nothing is left to transfer')
})
