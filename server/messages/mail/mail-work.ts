import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Sql } from '../../platform/postgres/database.ts'
import type { Task } from '../../platform/process/periodic.ts'
import type { Clocks, SystemClock } from '../../platform/values/clock.ts'
import type { DueJob } from '../../platform/values/due-job.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'
import type { Seal } from '../../platform/values/seal.ts'
import type { Deliver } from './deliver.ts'
import { folderDelivery } from './outbox-folder.ts'
import { purgeMails } from './purge-mails.ts'
import { type MailDeps, sendCodes, sendMails, type WriteNotices } from './send-mails.ts'
import { smtpDelivery } from './smtp.ts'

type MailConfig = { SMTP_URL: string | undefined; MAIL_FROM: string; MAILS_PER_MINUTE: number; DATA_DIR: string }
type Parts = {
  config: MailConfig
  sql: Sql
  systemClock: SystemClock
  seal: Seal
  logger: Logger
  writeNotices: WriteNotices
}

/** Mails are due by their organisation's time: `jobs` sends them where a sandbox's is ahead. */
type MailWork = { tasks: Task[]; jobs: DueJob[] }

/** What a worker does about mail. */
export function mailWork({ config, sql, systemClock, seal, logger, writeNotices }: Parts): MailWork {
  const onLost: MailDeps['onLost'] = ({ status, ...mail }) =>
    status === 'unknown'
      ? logger.error({ ...mail, alarm: true }, 'a mail may or may not have arrived')
      : logger.warn(mail, 'a mail was not sent')
  const deps: MailDeps = {
    sql,
    systemClock,
    seal,
    deliver: deliveryOf(config, logger),
    sender: { address: config.MAIL_FROM },
    mailsPerMinute: config.MAILS_PER_MINUTE,
    writeNotices,
    onLost,
  }
  const within = ({ clock, only }: Clocks): MailDeps =>
    only === undefined ? deps : { ...deps, only, systemClock: () => clock(only) }
  return {
    tasks: [{ name: 'purge mails', everyMs: HOUR_MS, run: () => purgeMails(sql, systemClock) }],
    jobs: [
      { name: 'send codes', everyMs: 1_000, run: (clocks) => sendCodes(within(clocks)) },
      { name: 'send mails', everyMs: 1_000, run: (clocks) => sendMails(within(clocks)) },
    ],
  }
}

function deliveryOf({ SMTP_URL, DATA_DIR }: MailConfig, logger: Logger): Deliver {
  if (SMTP_URL !== undefined) return smtpDelivery(SMTP_URL)
  const written = (file: string) => logger.info({ file }, 'no SMTP_URL, so a mail to [redacted] was written to a file')
  return folderDelivery(join(DATA_DIR, 'outbox'), written)
}
