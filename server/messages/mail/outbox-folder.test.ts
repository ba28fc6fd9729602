import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { mailKit } from '../../../tests/builders/mails.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { createLoggers } from '../../platform/process/logger.ts'
import { mailWork } from './mail-work.ts'

const house = await openHouse()
const club = await house.organisation()

test('without a mail server a mail becomes a file, and the log says where but not to whom', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'grandstand-outbox-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const lines: string[] = []
  const { logger } = createLoggers('info', { write: (line) => lines.push(line) })
  const config = { SMTP_URL: undefined, MAIL_FROM: 'grandstand@localhost', MAILS_PER_MINUTE: 3_000, DATA_DIR: folder }
  const { deps, write, rows } = mailKit(house, club, 'smtp://127.0.0.1:1')
  const job = mailWork({ config, ...deps, logger }).jobs.find(({ name }) => name === 'send mails')
  await write({ message_id: 'order-17' })
  await job?.run({ clock: house.clock, systemClock: house.clock })
  const file = join(folder, 'outbox', `order-17.${club.orgId}_localhost.eml`)
  assert.deepEqual(await readdir(join(folder, 'outbox')), [`order-17.${club.orgId}_localhost.eml`])
  assert.match(await readFile(file, 'utf8'), /^To: ada@example\.org\r$/m)
  assert.equal((await stat(file)).mode & 0o077, 0)
  assert.equal(lines.length, 1)
  assert.ok(lines[0]?.includes(file))
  assert.doesNotMatch(lines[0] ?? '', /ada/)
  assert.equal((await rows())[0]?.mail_status, 'sent')
})
