import { noticeWriter } from '../../server/fans/mails/write-notices.ts'
import { enqueueMail } from '../../server/messages/mail/enqueue-mail.ts'
import { logoFinder } from '../../server/messages/mail/logos.ts'
import { type Content, type Mail, sealContext } from '../../server/messages/mail/mail.ts'
import { type MailDeps, sendCodes, sendMails } from '../../server/messages/mail/send-mails.ts'
import { type SmtpTimes, smtpDelivery } from '../../server/messages/mail/smtp.ts'
import { createOutbound } from '../../server/platform/outbound/outbound.ts'
import { createParsers } from '../../server/platform/parsing/parsers.ts'
import { createTypefaces } from '../../server/platform/pdf/typefaces.ts'
import { organisationClock } from '../../server/platform/values/clock.ts'
import { parseNetwork } from '../../server/platform/values/ip-address.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { Owner } from './rows.ts'

/** For a server that says nothing: long enough that a slow machine is not taken for silence. */
export const IMPATIENT = { connectMs: 10_000, silenceMs: 2_000, wholeMs: 20_000 }

const typefaces = createTypefaces()
const outbound = createOutbound({ allow: [parseNetwork('127.0.0.0/8')] })
const parsers = createParsers()
const findLogo = logoFinder({ outbound, parsers }, async () => undefined)

/** `publicUrl` is what links in mails begin with. */
export function mailKit(
  house: House,
  club: Tenant,
  url: string,
  {
    times,
    publicUrl = 'http://grandstand.test',
    clock = house.clock,
  }: { times?: SmtpTimes; publicUrl?: string; clock?: () => Date } = {},
) {
  const lost: Parameters<MailDeps['onLost']>[0][] = []
  const deps: MailDeps = {
    sql: house.sql,
    systemClock: clock,
    seal: house.seal,
    deliver: smtpDelivery(url, times),
    sender: { address: 'tickets@club.example' },
    onLost: (mail) => lost.push(mail),
    mailsPerMinute: 100_000,
    writeNotices: noticeWriter({
      sql: house.sql,
      seal: house.seal,
      publicUrl,
      typefaces,
      findLogo,
      parsers,
    }),
  }
  const write = (mail: Partial<Mail> = {}) =>
    house.sql.begin((tx) =>
      enqueueMail(
        club.orgId,
        tx,
        { clock: organisationClock(clock), seal: house.seal },
        {
          to: 'ada@example.org',
          subject: 'Your tickets',
          text: 'Here they are.',
          html: '<p>Here they are.</p>',
          ...mail,
        },
      ),
    )
  const rows = () => house.sql<
    {
      mail_message_id: string
      mail_status: string
      attempts: number
      error_code: string | null
      kept: boolean
      due_at: Date
    }[]
  >`
    select mail_message_id, mail_status, attempts, error_code, content_sealed is not null as kept, due_at
    from mails
    where org_id = ${club.orgId}
    order by mail_id`
  return { deps, lost, write, rows, send: async () => (await sendCodes(deps)) + (await sendMails(deps)) }
}

/** A mail as it was written; one that is not `sendable` was too late from the start. */
export type WrittenMail = Content & { mail_status: string; sendable: boolean }

/** Every mail of an organisation whose words are in it already, in the order in which they were written. */
export async function mailsOf(house: House, { orgId }: Owner): Promise<WrittenMail[]> {
  const rows = await house.sql<
    { org_id: number; mail_message_id: string; content_sealed: Buffer; mail_status: string; sendable: boolean }[]
  >`
    select org_id, mail_message_id, content_sealed, mail_status, give_up_at > created_at as sendable
    from mails
    where org_id = ${orgId}
      and kind is null
    order by mail_id`
  return rows.map(({ org_id, mail_message_id, content_sealed, mail_status, sendable }) => ({
    ...(JSON.parse(house.seal.open(content_sealed, sealContext(org_id, mail_message_id))) as Content),
    mail_status,
    sendable,
  }))
}

/** The six digits in a mail, or nothing. */
export const codeIn = ({ text }: { text: string }): string => /^ {4}([0-9]{6})$/m.exec(text)?.[1] ?? ''
