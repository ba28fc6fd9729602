import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createParsers } from '../parsing/parsers.ts'
import { drawSvgs } from './draw-svg.ts'

const parsers = createParsers()
after(() => parsers.close())

const svg = (inside: string, size = 'width="100" height="100"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inside}</svg>`,
  )
const BYTES_MAX = 64 * 1024
const fill = (text: string) => text.repeat(Math.floor(BYTES_MAX / text.length) - 10)

/** Each level shows the one before ten times: a file of a kilobyte draws as many squares as one says. */
function bomb(levels: number): string {
  const level = (n: number) =>
    `<g id="l${n}">${Array.from({ length: 10 }, () => `<use xlink:href="#l${n - 1}"/>`).join('')}</g>`
  const all = Array.from({ length: levels }, (_, n) => level(n + 1)).join('')
  return `<defs><rect id="l0" width="9" height="9"/>${all}</defs><use xlink:href="#l${levels}"/>`
}

/** A text that stands for itself ten times, level by level. */
const entities = Buffer.from(
  `<!DOCTYPE svg [<!ENTITY a "<rect width='1' height='1'/>">${Array.from(
    { length: 8 },
    (_, n) => `<!ENTITY ${'bcdefghij'[n]} "${`&${'abcdefghi'[n]};`.repeat(10)}">`,
  ).join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">&i;</svg>`,
)

const hostile: Record<string, Buffer> = {
  'what refers to itself': svg('<g id="a"><use xlink:href="#a"/></g><use xlink:href="#a"/>'),
  'nine levels of ten': svg(bomb(9)),
  'entities of entities': entities,
  'groups within groups': svg(fill('<g>')),
  'a path of many points': svg(`<path stroke="red" d="M0 0${fill('L9 9 0 9')}"/>`),
  'shadows of shadows': svg(
    `<filter id="f">${fill('<feGaussianBlur stdDeviation="90"/>')}</filter><rect filter="url(#f)" width="99" height="99"/>`,
  ),
  'patterns of patterns': svg(
    `${Array.from({ length: 12 }, (_, n) => `<pattern id="p${n + 1}" width=".1" height=".1"><rect width="99" height="99" fill="url(#p${n})"/></pattern>`).join('')}<rect width="99" height="99" fill="url(#p12)"/>`,
  ),
  'a drawing as large as a country': svg('<rect width="9" height="9"/>', 'width="1e9" height="1e9"'),
  'a drawing of no height': svg('<rect width="9" height="9"/>', 'width="1e9" height="1e-9"'),
}

for (const [name, file] of Object.entries(hostile))
  test(`an SVG is drawn or given up, no larger than its box, and the next one is drawn: ${name}`, async () => {
    const drawings = await drawSvgs(parsers, name, [{ svg: file, width: 100, height: 100 }])
    assert.ok(drawings.length <= 1)
    for (const { width, height } of drawings) assert.ok(width <= 100 && height <= 100, `${width} × ${height}`)
    const [next] = await drawSvgs(parsers, `after ${name}`, [
      { svg: svg('<rect width="9" height="9"/>'), width: 9, height: 9 },
    ])
    assert.equal(next?.width, 9)
  })
