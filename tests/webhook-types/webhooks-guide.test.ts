import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import type { KeyObject } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { headersOf, keyOf, makeSecret } from '../../server/messages/webhooks/signature.ts'
import { deliveriesOf, openWebhookHouse } from '../builders/webhooks.ts'
import { freePort } from '../harness/free-port.ts'

const page = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'guides', 'webhooks.md'), 'utf8')
const folder = await mkdtemp(join(tmpdir(), 'grandstand-guide-'))
after(() => rm(folder, { recursive: true, force: true }))
const house = await openWebhookHouse()

type Language = { file: string; fence: string; program: string; args: (file: string, port: number) => string[] }
const languages: Language[] = [
  { file: 'receiver.mjs', fence: 'js', program: process.execPath, args: (file) => [file] },
  { file: 'receiver.py', fence: 'python', program: 'python3', args: (file) => [file] },
  { file: 'receiver.php', fence: 'php', program: 'php', args: (file, port) => ['-S', `127.0.0.1:${port}`, file] },
]

for (const { file, fence, program, args } of languages) {
  const skip = spawnSync(program, ['--version']).status === 0 ? false : `${program} is not installed`
  test(`${file} of the guide takes what is genuine, also while the secret is rolled, and refuses what is forged or old`, {
    skip,
  }, async () => {
    const code = page.match(new RegExp(`\`\`\`${fence}\\n([^]*?)\`\`\``))?.[1] ?? ''
    assert.ok(code.split('\n', 1)[0]?.includes(file), `the page has no ${file}`)
    await writeFile(join(folder, file), code)
    const club = await house.organisation()
    const port = await freePort()
    const url = `http://127.0.0.1:${port}/`
    const { secret } = await house.endpoint(club, url)
    const child = spawn(program, args(join(folder, file), port), {
      env: { PATH: process.env.PATH ?? '', PORT: String(port), WEBHOOK_SECRET: secret },
      stdio: 'ignore',
    })
    try {
      await listening(url, child)
      await house.raise(club)
      await house.sender().drain()
      const [delivery] = await deliveriesOf(house, club)
      assert.deepEqual([delivery.status, delivery.attempts[0]?.response_status], ['succeeded', 204])
      const [own, other] = [keyOf(secret), keyOf(makeSecret())]
      assert.equal(await post(url, [other, own]), 204)
      assert.equal(await post(url, [other]), 400)
      assert.equal(await post(url, [own], 10 * 60_000), 400)
      assert.equal((await fetch(url, { method: 'POST', body: '{}' })).status, 400)
    } finally {
      child.kill('SIGKILL')
    }
  })
}

/** A message as we would send it, signed by these keys so long ago. */
async function post(url: string, keys: KeyObject[], ageMs = 0): Promise<number> {
  const body = JSON.stringify({ type: 'ping', timestamp: new Date().toISOString(), org_id: '1', data: {}, sequence: 1 })
  const headers = headersOf('msg_1', new Date(Date.now() - ageMs), body, keys)
  return (await fetch(url, { method: 'POST', headers, body })).status
}

/** Asks until the receiver answers; the test's own time limit bounds it. */
async function listening(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    if (await fetch(url, { method: 'POST' }).catch(() => undefined)) return
  }
  throw new Error('the receiver ended before it listened')
}
