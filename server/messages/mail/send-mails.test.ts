import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeEach, test } from 'node:test'
import { IMPATIENT, mailKit } from '../../../tests/builders/mails.ts'
import { readMail } from '../../../tests/builders/received-mails.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { startSmtp } from '../../../tests/outside/smtp.ts'
import { MAIL_LEASE_MS } from './claim-mails.ts'
import { purgeMails } from './purge-mails.ts'

const house = await openHouse()
const club = await house.organisation()
const smtp = await startSmtp()
const { deps, lost, write, rows, send } = mailKit(house, club, smtp.url)
const impatient = mailKit(house, club, smtp.url, { times: IMPATIENT })

beforeEach(async () => {
  await house.sql`truncate mails`
  Object.assign(smtp, {
    recipient: 'accept',
    content: 'accept',
    onRecipient: () => {},
    onContent: () => {},
    contents: 0,
  })
  smtp.received.length = 0
  lost.length = 0
  impatient.lost.length = 0
})

const only = async () => {
  const [row, ...rest] = await rows()
  assert.equal(rest.length, 0)
  return row
}

test('a mail arrives as plain text and HTML, from the organisation, and its content is forgotten', async () => {
  await write({ subject: 'Zwei Karten für Jürgen', from_name: 'Harbour City FC', message_id: 'order-17' })
  assert.equal(await send(), 1)
  const [mail] = smtp.received
  assert.deepEqual([mail?.from, mail?.to], ['tickets@club.example', ['ada@example.org']])
  assert.match(mail?.raw ?? '', /^From: "?Harbour City FC"? <tickets@club\.example>\r$/m)
  assert.match(mail?.raw ?? '', new RegExp(`^Message-ID: <order-17\\.${club.orgId}@club\\.example>\r$`, 'm'))
  assert.match(mail?.raw ?? '', /^Subject: =\?UTF-8\?/m)
  assert.match(mail?.raw ?? '', /Content-Type: text\/plain[\s\S]+Content-Type: text\/html/)
  const read = mail && (await readMail(mail))
  assert.deepEqual([read?.text, read?.html], ['Here they are.', '<p>Here they are.</p>'])
  const row = await only()
  assert.deepEqual([row?.mail_status, row?.kept, row?.attempts], ['sent', false, 1])
  assert.equal(await send(), 0)
})

test('nothing is sent before its change has committed, and nothing of a change that did not', async () => {
  const undo = new Error('undo')
  await house.sql
    .begin(async (tx) => {
      await tx`insert into mails (org_id, mail_message_id, content_sealed, due_at, give_up_at)
        values (${club.orgId}, 'x', ${Buffer.alloc(40)}, now(), now())`
      assert.equal(await send(), 0)
      throw undo
    })
    .catch((error) => assert.equal(error, undo))
  assert.equal(await send(), 0)
})

test('the same message id is one mail, however often it is written', async () => {
  for (const subject of ['First', 'Again']) await write({ message_id: 'order-18', subject })
  assert.equal(await send(), 1)
  await write({ message_id: 'order-18' })
  assert.equal(await send(), 0)
  assert.match(smtp.received[0]?.raw ?? '', /^Subject: First\r$/m)
})

test('nothing that a row holds can add a header, a recipient or a command', async () => {
  await write({
    subject: 'Hello\r\nBcc: eve@example.org\r\n\r\nboo\u2028x',
    from_name: 'Club\r\nBcc: eve@example.org" <eve@example.org>',
    text: '.\r\nRCPT TO:<eve@example.org>\r\n.\r\n',
    attachments: [{ filename: 'a"\r\nX: y.txt', content_type: 'text/plain\r\nX-Evil: 1', content: Buffer.from('x') }],
  })
  for (const to of [
    'ada@example.org, eve@example.org',
    'a@b.org\r\nRCPT TO:<eve@example.org>',
    '<eve@example.org>',
    'x',
  ])
    await write({ to })
  assert.equal(await send(), 1)
  const [mail] = smtp.received
  assert.deepEqual(mail?.to, ['ada@example.org'])
  assert.doesNotMatch(mail?.raw ?? '', /^(?:Bcc|X-Evil|X):/im)
  const ends = (await rows()).map(({ mail_status, error_code }) => `${mail_status} ${error_code}`)
  assert.deepEqual(ends, ['sent null', ...Array(4).fill('failed address_invalid')])
})

test('a refusal for now is tried again later and later, and after a day never again', async () => {
  smtp.recipient = { code: 451, text: 'grey-listed ada@example.org' }
  await write()
  const waits: number[] = []
  for (let row = (await rows())[0]; row?.mail_status === 'pending'; row = await only()) {
    assert.equal(await send(), 1)
    const next = await only()
    if (next?.mail_status !== 'pending') break
    assert.equal(await send(), 0)
    waits.push((next.due_at.getTime() - house.clock().getTime()) / 60_000)
    house.clock.set(next.due_at)
  }
  assert.deepEqual(waits, [0.5, 2, 5, 15, 30, 60, 120, 240, 480])
  const row = await only()
  assert.deepEqual([row?.mail_status, row?.error_code, row?.attempts, row?.kept], ['failed', 'smtp_451', 10, false])
  assert.deepEqual(
    lost.map(({ status }) => status),
    ['failed'],
  )
})

test('a mail is not tried again at a time when it would be too late', async () => {
  smtp.recipient = { code: 451, text: 'grey-listed' }
  await write({ give_up_after_ms: 30_000 })
  assert.equal(await send(), 1)
  assert.deepEqual([(await only())?.mail_status, (await only())?.error_code], ['failed', 'smtp_451'])
})

test('where a code went is not kept', async () => {
  await write({ urgent: true })
  assert.equal(await send(), 1)
  assert.deepEqual(smtp.received[0]?.to, ['ada@example.org'])
  const mails = await house.sql`
    select mail_status, email_address
    from mails
    where org_id = ${club.orgId}`
  assert.deepEqual([...mails], [{ mail_status: 'sent', email_address: null }])
})

test('a mail that came through after a refusal arrives once', async () => {
  smtp.content = { code: 452, text: 'full' }
  await write()
  await send()
  assert.equal((await only())?.mail_status, 'pending')
  smtp.content = 'accept'
  house.clock.advance(30_000)
  await send()
  assert.deepEqual([smtp.received.length, (await only())?.mail_status], [1, 'sent'])
})

test('a final refusal is final, of the recipient as of the content', async () => {
  smtp.recipient = { code: 550, text: 'nobody here' }
  await write()
  await send()
  assert.deepEqual([(await only())?.mail_status, (await only())?.error_code], ['failed', 'smtp_550'])
  await house.sql`truncate mails`
  Object.assign(smtp, { recipient: 'accept', content: { code: 554, text: 'spam' } })
  await write()
  await send()
  assert.deepEqual([(await only())?.mail_status, (await only())?.error_code], ['failed', 'smtp_554'])
})

test('a server that no longer knows us is no fault of the recipient: the mail waits, and no address is suppressed', async () => {
  await house.sql`truncate mail_suppressions`
  smtp.recipient = { code: 550, text: 'relay not permitted' }
  await write()
  await send()
  assert.deepEqual([(await only())?.mail_status, (await only())?.error_code], ['pending', 'smtp_550'])
  assert.equal((await house.sql`select 1 as one from mail_suppressions`).length, 0)
  const signedIn = mailKit(house, club, smtp.url.replace('//', '//sender:secret@'))
  Object.assign(smtp, { recipient: 'accept' })
  house.clock.advance(30_000)
  await signedIn.send()
  assert.deepEqual([(await only())?.mail_status, (await only())?.error_code], ['pending', 'enoauth'])
})

test('a server that says nothing, or is not there, is tried again; nothing had been handed over', async () => {
  smtp.recipient = 'silent'
  await write()
  await impatient.send()
  assert.deepEqual([(await only())?.mail_status, (await only())?.error_code], ['pending', 'etimedout'])
  Object.assign(smtp, { recipient: 'hang up' })
  house.clock.advance(30_000)
  await send()
  assert.equal((await only())?.mail_status, 'pending')
  assert.equal((await only())?.attempts, 2)
})

for (const behaviour of ['hang up', 'silent'] as const) {
  test(`a connection that is lost after the content (${behaviour}) leaves a mail whose fate is unknown: never sent twice`, async () => {
    smtp.content = behaviour
    await write()
    await impatient.send()
    assert.deepEqual([(await only())?.mail_status, (await only())?.kept], ['unknown', false])
    assert.deepEqual(
      impatient.lost.map(({ status }) => status),
      ['unknown'],
    )
    smtp.content = 'accept'
    house.clock.advance(7 * 24 * 3600_000)
    assert.equal(await send(), 0)
    assert.equal(smtp.contents, 1)
  })
}

test('a mail that is of no use any more is not sent', async () => {
  await write({ give_up_after_ms: 60_000 })
  house.clock.advance(60_000)
  await send()
  assert.deepEqual([(await only())?.mail_status, (await only())?.error_code], ['failed', 'too_late'])
  assert.equal(smtp.contents, 0)
})

test('several workers at once send each mail once', async () => {
  for (let n = 0; n < 60; n += 1) await write({ message_id: `m-${n}` })
  const worker = async (): Promise<number> => {
    const sent = await send()
    return sent === 0 ? 0 : sent + (await worker())
  }
  const tried = await Promise.all([worker(), worker(), worker(), worker()])
  assert.equal(
    tried.reduce((sum, n) => sum + n),
    60,
  )
  const ids = smtp.received.map(({ raw }) => /^Message-ID: (.*)\r$/m.exec(raw)?.[1])
  assert.equal(new Set(ids).size, 60)
  assert.equal(ids.length, 60)
})

const killWorkerAt = async (step: 'onRecipient' | 'onContent') => {
  const reached = new Promise<void>((resolve) => {
    smtp[step] = resolve
  })
  const script = join(import.meta.dirname, '../../../tests/workers/mail-worker.ts')
  const args = [script, house.url, smtp.url, house.clock().toISOString()]
  const worker = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const ended = once(worker, 'exit')
  await reached
  worker.kill('SIGKILL')
  await ended
}

test('a worker that is killed before it hands a mail over loses nothing: the next one sends it, once', async () => {
  smtp.recipient = 'silent'
  await write()
  await killWorkerAt('onRecipient')
  smtp.recipient = 'accept'
  assert.equal(await send(), 0, 'its lease is not over')
  house.clock.advance(MAIL_LEASE_MS)
  assert.equal(await send(), 1)
  assert.deepEqual([smtp.received.length, (await only())?.mail_status], [1, 'sent'])
})

test('a worker that is killed while it hands a mail over leaves one whose fate is unknown: never sent twice', async () => {
  smtp.content = 'silent'
  await write()
  await killWorkerAt('onContent')
  smtp.content = 'accept'
  house.clock.advance(MAIL_LEASE_MS)
  await send()
  assert.deepEqual(
    [smtp.contents, (await only())?.mail_status, (await only())?.error_code],
    [1, 'unknown', 'worker_lost'],
  )
})

test('a worker that comes back after its lease hands over nothing', async () => {
  smtp.recipient = 'silent'
  const late = { ...deps, deliver: slowly(deps.deliver) }
  function slowly(deliver: typeof deps.deliver): typeof deps.deliver {
    return async (mail, handOver) => {
      smtp.recipient = 'accept'
      house.clock.advance(MAIL_LEASE_MS)
      assert.equal(await send(), 1)
      return deliver(mail, handOver)
    }
  }
  await write()
  const { sendMails } = await import('./send-mails.ts')
  await sendMails(late)
  assert.deepEqual([smtp.received.length, (await only())?.mail_status], [1, 'sent'])
})

test('what is left of a mail goes after thirty days', async () => {
  await write()
  await send()
  house.clock.advance(30 * 24 * 3600_000)
  assert.equal(await purgeMails(house.sql, house.clock), 0)
  house.clock.advance(1)
  assert.equal(await purgeMails(house.sql, house.clock), 1)
})
