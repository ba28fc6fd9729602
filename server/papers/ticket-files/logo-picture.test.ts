import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { addMember } from '../../../tests/builders/members.ts'
import { addOrder } from '../../../tests/builders/orders.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { checkPdf, pdfCodes, pdfPictures, pdfTexts, pdfToolsMissing } from '../../../tests/outside/pdf-tools.ts'

const skip = { skip: pdfToolsMissing }
const png = await readFile(new URL('../../../faces/scan/icon-192.png', import.meta.url))
const files: Record<string, Buffer> = {
  '/logo.png': png,
  '/cut.png': png.subarray(0, png.length / 2),
  '/page.png': Buffer.from('<html>'),
}
const asked: string[] = []
const server = createServer(({ url = '' }, response) => {
  asked.push(url)
  response.statusCode = files[url] ? 200 : 404
  response.end(files[url])
}).listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => server.close())
const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const house = await openHouse()
const club = await house.organisation({ name: 'Harbour City FC' })
const { orderId } = await addOrder(house, club, await addOffer(house, club), { tickets: 3 })

async function ticketsWith(logo: string, paper = ''): Promise<Buffer> {
  const body = { logo_image: at + logo }
  assert.equal((await house.call('PATCH', '/v1/manage/organisation', { key: club.key, body })).status, 200)
  const url = `/v1/orders/${orderId}/tickets.pdf${paper}`
  const { statusCode, rawPayload } = await house.app.inject({
    url,
    headers: { authorization: `Bearer ${club.key}` },
  })
  assert.equal(statusCode, 200)
  await checkPdf(rawPayload)
  return rawPayload
}

test(
  'the organisation’s logo is on its tickets, once in the file, beside its name and a code that is read',
  skip,
  async () => {
    for (const paper of ['', '?paper=a4', '?paper=140x51']) {
      const pdf = await ticketsWith('/logo.png', paper)
      const pictures = await pdfPictures(pdf)
      assert.ok(pictures.length > 0 && pictures.every((picture) => picture.includes(' 192 192 ')), pictures.join())
      assert.equal(pdf.toString('latin1').match(/\/Subtype \/Image/g)?.length, new Set(pictures).size)
      assert.match((await pdfTexts(pdf))[0] ?? '', /Harbour City FC/)
      assert.ok((await pdfCodes(pdf)).length > 0)
    }
    assert.deepEqual(asked, ['/logo.png'], 'it is fetched once for them all')
  },
)

test('a logo that is cut off, no picture or not there leaves the ticket as it is without one', skip, async () => {
  for (const logo of ['/cut.png', '/page.png', '/missing.png']) {
    const pdf = await ticketsWith(logo)
    assert.deepEqual(await pdfPictures(pdf), [], logo)
    assert.match((await pdfTexts(pdf))[0] ?? '', /Harbour City FC/)
  }
})

test('it is on the card of a member, too', skip, async () => {
  const body = { logo_image: `${at}/logo.png` }
  await house.call('PATCH', '/v1/manage/organisation', { key: club.key, body })
  const url = `/v1/members/${await addMember(house, club)}/card.pdf`
  const { rawPayload } = await house.app.inject({ url, headers: { authorization: `Bearer ${club.key}` } })
  await checkPdf(rawPayload)
  assert.ok((await pdfPictures(rawPayload)).length > 0)
  assert.equal((await pdfCodes(rawPayload)).length, 1)
})
