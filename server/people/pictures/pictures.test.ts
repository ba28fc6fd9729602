import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHouse } from '../../../tests/harness/house.ts'
import { pictureHead } from '../../platform/pictures/picture-head.ts'
import { plainPng } from '../../platform/pictures/plain-png.ts'

const house = await openHouse()
const club = await house.organisation()
const other = await house.organisation()

const base64 = (file: Buffer) => file.toString('base64')
const upload = (content: Buffer, smaller: Buffer[] = [], key = club.key) =>
  house.call('POST', '/v1/manage/pictures', {
    key,
    body: { content: base64(content), ...(smaller.length > 0 && { smaller: smaller.map(base64) }) },
  })
const get = (url: string, headers: Record<string, string> = {}) =>
  house.app.inject({ url: new URL(url).pathname, headers })

/** Files as they begin and end, with the size in the place where each kind has it. */
const jpeg = (width: number, height: number) => {
  const frame = Buffer.from([0xff, 0xc2, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0])
  return Buffer.concat([Buffer.from([0xff, 0xd8]), frame, scan, Buffer.from([0x55, 0xff, 0xd9])])
}
const webp = (kind: string, head: number[]) => {
  const body = Buffer.concat([Buffer.from(`WEBP${kind}\0\0\0\0`, 'latin1'), Buffer.from(head), Buffer.alloc(12)])
  const file = Buffer.concat([Buffer.from('RIFF\0\0\0\0', 'latin1'), body])
  file.writeUInt32LE(body.length, 4)
  return file
}

test('a picture is what is in it: PNG, JPEG and the three kinds of WebP, whole', () => {
  const heads = [
    plainPng(7, '#0f6b46'),
    jpeg(640, 480),
    webp('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 0x40, 0x01, 0xf0, 0x00]),
    webp('VP8L', [0x2f, 0x3f, 0xc1, 0x3b, 0x00]),
    webp('VP8X', [0, 0, 0, 0, 0x3f, 0x01, 0, 0xef, 0, 0]),
  ].map(pictureHead)
  assert.deepEqual(heads, [
    { type: 'image/png', width: 7, height: 7 },
    { type: 'image/jpeg', width: 640, height: 480 },
    { type: 'image/webp', width: 320, height: 240 },
    { type: 'image/webp', width: 320, height: 240 },
    { type: 'image/webp', width: 320, height: 240 },
  ])
  const png = plainPng(7, '#0f6b46')
  const cut = [png.subarray(0, -1), jpeg(9, 9).subarray(0, -1), Buffer.concat([png, Buffer.from('<script>')])]
  assert.deepEqual(cut.map(pictureHead), [undefined, undefined, undefined])
})

test('an uploaded picture is served to everybody, for ever, from an address that runs nothing', async () => {
  const { status, body } = await upload(plainPng(96, '#0f6b46'), [plainPng(48, '#0f6b46')])
  assert.deepEqual([status, body.width, body.height, body.content_type], [201, 96, 96, 'image/png'])
  assert.deepEqual(
    body.sizes.map(({ width }: { width: number }) => width),
    [96, 48],
  )
  const answer = await get(body.url)
  assert.deepEqual(answer.rawPayload, plainPng(96, '#0f6b46'))
  const { headers } = answer
  assert.equal(headers['content-type'], 'image/png')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.match(String(headers['content-security-policy']), /^default-src 'none'; sandbox/)
  assert.match(String(headers['cache-control']), /immutable/)
  assert.equal((await get(body.url, { 'if-none-match': String(headers.etag) })).statusCode, 304)
})

test('an address with a width answers the narrowest that is wide enough, else the widest', async () => {
  const { body } = await upload(plainPng(90, '#123456'), [plainPng(60, '#123456'), plainPng(30, '#123456')])
  const widthAt = async (width: number) => {
    const { rawPayload } = await get(body.url.replace('.png', `-${width}.png`))
    return pictureHead(rawPayload)?.width
  }
  assert.deepEqual([await widthAt(20), await widthAt(30), await widthAt(31), await widthAt(900)], [30, 30, 60, 90])
})

test('the same picture again is the same address, and one row', async () => {
  const [first, second] = [await upload(plainPng(11, '#aa0000')), await upload(plainPng(11, '#aa0000'))]
  assert.equal(first.body.url, second.body.url)
  const rows = await house.sql`
    select width
    from pictures
    where org_id = ${club.orgId}
      and width = 11`
  assert.equal(rows.length, 1)
})

test('no picture: a script, a vector graphic, too many points, another shape or type, too heavy', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const large = plainPng(4, '#000000')
  large.writeUInt32BE(8193, 16)
  const heavy = Buffer.concat([
    plainPng(4, '#000000').subarray(0, 33),
    Buffer.alloc(1024 * 1024),
    plainPng(4, '#000000').subarray(33),
  ])
  const refused = [
    [await upload(svg), 'content'],
    [await upload(large), 'content'],
    [await upload(plainPng(8, '#000000'), [plainPng(8, '#000000')]), 'smaller[0]'],
    [await upload(plainPng(8, '#000000'), [jpeg(4, 4)]), 'smaller[0]'],
    [await upload(jpeg(800, 400), [jpeg(400, 300)]), 'smaller[0]'],
    [await upload(heavy), 'content'],
  ] as const
  for (const [{ status, body }, param] of refused) {
    assert.deepEqual([status, body.error.errors[0].param], [400, param])
  }
})

test('an address of another organisation, of another type or of nothing is not there', async () => {
  const { body } = await upload(plainPng(13, '#00aa00'))
  const elsewhere = body.url.replace(`/pictures/${club.orgId}/`, `/pictures/${other.orgId}/`)
  const gone = [elsewhere, body.url.replace('.png', '.jpg'), body.url.replace(/[0-9a-f]{32}/, '0'.repeat(32))]
  for (const url of gone) assert.equal((await get(url)).statusCode, 404)
})

test('where there are a thousand files, those that nothing names and nobody is about to use give way', async () => {
  const crowded = await house.organisation()
  const old = new Date(house.clock().getTime() - 2 * 24 * 3600 * 1000)
  const { body } = await upload(plainPng(17, '#0000aa'), [], crowded.key)
  await house.call('PATCH', '/v1/manage/organisation', { key: crowded.key, body: { logo_image: body.url } })
  await house.sql`
    insert into pictures (org_id, digest, width, height, content_type, content, created_at)
    select ${crowded.orgId}, md5(number::text), 1, 1, 'image/png', '\\x00', ${old}
    from generate_series(2, 1000) number`
  await house.sql`update pictures set created_at = ${old} where org_id = ${crowded.orgId}`
  assert.equal((await upload(plainPng(18, '#0000aa'), [], crowded.key)).status, 201)
  const left = await house.sql<{ width: number }[]>`
    select width
    from pictures
    where org_id = ${crowded.orgId}
    order by width`
  assert.deepEqual(
    left.map(({ width }) => width),
    [17, 18],
  )
})
