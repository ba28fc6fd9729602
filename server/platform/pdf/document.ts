import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import type { Font } from './font.ts'
import { createPage, POINTS_A_MM, type PrintedPage, type UsedFonts } from './page.ts'

const deflated = promisify(deflate)

export type Pdf = { addPage(width: number, height: number): PrintedPage; finish(): Promise<Buffer> }

/**
 * A PDF 1.7 file: pages of lines, letters and grids, nothing else. Fonts are cut to the glyphs that the pages use, and each glyph
 * says which character it is, so that names can be searched, copied and read aloud.
 */
export function createPdf(about: { title: string; author: string; language: string }): Pdf {
  const fonts: UsedFonts = new Map()
  const pages: PrintedPage[] = []
  return {
    addPage(width, height) {
      const page = createPage(width, height, fonts)
      pages.push(page)
      return page
    },
    async finish() {
      const file = createFile()
      const [catalog, tree, resources, info] = [file.reserve(), file.reserve(), file.reserve(), file.reserve()]
      const faces: string[] = []
      for (const [font, { name, glyphs }] of fonts) faces.push(`/${name} ${await embed(file, font, glyphs)} 0 R`)
      file.put(resources, `<< /Font << ${faces.join(' ')} >> >>`)
      const kids: string[] = []
      for (const page of pages) {
        const content = await file.addStream('', Buffer.from(page.content(), 'latin1'))
        const size = `0 0 ${points(page.width)} ${points(page.height)}`
        const leaf = `<< /Type /Page /Parent ${tree} 0 R /MediaBox [${size}] /Resources ${resources} 0 R /Contents ${content} 0 R >>`
        kids.push(`${file.add(leaf)} 0 R`)
      }
      file.put(tree, `<< /Type /Pages /Count ${pages.length} /Kids [${kids.join(' ')}] >>`)
      file.put(
        catalog,
        `<< /Type /Catalog /Pages ${tree} 0 R /Lang ${text(about.language)} /ViewerPreferences << /DisplayDocTitle true >> >>`,
      )
      file.put(info, `<< /Title ${text(about.title)} /Author ${text(about.author)} /Producer ${text('Grandstand')} >>`)
      return file.finish(`/Root ${catalog} 0 R /Info ${info} 0 R`)
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
  return {
    reserve,
    put,
    add,
    async addStream(entries: string, plain: Buffer): Promise<number> {
      const packed = await deflated(plain)
      const head = `<< ${entries} /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`
      return add([Buffer.from(head, 'latin1'), packed, Buffer.from('\nendstream')])
    },
    finish(trailer: string): Buffer {
      // The bytes above 127 tell whoever copies the file that it is not text.
      const start = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')
      let offset = start.length
      const table = objects.map((object) => {
        const entry = `${String(offset).padStart(10, '0')} 00000 n \n`
        offset += object.length
        return entry
      })
      const size = objects.length + 1
      const end = `xref\n0 ${size}\n0000000000 65535 f \n${table.join('')}trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${offset}\n%%EOF\n`
      return Buffer.concat([start, ...objects, Buffer.from(end)])
    },
  }
}

const SYMBOLIC = 4

async function embed(file: File, font: Font, glyphs: Map<number, number>): Promise<number> {
  const program = font.cut(glyphs.keys())
  const fontFile = await file.addStream(`/Length1 ${program.length}`, program)
  const toUnicode = await file.addStream('', Buffer.from(unicodeMap(glyphs)))
  const { box, ascent, descent } = font.metrics
  // Six letters before the name say that it is not the whole font.
  const name = `/TICKET+${font.name}`
  const descriptor = file.add(
    `<< /Type /FontDescriptor /FontName ${name} /Flags ${SYMBOLIC} /FontBBox [${box.join(' ')}] /ItalicAngle 0 ` +
      `/Ascent ${ascent} /Descent ${descent} /CapHeight ${ascent} /StemV 80 /FontFile2 ${fontFile} 0 R >>`,
  )
  const widths = [...glyphs.keys()].sort((a, b) => a - b).map((glyph) => `${glyph} [${font.advanceOf(glyph)}]`)
  const descendant = file.add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont ${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) ` +
      `/Supplement 0 >> /FontDescriptor ${descriptor} 0 R /CIDToGIDMap /Identity /W [${widths.join(' ')}] >>`,
  )
  return file.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont ${name} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] ` +
      `/ToUnicode ${toUnicode} 0 R >>`,
  )
}

/** As many pairs as one block of the map may have. */
const PAIRS_MAX = 100

function unicodeMap(glyphs: Map<number, number>): string {
  const pairs = [...glyphs].map(([glyph, codePoint]) => `<${hex(glyph)}> <${utf16(codePoint)}>`)
  const blocks = Array.from({ length: Math.ceil(pairs.length / PAIRS_MAX) }, (_, index) => {
    const block = pairs.slice(index * PAIRS_MAX, (index + 1) * PAIRS_MAX)
    return `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`
  })
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n')
}

const hex = (glyph: number): string => glyph.toString(16).padStart(4, '0')
const utf16 = (codePoint: number): string =>
  Buffer.from(String.fromCodePoint(codePoint), 'utf16le').swap16().toString('hex')
