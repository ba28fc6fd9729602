import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CLUB, handToPeppol, openPeppolClub, VERFT } from '../../../tests/builders/peppol.ts'
import { startAccessPoint } from '../../../tests/outside/access-point.ts'
import { openPeppolHouse } from '../../../tests/workers/peppol-worker.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/values/durations.ts'
import { simulatedReceivers } from './simulated-access-point.ts'

const { house, clock, issue, deliverAll, clubAt } = await openPeppolHouse()

test('an invoice is handed over when it is issued, and delivered when the access point says so', async () => {
  const accessPoint = await startAccessPoint()
  const { club, call, sell, stateOf, deliver } = await clubAt(accessPoint)
  const orderId = await sell()
  await issue()
  assert.deepEqual(await stateOf(orderId), {
    status: 'waiting',
    peppol_id: VERFT,
    changed: Math.floor(clock().getTime() / 1000),
    reason: null,
    problem: null,
  })
  await deliver()
  assert.equal((await stateOf(orderId)).status, 'sent')
  const [file] = accessPoint.files()
  assert.ok(file)
  assert.deepEqual(
    [file.headers['peppol-sender'], file.headers['peppol-receiver'], file.headers['content-type']],
    [`iso6523-actorid-upis::${CLUB}`, `iso6523-actorid-upis::${VERFT}`, 'application/xml; charset=utf-8'],
  )
  assert.match(String(file.headers['peppol-document-type']), /^busdox-docid-qns::.*Invoice-2::Invoice##.*::2\.1$/)
  assert.equal(file.headers['peppol-process'], 'cenbii-procid-ubl::urn:fdc:peppol.eu:2017:poacc:billing:01:1.0')
  assert.match(file.xml, /<cbc:EndpointID schemeID="0192">974760673</)
  assert.equal(await deliver(), 0)
  clock.advance(MINUTE_MS)
  await deliver()
  assert.equal((await stateOf(orderId)).status, 'sent')
  accessPoint.states.set(file.id, { state: 'delivered' })
  clock.advance(5 * MINUTE_MS)
  await deliver()
  assert.equal((await stateOf(orderId)).status, 'delivered')
  clock.advance(10 * DAY_MS)
  assert.equal(await deliver(), 0)
  // The credit note goes where the invoice went.
  assert.equal((await call('POST', `orders/${orderId}/refunds`, { amount: 10 })).status, 201)
  await issue()
  await deliver()
  assert.equal((await stateOf(orderId, 'credit_note')).status, 'sent')
  assert.match(accessPoint.files()[1]?.xml ?? '', /<CreditNote [\s\S]*<cbc:CreditNoteTypeCode>381</)
  const { body } = await house.call('GET', '/v1/manage/documents?delivery_status=delivered', { key: club.key })
  assert.deepEqual(
    body.data.map(({ kind }: { kind: string }) => kind),
    ['invoice'],
  )
})

test('a buyer who takes none by Peppol, and a receipt, gets none', async () => {
  const accessPoint = await startAccessPoint()
  const { call, sell, priceId, documents, deliver } = await clubAt(accessPoint)
  await sell(null)
  await call('POST', 'orders', { items: [{ price_id: priceId, quantity: 1 }], payment_method: 'cash' })
  await issue()
  await deliver()
  assert.deepEqual(
    (await documents()).map(({ delivery }: { delivery: null }) => delivery),
    [null, null],
  )
  assert.deepEqual(accessPoint.files(), [])
})

test('sent to two buyers at once for the first time, it is another handing over for the second', async () => {
  const accessPoint = await startAccessPoint()
  const { call, sell, documents, deliver } = await clubAt(accessPoint)
  for (let turn = 0; turn < 5; turn += 1) await sell(null)
  await issue()
  for (const { document_id: id } of await documents()) {
    const both = [VERFT, '0192:923609016'].map((peppol_id) => call('POST', `documents/${id}/deliver`, { peppol_id }))
    assert.deepEqual(
      (await Promise.all(both)).map(({ status }) => status),
      [200, 200],
    )
  }
  await deliver()
  const keys = accessPoint.files().map(({ headers }) => String(headers['idempotency-key']).split('-').at(-1))
  assert.deepEqual(keys, ['2', '2', '2', '2', '2'])
})

test('what the access point or the receiver refuses has failed, in their words', async () => {
  const accessPoint = await startAccessPoint()
  const { sell, stateOf, deliver } = await clubAt(accessPoint)
  accessPoint.refusals.push({ status: 422, body: { reason: 'not_registered', problem: 'No such\nparticipant' } })
  const [unknown, refused] = [await sell(), await sell()]
  await issue()
  await deliver()
  const first = await stateOf(unknown)
  assert.deepEqual([first.status, first.reason, first.problem], ['failed', 'not_registered', 'No such participant'])
  accessPoint.states.set('file-1', { state: 'failed', problem: '<b>no order</b>' })
  clock.advance(MINUTE_MS)
  await deliver()
  const second = await stateOf(refused)
  assert.deepEqual([second.status, second.reason, second.problem], ['failed', 'refused', '<b>no order</b>'])
})

test('a rule that is broken is said by its name, and nothing is sent', async () => {
  const accessPoint = await startAccessPoint()
  const peppol = await openPeppolClub(house, { vat_id: 'NO991825827' })
  await handToPeppol(house, peppol.club, { access: 'http', url: accessPoint.url, token: accessPoint.token })
  await peppol.sell()
  await issue()
  await deliverAll(peppol.club.orgId)
  const [{ delivery }] = await peppol.documents()
  assert.deepEqual([delivery.status, delivery.reason], ['failed', 'rule'])
  assert.match(delivery.problem, /^NO-R-001: a Norwegian VAT number/)
  assert.deepEqual(accessPoint.asked, [])
})

test('staff send again what failed, under a new key where it was refused, and under the same where it may have arrived', async () => {
  const accessPoint = await startAccessPoint()
  const { call, sell, stateOf, documents, deliver } = await clubAt(accessPoint)
  const orderId = await sell()
  await issue()
  const [{ document_id: id }] = await documents()
  accessPoint.refusals.push({ status: 400, body: { problem: 'no' } })
  await deliver()
  const again = await call('POST', `documents/${id}/deliver`, {})
  assert.deepEqual([again.status, again.body.status], [200, 'waiting'])
  await deliver()
  assert.equal((await stateOf(orderId)).status, 'sent')
  const keys = accessPoint.files().map(({ headers }) => String(headers['idempotency-key']))
  assert.match(keys.join(), /^grandstand-\d+-\d+-2$/)
  assert.equal((await call('POST', `documents/${id}/deliver`, {})).status, 409, 'it is on its way')
  accessPoint.states.set('file-1', { state: 'delivered' })
  clock.advance(MINUTE_MS)
  await deliver()
  assert.equal((await call('POST', `documents/${id}/deliver`, {})).status, 409, 'the buyer has it')
  // To another participant it may go: the first one was not the buyer.
  assert.equal((await call('POST', `documents/${id}/deliver`, { peppol_id: '0192:923609016' })).status, 200)
  await deliver()
  assert.equal(accessPoint.files().length, 2)
  // What corrects it goes there as well.
  assert.equal((await call('POST', `orders/${orderId}/refunds`, { amount: 10 })).status, 201)
  await issue()
  await deliver()
  assert.match(String(accessPoint.files()[2]?.headers['peppol-receiver']), /923609016$/)
  // What may have arrived goes under the same key.
  const late = await sell()
  await issue()
  const [{ document_id: lateId }] = await documents(`?order_id=${late}`)
  accessPoint.misdeeds.push({ done: true, answer: (response) => void response.destroy() })
  await deliver()
  assert.equal((await call('POST', `documents/${lateId}/deliver`, {})).status, 200)
  await deliver()
  assert.equal((await stateOf(late)).status, 'sent')
  assert.equal(accessPoint.files().length, 4)
})

test('what was issued before is sent when staff say so, with the buyer’s id where it was missing; a receipt is not', async () => {
  const accessPoint = await startAccessPoint()
  const { club, call, sell, documents, priceId } = await openPeppolClub(house)
  const deliver = () => deliverAll(club.orgId)
  await sell(null)
  await issue()
  const [{ document_id: id }] = await documents()
  assert.equal((await call('POST', `documents/${id}/deliver`, { peppol_id: VERFT })).status, 409, 'it is not set up')
  await handToPeppol(house, club, { access: 'http', url: accessPoint.url, token: accessPoint.token })
  const missing = await call('POST', `documents/${id}/deliver`, {})
  assert.deepEqual([missing.status, missing.body.error.param], [400, 'peppol_id'])
  const wrong = await call('POST', `documents/${id}/deliver`, { peppol_id: '0192:974760674' })
  assert.deepEqual([wrong.status, wrong.body.error.param], [400, 'peppol_id'])
  assert.equal((await call('POST', `documents/${id}/deliver`, { peppol_id: '0192: 974 760 673' })).status, 200)
  await deliver()
  assert.equal(accessPoint.files().length, 1)
  await call('POST', 'orders', { items: [{ price_id: priceId, quantity: 1 }], payment_method: 'cash' })
  await issue()
  const [{ document_id: receipt }] = await documents('?kind=receipt')
  assert.equal((await call('POST', `documents/${receipt}/deliver`, { peppol_id: VERFT })).status, 409)
  const stranger = await house.organisation()
  const foreign = await house.call('POST', `/v1/manage/documents/${id}/deliver`, { key: stranger.key, body: {} })
  assert.equal(foreign.status, 404)
})

test('a sandbox plays it all without a network', async () => {
  const peppol = await openPeppolClub(house)
  const deliver = () => deliverAll(peppol.club.orgId)
  await handToPeppol(house, peppol.club)
  const [taken, refused, unknown, out] = [
    await peppol.sell(),
    await peppol.sell(simulatedReceivers.refuses),
    await peppol.sell(simulatedReceivers.isNotRegistered),
    await peppol.sell(simulatedReceivers.isOut),
  ]
  await issue()
  const states = async () =>
    Promise.all(
      [taken, refused, unknown, out].map(async (orderId) => {
        const [{ delivery }] = await peppol.documents(`?order_id=${orderId}`)
        return delivery.reason ?? delivery.status
      }),
    )
  await deliver()
  assert.deepEqual(await states(), ['sent', 'sent', 'not_registered', 'waiting'])
  for (let hours = 0; hours < 3; hours += 1) {
    clock.advance(HOUR_MS)
    await deliver()
  }
  clock.advance(HOUR_MS)
  await deliver()
  assert.deepEqual(await states(), ['delivered', 'refused', 'not_registered', 'delivered'])
})

test('turned off, what is on its way has failed, and staff may send it once it is on again', async () => {
  const accessPoint = await startAccessPoint()
  const { club, call, sell, stateOf, documents, deliver } = await clubAt(accessPoint)
  const orderId = await sell()
  await issue()
  assert.equal((await call('DELETE', 'peppol_access_point')).status, 200)
  assert.deepEqual([(await stateOf(orderId)).status, (await stateOf(orderId)).reason], ['failed', 'turned_off'])
  assert.equal((await call('GET', 'peppol_access_point')).body.access, null)
  await deliver()
  assert.equal(accessPoint.asked.length, 0)
  await handToPeppol(house, club, { access: 'http', url: accessPoint.url, token: accessPoint.token })
  const [{ document_id: id }] = await documents()
  assert.equal((await call('POST', `documents/${id}/deliver`, {})).status, 200)
  await deliver()
  assert.equal((await stateOf(orderId)).status, 'sent')
})

test('what could not be delivered needs attention', async () => {
  const peppol = await openPeppolClub(house)
  const deliver = () => deliverAll(peppol.club.orgId)
  await handToPeppol(house, peppol.club)
  const orderId = await peppol.sell(simulatedReceivers.isNotRegistered)
  await issue()
  await deliver()
  const { body } = await peppol.call('GET', 'attention')
  const [failure] = body.data.filter(({ kind }: { kind: string }) => kind === 'document_not_delivered')
  assert.deepEqual(
    [failure.count, failure.newest[0].order_id, failure.newest[0].detail],
    [1, orderId, 'not_registered'],
  )
})
