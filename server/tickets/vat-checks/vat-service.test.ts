import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OWN, openVatHouse } from '../../../tests/builders/vat-checks.ts'
import type { Tenant } from '../../../tests/harness/house.ts'
import { startVatService, type VatService } from '../../../tests/outside/vat-service.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/values/durations.ts'
import { openVatService } from './vat-service.ts'

const { clock, service, outbound, askService, check, checkWithoutService, ...vatHouse } = await openVatHouse()
const { liveClub, checkOf, sellFor, askAgain } = vatHouse
const known = (number: string, name = 'Werft GmbH') => service.register.set(number, { name, address: '---' })
const problemOf = async (club: Tenant, orderId: number) => {
  const { status, problem } = await checkOf(club, orderId)
  return [status, problem]
}

test('a country whose office is busy is left alone until the next turn, while others are asked about', async () => {
  const club = await liveClub()
  service.silent.set('DE', 'MS_MAX_CONCURRENT_REQ')
  known('FR12600000001')
  known('DE600000001')
  const [first, second, french] = [
    await sellFor(club, 'DE600000001'),
    await sellFor(club, 'DE600000002'),
    await sellFor(club, 'FR12600000001'),
  ]
  const asked = service.asked.length
  await check()
  assert.deepEqual(
    service.asked.slice(asked).map(({ countryCode }) => countryCode),
    ['DE', 'FR'],
  )
  assert.deepEqual(await problemOf(club, first), ['waiting', 'country_unavailable'])
  assert.deepEqual(await problemOf(club, second), ['waiting', null])
  assert.deepEqual(await problemOf(club, french), ['valid', null])
  service.silent.clear()
  await check()
  assert.deepEqual(await problemOf(club, second), ['invalid', null])
  assert.deepEqual(await problemOf(club, first), ['waiting', 'country_unavailable'])
  clock.advance(5 * MINUTE_MS)
  await check()
  assert.deepEqual(await problemOf(club, first), ['valid', null])
})

test('what the service itself does not do is left for the next turn, of every club', async () => {
  const [club, other] = [await liveClub(), await liveClub()]
  const orderId = await sellFor(club, 'DE600000003')
  await sellFor(other, 'FR12600000003')
  service.silent.set('DE', 'GLOBAL_MAX_CONCURRENT_REQ').set('FR', 'SERVICE_UNAVAILABLE')
  const asked = service.asked.length
  assert.equal(await check(), 1)
  assert.equal(service.asked.length, asked + 1)
  assert.deepEqual(await problemOf(club, orderId), ['waiting', 'service_busy'])
  service.silent.clear()
  clock.advance(5 * MINUTE_MS)
  await check()
  assert.deepEqual(await problemOf(club, orderId), ['invalid', null])
})

test('a service that is away is asked later and later, given up after a week, and asked again when staff say so', async () => {
  const club = await liveClub()
  known('DE600000004')
  const away = await startVatService()
  await away.stop()
  const askAway = openVatService({ url: away.url, outbound })
  const orderId = await sellFor(club, 'DE600000004')
  let asked = 0
  const fail = (error: unknown) => {
    assert.match(String(error), /VAT_SERVICE_URL, is away: service_unreachable/, 'the operator is told')
    asked += 1
  }
  for (let minutes = 0; minutes < 8 * 24 * 60; minutes += 5) {
    await check(askAway).catch(fail)
    if (minutes === 24 * 60) assert.deepEqual(await problemOf(club, orderId), ['waiting', 'service_unreachable'])
    clock.advance(5 * MINUTE_MS)
  }
  assert.ok(asked > 20 && asked < 40, `asked ${asked} times`)
  assert.deepEqual(await problemOf(club, orderId), ['unanswered', 'service_unreachable'])
  assert.equal((await checkOf(club, orderId)).next_attempt, null)
  assert.equal((await askAgain(club, orderId)).body.vat_check.status, 'waiting')
  await check()
  assert.deepEqual(await problemOf(club, orderId), ['valid', null])
})

test('an answer stays when there is none the next time', async () => {
  const club = await liveClub()
  known('DE600000005')
  const orderId = await sellFor(club, 'DE600000005')
  await check()
  const { reference, answered_at } = await checkOf(club, orderId)
  service.silent.set('DE', 'MS_UNAVAILABLE')
  await askAgain(club, orderId)
  await check()
  const again = await checkOf(club, orderId)
  assert.deepEqual([again.status, again.problem], ['valid', 'country_unavailable'])
  assert.deepEqual([again.reference, again.answered_at], [reference, answered_at])
  service.silent.clear()
  clock.advance(HOUR_MS)
  await check()
  assert.deepEqual(await problemOf(club, orderId), ['valid', null])
})

test('where the club’s own number is refused it is asked without, and the club is told that there is no proof', async () => {
  const club = await liveClub()
  known('DE600000006')
  const entry = service.register.get(OWN)
  service.register.delete(OWN)
  const [first, second] = [await sellFor(club, 'DE600000006'), await sellFor(club, 'DE600000006')]
  const asked = service.asked.length
  await check()
  assert.deepEqual(
    service.asked.slice(asked).map(({ requesterNumber }) => requesterNumber),
    ['123456789', undefined],
  )
  for (const orderId of [first, second]) {
    const { status, problem, reference, asked_as } = await checkOf(club, orderId)
    assert.deepEqual([status, problem, reference, asked_as], ['valid', 'own_number_refused', null, null])
  }
  if (entry) service.register.set(OWN, entry)
})

test('a worker that dies after it has asked is followed by one that asks again', async () => {
  const club = await liveClub()
  known('DE600000007')
  const orderId = await sellFor(club, 'DE600000007')
  const died = new Error('killed')
  const dies = check(async (question) => {
    await askService(question)
    throw died
  })
  await assert.rejects(dies, died)
  assert.equal(await check(), 0)
  clock.advance(5 * MINUTE_MS)
  await check()
  assert.deepEqual(await problemOf(club, orderId), ['valid', null])
})

test('an installation that is never to ask says so', async () => {
  const club = await liveClub()
  const orderId = await sellFor(club, 'DE600000008')
  const asked = service.asked.length
  await checkWithoutService()
  assert.equal(service.asked.length, asked)
  assert.deepEqual(await problemOf(club, orderId), ['unanswered', 'switched_off'])
})

type Answering = Exclude<Parameters<VatService['answer']>[0], undefined>
const json =
  (body: unknown, status = 200): Answering =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const said =
  (fields: object): Answering =>
  (response, { countryCode, vatNumber }) =>
    json({ countryCode, vatNumber, valid: true, name: 'Werft GmbH', address: '---', ...fields })(response, {
      countryCode,
      vatNumber,
    })

/** None of these is an answer. */
const hostile: [sentence: string, answering: Answering, problem: string][] = [
  ['a page for people', (response) => void response.end('<html>Maintenance</html>'), 'unexpected_answer'],
  ['nothing', (response) => void response.end(), 'unexpected_answer'],
  ['a list', json([{ valid: true }]), 'unexpected_answer'],
  ['a text for the truth', said({ valid: 'true' }), 'unexpected_answer'],
  ['no truth', said({ valid: undefined }), 'unexpected_answer'],
  ['another number’s', said({ vatNumber: '1' }), 'unexpected_answer'],
  ['an error of its own', said({ errorWrappers: [{ error: 'constructor' }] }), 'unexpected_answer'],
  ['a failure without a word', said({ actionSucceed: false, valid: false }), 'unexpected_answer'],
  ['not valid, for its office is away', said({ valid: false, userError: 'MS_UNAVAILABLE' }), 'country_unavailable'],
  ['truth with the wrong status', json({ valid: true }, 403), 'unexpected_answer'],
  ['too many requests', json({}, 429), 'service_busy'],
  ['a failure of its server', json({ valid: true }, 503), 'service_busy'],
  ['blocked', json({ actionSucceed: false, errorWrappers: [{ error: 'IP_BLOCKED' }] }), 'access_blocked'],
  ['the club is blocked', json({ errorWrappers: [{ error: 'VAT_BLOCKED' }] }, 400), 'own_number_blocked'],
  ['a requester refused for ever', json({ errorWrappers: [{ error: 'INVALID_REQUESTER_INFO' }] }), 'unexpected_answer'],
  [
    'a way elsewhere',
    (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'unexpected_answer',
  ],
  ['a megabyte', said({ name: 'x'.repeat(1024 * 1024) }), 'unexpected_answer'],
  [
    'an answer that never ends',
    (response) => {
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
    },
    'service_busy',
  ],
  ['an answer that never begins', () => {}, 'service_busy'],
  ['a connection that breaks', (response) => void response.socket?.destroy(), 'service_unreachable'],
]

for (const [index, [sentence, answering, problem]] of hostile.entries()) {
  test(`is no answer, and stops nothing: ${sentence}`, async () => {
    const club = await liveClub()
    const number = `DE${601000000 + index}`
    known(number)
    const orderId = await sellFor(club, number)
    service.answer(answering)
    await check().catch((error) => assert.match(String(error), /VAT_SERVICE_URL/))
    assert.deepEqual(await problemOf(club, orderId), ['waiting', problem])
    service.answer(undefined)
    clock.advance(5 * MINUTE_MS)
    await check()
    assert.deepEqual(await problemOf(club, orderId), ['valid', null])
  })
}

test('a number that the service does not take as one is asked about once', async () => {
  const club = await liveClub()
  const orderId = await sellFor(club, 'DE600000009')
  service.answer(json({ actionSucceed: false, errorWrappers: [{ error: 'INVALID_INPUT' }] }, 400))
  await check()
  service.answer(undefined)
  assert.deepEqual(await problemOf(club, orderId), ['unanswered', 'number_not_taken'])
  clock.advance(DAY_MS)
  assert.equal(await check(), 0)
})

test('names and addresses are kept within bounds and without what is no text', async () => {
  const club = await liveClub()
  const orderId = await sellFor(club, 'DE600000010')
  const fields = {
    name: `A\u0000B\u202eC  D\ud800${'x'.repeat(10_000)}`,
    address: { street: 'Am Kai' },
    requestIdentifier: `<b>${'W'.repeat(5_000)}`,
  }
  service.answer(said(fields))
  await check()
  service.answer(undefined)
  const { status, name, address, reference } = await checkOf(club, orderId)
  assert.deepEqual([status, address, reference], ['valid', null, null])
  assert.match(name, /^A, BC D\ufffdx{490,}$/)
  assert.ok(name.length <= 500)
})
