import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from './config.ts'
import { readSecret } from './secret.ts'

const DATA_DIR = await mkdtemp(join(tmpdir(), 'grandstand-secret-'))
after(() => rm(DATA_DIR, { recursive: true, force: true }))
const config = readConfig({ DATA_DIR })

test('a secret is made once and kept', async () => {
  const newSecret = await readSecret(config)
  assert.ok(newSecret.length >= 32)
  assert.equal(await readSecret(config), newSecret)
})

test('a secret file that was cut short is refused: what is sealed under nothing is not sealed', async () => {
  for (const rest of ['', 'half of it']) {
    await writeFile(join(DATA_DIR, 'secret'), rest)
    await assert.rejects(readSecret(config), /secret in DATA_DIR/)
  }
})
