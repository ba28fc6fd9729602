import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sellPlaces } from '../../../tests/builders/orders.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { addSeatMap } from '../../../tests/builders/seat-maps.ts'
import { addGate, addVenue } from '../../../tests/builders/venues.ts'
import { openHouse, type Tenant } from '../../../tests/harness/house.ts'
import { isSetUp, type SetupFacts, setupOf } from './setup-steps.ts'

const house = await openHouse()
const setupOfClub = async ({ key }: Tenant) => (await house.call('GET', '/v1/manage/setup', { key })).body
const missingOf = async (club: Tenant) =>
  (await setupOfClub(club)).steps.flatMap(({ missing }: { missing: string[] }) => missing)

test('what is left of a new sandbox grows less with what there is, and is over when nothing is', async () => {
  const club = await house.organisation({ mode: 'test' })
  assert.deepEqual(
    (await setupOfClub(club)).steps.map(({ step, done }: { step: string; done: boolean }) => [step, done]),
    ['club', 'ground', 'seats', 'event', 'shop', 'team', 'scanners', 'sale'].map((step) => [step, false]),
  )
  const manage = (method: string, path: string, body: object) =>
    house.call(method, `/v1/manage/${path}`, { key: club.key, body })
  const look = { logo_image: 'https://club.example/crest.png', accent_color: '#0f6b46', contact_email: 'a@b.example' }
  await manage('PATCH', 'organisation', look)
  const venueId = await addVenue(house, club)
  assert.deepEqual((await missingOf(club)).slice(0, 2), ['gates', 'seats'])
  await addGate(house, club, venueId)
  await addSeatMap(house, club)
  const draft = await manage('POST', 'events', {
    title: 'Derby',
    event_start_unix: Math.floor(house.clock().getTime() / 1000) + 86_400,
  })
  assert.equal((await setupOfClub(club)).draft_event_id, draft.body.event_id)
  assert.deepEqual((await missingOf(club))[0], 'published')
  const { priceId } = await addOffer(house, club)
  for (const kind of ['terms', 'privacy'])
    await manage('PUT', `legal_pages/${kind}`, { pages: { en: { text: 'Be kind.' } } })
  await manage('POST', 'team', { email_address: 'ada@club.example', role: 'manager' })
  await manage('POST', 'team', { email_address: 'bob@club.example', role: 'gates' })
  await manage('POST', 'devices', { name: 'Gate A' })
  assert.deepEqual(await missingOf(club), ['ticket'])
  assert.equal((await setupOfClub(club)).complete, false)
  await sellPlaces(house, club, priceId, 1)
  assert.deepEqual([await missingOf(club), (await setupOfClub(club)).complete], [[], true])
})

test('another organisation has its own list', async () => {
  const [one, other] = [await house.organisation({ mode: 'test' }), await house.organisation({ mode: 'test' })]
  await addVenue(house, one)
  assert.deepEqual([(await setupOfClub(one)).venue_id === null, (await setupOfClub(other)).venue_id], [false, null])
})

const nothing: SetupFacts = {
  mode: 'live',
  ...{
    has_logo: false,
    has_colours: false,
    has_contact: false,
    has_account: false,
    has_venue: false,
    has_gates: false,
  },
  ...{ has_seats: false, has_event: false, has_published: false, has_terms: false, has_privacy: false },
  ...{ has_colleague: false, has_scanner: false, has_ticket: false, has_run_a_match: false },
}
const stepsOf = (facts: SetupFacts, canConnect: boolean) => setupOf(facts, canConnect).map(({ step }) => step)

test('a live organisation connects an account where there is a provider, and tries no sale', () => {
  assert.ok(stepsOf(nothing, true).includes('payments'))
  assert.ok(!stepsOf(nothing, false).includes('payments'))
  assert.ok(!stepsOf(nothing, true).includes('sale'))
})

test('whoever sells without numbered seats needs none, and whoever has run a match needs no list', () => {
  const published = { ...nothing, has_event: true, has_published: true }
  assert.deepEqual(setupOf(published, true).find(({ step }) => step === 'seats')?.missing, [])
  assert.ok(!isSetUp(published, setupOf(published, true)))
  assert.ok(isSetUp({ ...published, has_run_a_match: true }, setupOf(published, true)))
})
