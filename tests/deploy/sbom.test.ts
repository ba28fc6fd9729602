import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '..', '..')
const write = async () =>
  (
    await promisify(execFile)(process.execPath, [join(root, 'deploy', 'write-sbom.js')], {
      maxBuffer: 16 * 1024 * 1024,
    })
  ).stdout

type Component = { name: string; version: string; purl: string; hashes?: { alg: string; content: string }[] }

test('the list of an image has every package that the program needs, by version and digest, and is the same each time', async () => {
  const text = await write()
  const { bomFormat, components } = JSON.parse(text) as { bomFormat: string; components: Component[] }
  const { dependencies } = JSON.parse(await readFile(join(root, 'server', 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const wanted = Object.entries(dependencies).filter(([name]) => !name.startsWith('@grandstand/'))
  assert.ok(wanted.length > 20)
  assert.equal(bomFormat, 'CycloneDX')
  for (const [name, version] of wanted) {
    const component = components.find((one) => one.name === name && one.version === version)
    assert.equal(component?.purl, `pkg:npm/${name.replace('@', '%40')}@${version}`)
    assert.match(component.hashes?.[0]?.content ?? '', /^[0-9a-f]{128}$/, name)
  }
  assert.equal(await write(), text)
})
