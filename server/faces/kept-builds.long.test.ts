import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { deserialize, serialize } from 'node:v8'
import { buildFaces } from './build-faces.ts'

const cache = await mkdtemp(join(tmpdir(), 'grandstand-faces-'))
after(() => rm(cache, { recursive: true, force: true }))
const folder = join(cache, 'faces')
const file = join(folder, 'ticket.build')

/** Every asset of every face, by its name and the digest of what is in it. */
const assetsOf = async () =>
  (await buildFaces(folder)).flatMap(({ face, assets, script }) =>
    [...assets].map(([name, { etag }]) => `${face.name} ${name} ${etag} ${script}`),
  )
const isUntouched = async (act: () => Promise<unknown>) => {
  const { mtimeMs, ino } = await stat(file)
  await act()
  const later = await stat(file)
  return later.mtimeMs === mtimeMs && later.ino === ino
}

const built = await assetsOf()

/** As a start would leave it: whole, and saying so. */
async function rewrite(change: (kept: { recipe: string; digests: Map<string, string> }) => void): Promise<void> {
  const kept = deserialize((await readFile(file)).subarray(64))
  change(kept)
  const content = serialize(kept)
  await writeFile(file, [createHash('sha256').update(content).digest('hex'), content])
}

test('a second build takes what the first has kept, which is its owner’s alone', async () => {
  assert.ok(built.length > 10)
  assert.ok(await isUntouched(async () => assert.deepEqual(await assetsOf(), built)))
  assert.equal((await stat(file)).mode & 0o077, 0)
})

const damages: [sentence: string, damage: () => Promise<void>][] = [
  ['was cut short', async () => writeFile(file, (await readFile(file)).subarray(0, 5000))],
  [
    'has a byte that is another',
    async () =>
      writeFile(
        file,
        (await readFile(file)).map((byte, at) => (at === 3000 ? byte ^ 1 : byte)),
      ),
  ],
  ['is empty', () => writeFile(file, '')],
  ['is of another builder, or of other packages', () => rewrite((kept) => Object.assign(kept, { recipe: 'other' }))],
  ['has a source that was another then', () => rewrite(({ digests }) => digests.set('faces/ticket/main.tsx', 'x'))],
  ['has a source that is no longer there', () => rewrite(({ digests }) => digests.set('faces/ticket/gone.tsx', 'x'))],
]
for (const [sentence, damage] of damages) {
  test(`a build that ${sentence} is made anew, and kept`, async () => {
    await damage()
    assert.equal(await isUntouched(async () => assert.deepEqual(await assetsOf(), built)), false)
    assert.ok(await isUntouched(async () => assert.deepEqual(await assetsOf(), built)))
  })
}

test('a place where nothing can be kept is no reason not to build', async () => {
  const nowhere = join(cache, 'nothing', 'here')
  assert.equal((await buildFaces(nowhere)).length, (await buildFaces(folder)).length)
  await assert.rejects(stat(nowhere))
})
