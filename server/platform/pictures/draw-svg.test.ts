import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createParsers } from '../parsing/parsers.ts'
import { drawSvgs, isSvg } from './draw-svg.ts'

const parsers = createParsers()
after(() => parsers.close())

const svg = (inside: string, size = 'width="200" height="100"') =>
  Buffer.from(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" ${size}>${inside}</svg>`)
const box = { width: 80, height: 80 }

test('an SVG is drawn as large as fits into its box, with its colours', async () => {
  const [wide, high] = await drawSvgs(parsers, 1, [
    { svg: svg('<rect width="200" height="100" fill="#cc0000"/>'), ...box },
    { svg: svg('<rect width="50" height="100" fill="#00cc00"/>', 'width="50" height="100"'), ...box },
  ])
  assert.deepEqual([wide?.width, wide?.height, high?.width, high?.height], [80, 40, 40, 80])
  assert.deepEqual([...(wide?.pixels.subarray(0, 4) ?? [])], [204, 0, 0, 255])
  assert.equal(wide?.png.subarray(1, 4).toString(), 'PNG')
})

test('what is no SVG, or is broken, is not drawn, and the next one is', async () => {
  assert.deepEqual(await drawSvgs(parsers, 1, [{ svg: Buffer.from('<svg'), ...box }]), [])
  assert.deepEqual(await drawSvgs(parsers, 1, [{ svg: Buffer.from('<html></html>'), ...box }]), [])
  assert.equal((await drawSvgs(parsers, 1, [{ svg: svg('<circle r="9"/>'), ...box }])).length, 1)
})

test('an SVG reaches neither files nor addresses', async () => {
  const outside = ['file:///etc/passwd', 'http://127.0.0.1:1/logo.png', '/etc/passwd']
  for (const href of outside) {
    const [drawn] = await drawSvgs(parsers, 1, [
      { svg: svg(`<image href="${href}" width="200" height="100"/>`), ...box },
    ])
    assert.ok(
      drawn?.pixels.every((value) => value === 0),
      href,
    )
  }
})

test('an SVG is told by how it begins', () => {
  for (const text of ['<svg>', '\n<?xml version="1.0"?>\n<!-- by hand -->\n<svg width="1">', '\uFEFF<svg '])
    assert.ok(isSvg(Buffer.from(text)), text)
  for (const text of ['<html><svg>', '', '<svgx>', 'svg']) assert.ok(!isSvg(Buffer.from(text)), text)
})
