import { sendMails } from '../../server/messages/mail/send-mails.ts'
import { smtpDelivery } from '../../server/messages/mail/smtp.ts'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { testSeal } from '../harness/house.ts'

/** A worker in a process of its own, to be killed: <database> <smtp> <time>. */
const [databaseUrl = '', smtpUrl = '', at = ''] = process.argv.slice(2)
const sql = openDatabase(databaseUrl, { poolSize: 2 })
await sendMails({
  sql,
  systemClock: () => new Date(at),
  seal: testSeal,
  deliver: smtpDelivery(smtpUrl),
  sender: { address: 'tickets@club.example' },
  onLost: () => {},
  mailsPerMinute: 1_000,
  writeNotices: async () => new Map(),
})
await sql.end()
