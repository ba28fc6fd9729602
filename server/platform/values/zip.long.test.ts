import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type ZipEntry, zipFile } from './zip.ts'

const folder = await mkdtemp(join(tmpdir(), 'grandstand-zip-'))
after(() => rm(folder, { recursive: true }))
const python = spawnSync('python3', ['--version']).status === 0
const read = { skip: !python && 'python3 is not installed' }
const at = new Date('2027-03-31T21:30:10Z')

async function archive(entries: Iterable<ZipEntry>): Promise<Buffer> {
  async function* given() {
    yield* entries
  }
  const pieces: Buffer[] = []
  for await (const piece of zipFile(given())) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function* inPieces(text: string) {
  for (let from = 0; from < text.length; from += 1000) yield Buffer.from(text.slice(from, from + 1000))
}

/** Another reader than our writer: Python's, which checks every sum. */
const unpack = (file: string) =>
  execFileSync('python3', [
    '-c',
    'import sys, zipfile\narchive = zipfile.ZipFile(sys.argv[1])\nassert archive.testzip() is None\narchive.extractall(sys.argv[2])\nprint(len(archive.namelist()))',
    file,
    folder,
  ])
    .toString()
    .trim()

test(
  'what is whole, what comes in pieces, what is compressed already and what is empty is read back as it was',
  read,
  async () => {
    const long = 'date;account;debit\r\n'.repeat(20_000)
    const file = join(folder, 'a.zip')
    const entries = [
      { name: 'ledger.csv', at, content: inPieces(long) },
      { name: 'documents/2027-1 Größe.pdf', at, content: Buffer.from([0, 255, 10, 13]), isCompressed: true },
      { name: 'documents/2027-1.xml', at, content: Buffer.from('<a/>') },
      { name: 'empty.csv', at, content: inPieces('') },
    ]
    await writeFile(file, await archive(entries))
    assert.equal(unpack(file), '4')
    assert.equal(await readFile(join(folder, 'ledger.csv'), 'utf8'), long)
    assert.deepEqual(await readFile(join(folder, 'documents/2027-1 Größe.pdf')), Buffer.from([0, 255, 10, 13]))
    assert.equal(await readFile(join(folder, 'documents/2027-1.xml'), 'utf8'), '<a/>')
    assert.equal(await readFile(join(folder, 'empty.csv'), 'utf8'), '')
  },
)

test('more files than the old form of archives has room for are all there', read, async () => {
  const file = join(folder, 'many.zip')
  const many = Array.from({ length: 66_000 }, (_, n) => ({
    name: `many/${n}`,
    at,
    content: Buffer.alloc(0),
    isCompressed: true,
  }))
  await writeFile(file, await archive(many))
  const listed = execFileSync('python3', [
    '-c',
    'import sys, zipfile\nprint(len(zipfile.ZipFile(sys.argv[1]).namelist()))',
    file,
  ])
  assert.equal(listed.toString().trim(), '66000')
})

test('the same files are the same bytes, and a file that fails half way fails the archive', async () => {
  const entries = () => [{ name: 'a', at, content: inPieces('x'.repeat(5000)) }]
  assert.deepEqual(await archive(entries()), await archive(entries()))
  async function* failing(): AsyncGenerator<Buffer> {
    yield Buffer.from('a')
    throw new Error('gone')
  }
  await assert.rejects(archive([{ name: 'a', at, content: failing() }]), /gone/)
})
