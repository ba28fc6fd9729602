import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Language, languages } from '../../faces/kit/languages.ts'
import { da } from '../../faces/shop/words/da.ts'
import { de } from '../../faces/shop/words/de.ts'
import { en, type Words } from '../../faces/shop/words/en.ts'
import { es } from '../../faces/shop/words/es.ts'
import { fr } from '../../faces/shop/words/fr.ts'
import { nl } from '../../faces/shop/words/nl.ts'
import { addOffer } from '../../tests/builders/prices.ts'
import { openHouse } from '../../tests/harness/house.ts'
import { buildFaces } from './build-faces.ts'
import type { FaceSettings } from './face.ts'
import { servedWords } from './served-words.ts'

const built = await buildFaces()
const settings: FaceSettings = { shopKey: undefined, stripe: false }
const house = await openHouse({ faces: { faces: built.map(({ face }) => face), built: async () => built, settings } })
const club = await house.organisation({ name: 'Harbour', mode: 'live' })
settings.shopKey = await house.key(club.orgId, { kind: 'pk' })
const { eventId } = await addOffer(house, club, {})
const manage = (path: string, body: object) => house.call('PATCH', `/v1/manage/${path}`, { key: club.key, body })
await manage(`events/${eventId}`, { translations: { de: { title: 'Das Nordderby' } } })

const page = async (path: string, language?: string) => {
  const headers = language === undefined ? {} : { 'accept-language': language }
  const answer = await house.call('GET', path, { headers })
  const tag = (pattern: RegExp) => pattern.exec(answer.text)?.[1]
  return {
    ...answer,
    lang: tag(/<html lang="([^"]*)">/),
    title: tag(/<title>([^<]*)<\/title>/),
    description: tag(/<meta name="description" content="([^"]*)">/),
    canonical: tag(/<link rel="canonical" href="([^"]*)">/),
    heading: tag(/<h1>([^<]*)<\/h1>/),
  }
}

test('a page is served in the language of its reader, with the club’s own translations in it', async () => {
  const german = await page(`/shop/events/${eventId}`, 'pt;q=0.9, de-AT, en;q=0.5')
  assert.deepEqual([german.lang, german.title, german.heading], ['de', 'Das Nordderby · Harbour', 'Das Nordderby'])
  assert.match(german.description ?? '', /Uhr|\d{2}:\d{2}.*Tickets ab/)
  assert.deepEqual([german.headers['content-language'], german.headers.vary], ['de', 'accept-language'])
  const english = await page(`/shop/events/${eventId}`, 'en-GB')
  assert.deepEqual([english.lang, english.heading], ['en', 'Derby'])
  assert.match(english.description ?? '', /Tickets from/)
})

test('a language in the address goes before that of the browser; one that there is not is passed over', async () => {
  for (const [path, lang, heading] of [
    ['/shop/?lang=fr', 'fr', 'À l’affiche'],
    ['/shop/?lang=nl-BE', 'nl', 'Programma'],
    ['/shop/?lang=xx', 'da', 'Program'],
    ['/shop/?lang=es&lang=fr', 'da', 'Program'],
  ] as const) {
    const served = await page(path, 'da')
    assert.deepEqual([served.lang, served.heading], [lang, heading], path)
  }
})

test('a reader of another language is served the club’s own', async () => {
  await manage('organisation', { language: 'es' })
  assert.deepEqual([(await page('/shop/', 'pt')).lang, (await page('/shop/')).lang], ['es', 'es'])
  await manage('organisation', { language: 'en' })
  assert.equal((await page('/shop/', 'pt')).lang, 'en')
})

test('each language has an address of its own, and each of them names all the others', async () => {
  const bare = await page('/shop/', 'de')
  const german = await page('/shop/?lang=de')
  assert.equal(german.canonical, `${bare.canonical}?lang=de`)
  const alternates = (text: string) => [...text.matchAll(/rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)]
  const expected = [...languages.map((each) => [each, `${bare.canonical}?lang=${each}`]), ['x-default', bare.canonical]]
  for (const { text } of [bare, german])
    assert.deepEqual(
      alternates(text).map(([, language, url]) => [language, url]),
      expected,
    )
  const { text: sitemap } = await page('/shop/sitemap.xml')
  assert.equal(sitemap.split('<url>').length - 1, 2 * expected.length)
  assert.equal(alternates(sitemap).length, 2 * expected.length ** 2)
})

test('an address without a shop says so in the language of its reader', async () => {
  const answer = await page('/shop/nobody/', 'de')
  assert.deepEqual([answer.status, answer.lang], [404, 'de'])
  assert.match(answer.heading ?? '', /keinen Shop/)
})

test('the address without its last slash keeps its query', async () => {
  for (const path of ['/shop?code=AUTUMN&lang=de', '/shop']) {
    const { status, headers } = await house.call('GET', path)
    assert.deepEqual([status, headers.location], [301, path.replace('/shop', '/shop/')])
  }
})

test('what is served says the very words that the script then draws', () => {
  const drawn: Record<Language, Words> = { en, de, es, fr, nl, da }
  for (const language of languages) {
    const [served, page] = [servedWords[language], drawn[language]]
    for (const word of ['whatsOn', 'online', 'soldOut', 'free', 'freeTickets'] as const)
      assert.equal(served[word], page[word])
    for (const word of ['from', 'ticketsFrom'] as const) assert.equal(served[word]('9'), page[word]('9'))
  }
})

test('what costs nothing is said to be free', async () => {
  const price = { price_minor: 0, service_fee_minor: 0, service_tax_minor: 0, rebate_minor: 0 }
  const { eventId: open } = await addOffer(house, club, { event: { title: 'Open day' }, price })
  const { description } = await page(`/shop/events/${open}`, 'nl')
  assert.match(description ?? '', /Gratis toegang$/)
})
