import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { crc32 } from 'node:zlib'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import { createParsers } from '../../platform/parsing/parsers.ts'
import { readPicture } from '../../platform/pdf/picture.ts'
import { plainPng } from '../../platform/pictures/plain-png.ts'
import { parseNetwork } from '../../platform/values/ip-address.ts'
import { logoFinder } from './logos.ts'

const PNG = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.alloc(100)])
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="10"><rect width="30" height="10" fill="#0a0"/></svg>'
const files: Record<string, Buffer> = {
  '/logo.svg': Buffer.from(SVG),
  '/logo.png': PNG,
  '/page.png': Buffer.from('<svg onload="alert(1)">'),
  '/large.png': Buffer.concat([PNG, Buffer.alloc(64 * 1024)]),
}
/** What pictures say beside themselves, and no reader sees. */
function textChunk(bytes: number): Buffer {
  const body = Buffer.concat([Buffer.from('tEXt'), Buffer.alloc(bytes, 'a')])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(bytes)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const asked: string[] = []
const nothingStored = async () => undefined
const server = createServer(({ url = '' }, response) => {
  asked.push(url)
  response.statusCode = files[url] ? 200 : 404
  response.setHeader('content-type', 'image/png')
  response.end(files[url])
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const outbound = createOutbound({ allow: [parseNetwork('127.0.0.0/8')] })
const parsers = createParsers()
after(() => parsers.close())
after(async () => {
  await outbound.close()
  server.close()
})

test('a logo stands in the mail itself, and is asked for once', async () => {
  const find = logoFinder({ outbound, parsers }, nothingStored)
  const logos = await Promise.all([find(`${at}/logo.png`), find(`${at}/logo.png`)])
  for (const logo of logos) assert.deepEqual([logo?.content_type, logo?.content.length], ['image/png', PNG.length])
  assert.deepEqual(asked.splice(0), ['/logo.png'])
})

test('a vector graphic is drawn as a picture, since no mail program shows one', async () => {
  const logo = await logoFinder({ outbound, parsers }, nothingStored)(`${at}/logo.svg`)
  assert.deepEqual([logo?.content_type, logo?.filename], ['image/png', 'logo.png'])
  const picture = await readPicture(logo?.content ?? Buffer.alloc(0))
  assert.deepEqual([picture?.width, picture?.height], [480, 160])
  asked.splice(0)
})

test('what is no picture, too large, missing or inside our own network is left out, and asked for once', async () => {
  const find = logoFinder({ outbound, parsers }, nothingStored)
  for (const path of ['/page.png', '/large.png', '/missing.png', '/missing.png'])
    assert.equal(await find(at + path), undefined, path)
  assert.equal(asked.splice(0).length, 3)
  const guarded = createOutbound()
  assert.equal(await logoFinder({ outbound: guarded, parsers }, nothingStored)(`${at}/logo.png`), undefined)
  await guarded.close()
  assert.deepEqual(asked, [])
  assert.equal(await find(null), undefined)
})

test('an uploaded logo is read and not asked for, and drawn smaller where it is heavier than others may be', async () => {
  const light = plainPng(96, '#0f6b46')
  const noise = Buffer.concat([
    plainPng(600, '#0f6b46').subarray(0, 33),
    textChunk(70_000),
    plainPng(600, '#0f6b46').subarray(33),
  ])
  const stored: Record<string, Buffer> = {
    'https://us.example/light.png': light,
    'https://us.example/heavy.png': noise,
  }
  const find = logoFinder({ outbound, parsers }, async (address) => stored[address])
  assert.deepEqual((await find('https://us.example/light.png'))?.content, light)
  const heavy = await find('https://us.example/heavy.png')
  const picture = await readPicture(heavy?.content ?? Buffer.alloc(0))
  assert.deepEqual([picture?.width, picture?.height], [240, 240])
  assert.deepEqual(asked.splice(0), [])
})
