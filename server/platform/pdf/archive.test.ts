import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import {
  checkPdf,
  type PdfObject,
  pdfAttachment,
  pdfFonts,
  pdfObjects,
  pdfToolsMissing,
  renderPdf,
} from '../../../tests/outside/pdf-tools.ts'
import { createPdf } from './document.ts'
import { setLine } from './line.ts'
import { createTypefaces } from './typefaces.ts'

const about = { title: 'Invoice RE-1 & more', author: 'Harbour City <FC>', language: 'de' }
const createdAt = new Date('2026-11-18T10:30:00.123Z')
const invoiceXml = '<?xml version="1.0" encoding="UTF-8"?>\n<x>§ 4 Nr. 22b</x>\n'

async function makeFile(xml: string | null): Promise<Buffer> {
  const pdf = createPdf(about, { createdAt, invoiceXml: xml })
  const { clusters } = setLine(createTypefaces().text, 'Rechnung für Zoë')
  pdf.addPage(210, 297).text(20, 40, clusters, { size: 12, colour: [0, 0, 0] })
  return pdf.finish()
}

/** By the rules of ISO 19005-3 that depend on what is in a file of ours, by their clauses. Programs of others read it besides. */
describe('a file that is kept for years', { skip: pdfToolsMissing }, () => {
  let file: Buffer
  let objects: Record<string, PdfObject>
  const dictionary = (reference: unknown) => {
    const object = objects[`obj:${reference}`]
    return object?.value ?? object?.stream?.dict ?? {}
  }
  const dictionaries = () => Object.values(objects).map((object) => object.value ?? object.stream?.dict ?? {})
  const catalog = () => dictionary(objects.trailer?.value?.['/Root'])

  before(async () => {
    file = await makeFile(invoiceXml)
    objects = await pdfObjects(file)
  })

  test('6.1.2, 6.1.3: its head says that it is no text, its end has an identity and no key', async () => {
    assert.match(file.subarray(0, 20).toString('latin1'), /^%PDF-1\.7\n%[\x80-\xff]{4}\n/)
    const trailer = objects.trailer?.value ?? {}
    const [first, last] = trailer['/ID'] as string[]
    assert.ok(first && first === last)
    assert.equal(trailer['/Encrypt'], undefined)
    assert.notDeepEqual((await pdfObjects(await makeFile(null))).trailer?.value?.['/ID'], [first, last])
  })

  test('6.2.3: it says whose colours it has, and the profile is whole', () => {
    const [intent] = catalog()['/OutputIntents'] as Record<string, unknown>[]
    assert.equal(intent?.['/S'], '/GTS_PDFA1')
    assert.equal(dictionary(intent?.['/DestOutputProfile'])['/N'], 3)
  })

  test('6.2.11: every font is inside, cut, and able to say its characters', async () => {
    const fonts = await pdfFonts(file)
    assert.equal(fonts.length, 1)
    for (const font of fonts) assert.match(font, /[A-Z]{6}\+\S+ +CID TrueType +Identity-H +yes yes yes/)
    for (const font of dictionaries().filter((one) => one['/Subtype'] === '/CIDFontType2')) {
      assert.equal(font['/CIDToGIDMap'], '/Identity')
    }
  })

  test('6.6.2, 6.6.4: its description is plain, says part 3 level B, and what its dictionary says', () => {
    const metadata = dictionary(catalog()['/Metadata'])
    assert.equal(metadata['/Filter'], undefined)
    const text = file.toString('utf8')
    const xmp = text.slice(text.indexOf('<?xpacket begin'), text.indexOf('<?xpacket end'))
    assert.match(xmp, /<pdfaid:part>3<\/pdfaid:part>\n<pdfaid:conformance>B</)
    assert.match(xmp, /xml:lang="x-default">Invoice RE-1 &amp; more</)
    assert.match(xmp, /<rdf:li>Harbour City &lt;FC&gt;</)
    assert.match(xmp, /<xmp:CreateDate>2026-11-18T10:30:00Z</)
    const info = dictionary(objects.trailer?.value?.['/Info'])
    assert.equal(info['/Title'], 'u:Invoice RE-1 & more')
    assert.equal(info['/Author'], 'u:Harbour City <FC>')
    assert.equal(info['/CreationDate'], 'u:D:20261118103000Z')
    assert.equal(info['/ModDate'], 'u:D:20261118103000Z')
  })

  test('6.6.2.3: the words of Factur-X are explained where they are used', () => {
    const xmp = file.toString('utf8')
    for (const name of ['DocumentFileName', 'DocumentType', 'Version', 'ConformanceLevel']) {
      assert.match(xmp, new RegExp(`<pdfaProperty:name>${name}</pdfaProperty:name>`))
      assert.match(xmp, new RegExp(`<fx:${name}>[^<]+<`))
    }
  })

  test('6.8: the invoice is inside, as another form of the pages, and comes out as it went in', async () => {
    const [reference] = catalog()['/AF'] as string[]
    const spec = dictionary(reference)
    assert.equal(spec['/AFRelationship'], '/Alternative')
    assert.equal(spec['/F'], 'u:factur-x.xml')
    assert.equal(spec['/UF'], 'u:factur-x.xml')
    const embedded = dictionary((spec['/EF'] as Record<string, unknown>)['/F'])
    assert.equal(embedded['/Subtype'], '/text/xml')
    assert.equal(await pdfAttachment(file, 'factur-x.xml'), invoiceXml)
  })

  test('6.4, 6.5, 6.9: nothing acts, plays or is hidden', () => {
    for (const key of ['/OpenAction', '/AA', '/AcroForm', '/OCProperties']) assert.equal(catalog()[key], undefined)
    assert.ok(dictionaries().every((one) => one['/JS'] === undefined && one['/Annots'] === undefined))
  })

  test('is read by programs that others wrote', async () => {
    await checkPdf(file)
    const { complaints } = await renderPdf(file, '-png')
    assert.equal(complaints, '')
  })

  test('has no invoice inside where there is none, and says so', async () => {
    const receipt = await makeFile(null)
    await checkPdf(receipt)
    assert.doesNotMatch(receipt.toString('utf8'), /factur-x|\/AF /)
  })
})
