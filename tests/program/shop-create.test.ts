import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { grandstand } from '../harness/program.ts'

const folder = await mkdtemp(join(tmpdir(), 'grandstand shop '))
after(() => rm(folder, { recursive: true, force: true }))
const shop = join(folder, 'My Shop')
const key = `gs_pk_test_${'a'.repeat(38)}`

test('the shop is copied out as a project of its own, which builds without the rest of Grandstand', async () => {
  const result = await grandstand(['shop', 'create', shop, '--url', 'https://tickets.example.org', '--key', key])
  assert.equal(result.code, 0, result.stderr)
  const { name, dependencies } = JSON.parse(await readFile(join(shop, 'package.json'), 'utf8'))
  assert.equal(name, 'my-shop')
  assert.ok(Object.keys(dependencies).every((dependency) => !/^@grandstand\/|zxing/.test(dependency)))
  // What npm install would bring.
  await symlink(join(import.meta.dirname, '../../node_modules'), join(shop, 'node_modules'))
  await promisify(execFile)(process.execPath, ['build.mjs'], { cwd: shop })
  const page = await readFile(join(shop, 'dist/index.html'), 'utf8')
  assert.match(
    page,
    new RegExp(
      `{"url":"https://tickets.example.org","key":"${key}","tickets":"https://tickets.example.org/t/","base":"/"}`,
    ),
  )
  const assets = await readdir(join(shop, 'dist/assets'))
  for (const [, asset = ''] of page.matchAll(/"\/assets\/([^"]+)"/g)) assert.ok(assets.includes(asset), asset)
  const files = await readdir(join(shop, 'src'), { recursive: true })
  assert.deepEqual(
    files.filter((file) => /\.test\.ts$|-fixture\./.test(file)),
    [],
  )
})

test('a folder that has something in it is left alone, and a secret key never gets into a page', async () => {
  const again = await grandstand(['shop', 'create', shop, '--key', key])
  assert.deepEqual([again.code, /is not empty/.test(again.stderr)], [2, true])
  const secret = await grandstand(['shop', 'create', join(folder, 'other'), '--key', 'gs_sk_test_x'])
  assert.equal(secret.code, 2)
})
