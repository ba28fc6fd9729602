import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../tests/builders/baskets.ts'
import { mailKit } from '../../tests/builders/mails.ts'
import { addOffer } from '../../tests/builders/prices.ts'
import { addQuestion } from '../../tests/builders/questions.ts'
import { readMail } from '../../tests/builders/received-mails.ts'
import { openHouse } from '../../tests/harness/house.ts'
import { startSmtp } from '../../tests/outside/smtp.ts'

const house = await openHouse()
const club = await house.organisation({ name: 'Harbour City FC' })
const other = await house.organisation()
const publishable = await house.key(club.orgId, { kind: 'pk' })
const smtp = await startSmtp()
const { send } = mailKit(house, club, smtp.url)
const offer = await addOffer(house, club, { capacity: 100, event: { title: 'Cup final' } })
const questionId = await addQuestion(house, club, offer.eventId, {
  key: 'shirt',
  kind: 'choice',
  asked_of: 'order',
  title: 'Which shirt?',
  choices: '{Home,Away}',
})

const manage = (method: string, path: string, body?: object, key = club.key) =>
  house.call(method, `/v1/manage/${path}`, { key, ...(body ? { body } : {}) })
const read = async (path: string, headers: Record<string, string> = {}) =>
  (await house.call('GET', path, { key: publishable, headers })).body

test('texts are written in several languages, and read in the one that the reader asks for', async () => {
  const translations = { de: { title: 'Pokalfinale', description: 'Anstoß um drei.' }, fr: { title: 'Finale' } }
  const changed = await manage('PATCH', `events/${offer.eventId}`, { description: 'Kick-off at three.', translations })
  assert.deepEqual([changed.status, changed.body.title, changed.body.translations], [200, 'Cup final', translations])
  await manage('PATCH', `prices/${offer.priceId}`, { translations: { de: { title: 'Erwachsene' } } })
  const category = { translations: { de: { title: 'Tribüne', section_label: 'Nord' } } }
  await manage('PATCH', `price_categories/${offer.priceCategoryId}`, category)
  const path = `/v1/events/${offer.eventId}`
  const german = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }
  const event = await read(path, german)
  assert.deepEqual([event.title, event.description, event.translations], ['Pokalfinale', 'Anstoß um drei.', undefined])
  assert.deepEqual((await read(`${path}?lang=fr`, german)).title, 'Finale')
  assert.equal((await read(`${path}?lang=fr`)).description, 'Kick-off at three.', 'what is not translated stays')
  for (const headers of [{}, { 'accept-language': 'pt' }, { 'accept-language': '*' }, { 'accept-language': ';;q=,' }])
    assert.equal((await read(path, headers as Record<string, string>)).title, 'Cup final')
  assert.equal((await read('/v1/events?lang=de')).data[0].title, 'Pokalfinale')
  const [price] = (await read(`${path}/prices`, german)).data
  assert.deepEqual([price.title, price.price_category_title], ['Erwachsene', 'Tribüne'])
})

test('a basket, the order, its mail and its page speak the buyer’s language; the club’s own lists do not', async () => {
  const german = { 'accept-language': 'de' }
  const shop = shopOf(house, { key: publishable })
  const opened = await shop.open()
  const { body: basket } = await shop.add(opened.body.id, { price_id: offer.priceId, quantity: 1 }, german)
  const [item] = basket.items
  assert.deepEqual([item.title, item.price_category_title, item.section_label], ['Erwachsene', 'Tribüne', 'Nord'])
  await manage('PATCH', `questions/${questionId}`, {
    translations: { de: { title: 'Welches Trikot?', choices: ['Heim', 'Auswärts'] } },
  })
  const [question] = (await read(`/v1/events/${offer.eventId}`, german)).questions
  assert.deepEqual([question.title, question.choices], ['Welches Trikot?', ['Heim', 'Auswärts']])
  const answers = { shirt: 'Auswärts' }
  const { body: order, text } = await shop.checkOut(basket.id, { language: 'de', answers })
  assert.equal(order.answers?.[0]?.answer, 'Away', text)
  const secret = { 'x-order-secret': order.order_secret }
  const bought = await read('/v1/storefront/order', { ...german, ...secret })
  assert.deepEqual([bought.tickets[0].price_title, bought.tickets[0].section_label], ['Erwachsene', 'Nord'])
  const page = (await house.call('GET', '/v1/ticket_page', { headers: secret })).body
  assert.deepEqual([page.event.title, page.tickets[0].price_title], ['Pokalfinale', 'Erwachsene'])
  await send()
  const mail = await readMail(smtp.received[0] ?? assert.fail('no mail'))
  assert.equal(mail.subject, 'Ihre Tickets für Pokalfinale')
  assert.match(mail.text, /Erwachsene[\s\S]*Tribüne · Nord/)
  assert.equal((await manage('GET', `tickets/${order.tickets[0].ticket_id}`)).body.price_title, 'Adult')
})

test('what is no language, no text of the object or too long is refused', async () => {
  for (const translations of [
    { xx: { title: 'x' } },
    { de: { subtitle: 'x' } },
    { de: { title: 'x'.repeat(201) } },
    { de: 'x' },
  ]) {
    const { status, body } = await manage('PATCH', `events/${offer.eventId}`, { translations })
    assert.equal(status, 400, JSON.stringify(translations))
    assert.match(body.error.errors[0].param, /^translations/)
  }
  assert.deepEqual((await manage('PATCH', `events/${offer.eventId}`, { translations: null })).body.translations, {})
  await manage('PATCH', `events/${offer.eventId}`, { translations: { de: { title: 'Pokalfinale' } } })
})

const csv = async (key = club.key) =>
  (await house.app.inject({ url: '/v1/manage/exports/translations.csv', headers: { authorization: `Bearer ${key}` } }))
    .body

test('a file goes out, comes back translated, and the same file again changes nothing', async () => {
  const file = await csv()
  const [head = '', ...lines] = file.trim().split(/\r?\n/)
  assert.equal(head, 'object,id,field,event,text,en,de,es,fr,nl,da')
  const line = lines.find((text) => text.startsWith(`event,${offer.eventId},title`))
  assert.equal(line, `event,${offer.eventId},title,Cup final,Cup final,,Pokalfinale,,,,`)
  const translated = `${head}\nevent,${offer.eventId},title,,,,Pokalfinale,,Finale,Bekerfinale,\n`
  assert.deepEqual((await manage('POST', 'translations', { file: translated })).body, { rows: 1, changed: 1 })
  assert.deepEqual((await manage('POST', 'translations', { file: translated })).body, { rows: 1, changed: 0 })
  assert.equal((await read(`/v1/events/${offer.eventId}?lang=nl`)).title, 'Bekerfinale')
  const less = `object,id,field,nl\nevent,${offer.eventId},title,\n`
  await manage('POST', 'translations', { file: less })
  assert.deepEqual((await manage('GET', `events/${offer.eventId}`)).body.translations, {
    de: { title: 'Pokalfinale' },
    fr: { title: 'Finale' },
  })
})

test('one bad line leaves everything as it was, and another club’s event is none', async () => {
  const good = `event,${offer.eventId},title,Endspiel`
  for (const [bad, said] of [
    ['event,0,title,x', /line 3: 0 is no id/],
    [`event,${offer.eventId},subtitle,x`, /line 3: event has no text subtitle/],
    ['price,999999,title,x', /line 3: there is no price 999999/],
    [`event,${offer.eventId},title,${'x'.repeat(201)}`, /more than 200/],
  ] as const) {
    const { status, body } = await manage('POST', 'translations', { file: `object,id,field,de\n${good}\n${bad}\n` })
    assert.deepEqual([status, body.error.param], [400, 'file'])
    assert.match(body.error.message, said)
  }
  const foreign = await manage('POST', 'translations', { file: `object,id,field,de\n${good}\n` }, other.key)
  assert.match(foreign.body.error.message, /there is no event/)
  assert.equal((await read(`/v1/events/${offer.eventId}?lang=de`)).title, 'Pokalfinale')
})
