import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type Archive, describeFile, fileId, INVOICE_FILE, pdfTime } from './archive.ts'
import type { Font } from './font.ts'
import { pack } from './pack.ts'
import { createPage, POINTS_A_MM, type PrintedPage, type UsedFonts, type UsedPictures } from './page.ts'
import type { Picture } from './picture.ts'
import { srgbProfile } from './srgb-profile.ts'

/** Packing one takes a third of a millisecond: after so many, other requests have a turn. */
const PAGES_A_TURN = 20

export type Pdf = { addPage(width: number, height: number): PrintedPage; finish(): Promise<Buffer> }

/**
 * A PDF 1.7 file: pages of lines, letters, grids and pictures, nothing else. Fonts are cut to the glyphs that the pages use, and each glyph
 * says which character it is, so that names can be searched, copied and read aloud. With an `archive` it is one that is kept for years.
 */
export function createPdf(about: { title: string; author: string; language: string }, archive?: Archive): Pdf {
  const fonts: UsedFonts = new Map()
  const pictures: UsedPictures = new Map()
  const pages: PrintedPage[] = []
  return {
    addPage(width, height) {
      const page = createPage(width, height, fonts, pictures)
      pages.push(page)
      return page
    },
    async finish() {
      const file = createFile()
      const catalog = file.reserve()
      const tree = file.reserve()
      const resources = file.reserve()
      const info = file.reserve()
      const faces: string[] = []
      for (const [font, { name, glyphs }] of fonts)
        faces.push(`/${name} ${embed(file, font, glyphs, archive !== undefined)} 0 R`)
      const images = [...pictures].map(([picture, name]) => `/${name} ${embedPicture(file, picture)} 0 R`)
      file.put(resources, `<< /Font << ${faces.join(' ')} >> /XObject << ${images.join(' ')} >> >>`)
      const kids: string[] = []
      for (const [index, page] of pages.entries()) {
        if (index % PAGES_A_TURN === PAGES_A_TURN - 1) await setImmediate()
        const content = file.addPacked('', pack(Buffer.from(page.content(), 'latin1')))
        const size = `0 0 ${points(page.width)} ${points(page.height)}`
        const leaf = `<< /Type /Page /Parent ${tree} 0 R /MediaBox [${size}] /Resources ${resources} 0 R /Contents ${content} 0 R >>`
        kids.push(`${file.add(leaf)} 0 R`)
      }
      file.put(tree, `<< /Type /Pages /Count ${pages.length} /Kids [${kids.join(' ')}] >>`)
      file.put(
        catalog,
        `<< /Type /Catalog /Pages ${tree} 0 R /Lang ${text(about.language)} /ViewerPreferences << /DisplayDocTitle true >> ` +
          `${archive ? archiveEntries(file, about, archive) : ''}>>`,
      )
      const times = archive ? `/CreationDate ${pdfTime(archive.createdAt)} /ModDate ${pdfTime(archive.createdAt)} ` : ''
      file.put(
        info,
        `<< /Title ${text(about.title)} /Author ${text(about.author)} /Producer ${text('Grandstand')} ${times}>>`,
      )
      return file.finish(`/Root ${catalog} 0 R /Info ${info} 0 R`, archive !== undefined)
    },
  }
}

const points = (mm: number): string => String(Math.round(mm * POINTS_A_MM * 1000) / 1000)

/** Any text, as UTF-16 in hexadecimal: nothing in it can end the string. */
const text = (value: string): string => `<feff${Buffer.from(value, 'utf16le').swap16().toString('hex')}>`

type File = ReturnType<typeof createFile>

function createFile() {
  const objects: Buffer[] = []
  const put = (id: number, body: string | Buffer[]) => {
    const inner = typeof body === 'string' ? [Buffer.from(body, 'latin1')] : body
    objects[id - 1] = Buffer.concat([Buffer.from(`${id} 0 obj\n`), ...inner, Buffer.from('\nendobj\n')])
  }
  const reserve = () => objects.push(Buffer.alloc(0))
  const add = (body: string | Buffer[]) => {
    const id = reserve()
    put(id, body)
    return id
  }
  const addStream = (entries: string, data: Buffer): number => {
    const head = `<< ${entries} /Length ${data.length} >>\nstream\n`
    return add([Buffer.from(head, 'latin1'), data, Buffer.from('\nendstream')])
  }
  return {
    reserve,
    put,
    add,
    addStream,
    addPacked: (entries: string, packed: Buffer): number => addStream(`${entries} /Filter /FlateDecode`, packed),
    finish(trailer: string, isKept: boolean): Buffer {
      // The bytes above 127 tell programs that copy the file that it is not text.
      const start = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')
      let offset = start.length
      const table = objects.map((object) => {
        const entry = `${String(offset).padStart(10, '0')} 00000 n \n`
        offset += object.length
        return entry
      })
      const size = objects.length + 1
      const end = `xref\n0 ${size}\n0000000000 65535 f \n${table.join('')}trailer\n<< /Size ${size} ${trailer}${isKept ? ` /ID ${fileId(objects)}` : ''} >>\nstartxref\n${offset}\n%%EOF\n`
      return Buffer.concat([start, ...objects, Buffer.from(end)])
    },
  }
}

/** What the catalog of a kept file names: its description, whose colours it has, and the invoice inside. */
function archiveEntries(
  file: File,
  about: { title: string; author: string; language: string },
  archive: Archive,
): string {
  const metadata = file.addStream('/Type /Metadata /Subtype /XML', Buffer.from(describeFile(about, archive)))
  const profile = file.addPacked('/N 3', pack(srgbProfile()))
  const intent =
    `<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) /Info (sRGB) ` +
    `/RegistryName (http://www.color.org) /DestOutputProfile ${profile} 0 R >>`
  const entries = `/Metadata ${metadata} 0 R /OutputIntents [${intent}] `
  return archive.invoiceXml === null ? entries : `${entries}${attach(file, archive.createdAt, archive.invoiceXml)}`
}

/** Attaches the e-invoice to the file, declared as an alternative of the printed pages. */
function attach(file: File, createdAt: Date, xml: string): string {
  const data = Buffer.from(xml)
  const checksum = createHash('md5').update(data).digest('hex')
  const embedded = file.addPacked(
    `/Type /EmbeddedFile /Subtype /text#2Fxml ` +
      `/Params << /Size ${data.length} /CheckSum <${checksum}> /ModDate ${pdfTime(createdAt)} >>`,
    pack(data),
  )
  const name = text(INVOICE_FILE)
  const spec = file.add(
    `<< /Type /Filespec /F (${INVOICE_FILE}) /UF ${name} /Desc ${text('Factur-X')} /AFRelationship /Alternative ` +
      `/EF << /F ${embedded} 0 R /UF ${embedded} 0 R >> >>`,
  )
  return `/AF [${spec} 0 R] /Names << /EmbeddedFiles << /Names [(${INVOICE_FILE}) ${spec} 0 R] >> >> /PageMode /UseNone `
}

function embedPicture(file: File, { colours, opacity }: Picture): number {
  const mask = opacity ? ` /SMask ${file.addStream(opacity.entries, opacity.data)} 0 R` : ''
  return file.addStream(`${colours.entries}${mask}`, colours.data)
}

const SYMBOLIC = 4

function embed(file: File, font: Font, glyphs: Map<number, number>, exactly: boolean): number {
  const { name, program, programBytes, toUnicode, widths } = font.cutFor(glyphs, exactly)
  const fontFile = file.addPacked(`/Length1 ${programBytes}`, program)
  const characters = file.addPacked('', toUnicode)
  const { box, ascent, descent } = font.metrics
  const descriptor = file.add(
    `<< /Type /FontDescriptor /FontName /${name} /Flags ${SYMBOLIC} /FontBBox [${box.join(' ')}] /ItalicAngle 0 ` +
      `/Ascent ${ascent} /Descent ${descent} /CapHeight ${ascent} /StemV 80 /FontFile2 ${fontFile} 0 R >>`,
  )
  const descendant = file.add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) ` +
      `/Supplement 0 >> /FontDescriptor ${descriptor} 0 R /CIDToGIDMap /Identity /W [${widths}] >>`,
  )
  return file.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] ` +
      `/ToUnicode ${characters} 0 R >>`,
  )
}
