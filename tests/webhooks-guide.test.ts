import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { deliveriesOf, openWebhookHouse } from '../server/webhooks/webhooks-fixture.ts'

const page = await readFile(join(import.meta.dirname, '..', 'docs', 'guides', 'webhooks.md'), 'utf8')
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
  test(`${file} of the guide takes a genuine message and refuses a forged one`, { skip }, async () => {
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
      assert.equal(await forged(club.key, url), 400)
    } finally {
      child.kill('SIGKILL')
    }
  })
}

/** The same message, as somebody without the secret would send it. */
async function forged(key: string, url: string): Promise<number> {
  const { body } = await house.call('GET', '/v1/webhook_messages', { key })
  const { message_id: id, ...message } = body.data[0]
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
  }
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(message) })).status
}

/** Asks until somebody answers; the test's own time limit bounds it. */
async function listening(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    if (await fetch(url, { method: 'POST' }).catch(() => undefined)) return
  }
  throw new Error('the receiver ended before it listened')
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
