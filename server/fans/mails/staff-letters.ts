import { fill } from '../../../faces/kit/messages.ts'
import type { OrgId } from '../../access/principal.ts'
import type { ClaimedMail } from '../../messages/mail/claim-mails.ts'
import type { FindLogo } from '../../messages/mail/logos.ts'
import { isMailAddress, type Letter } from '../../messages/mail/mail.ts'
import { asHtml } from '../../messages/mail/mail-html.ts'
import { asText, type MailPage } from '../../messages/mail/mail-page.ts'
import { STAFF_MAIL } from '../../messages/mail/notices.ts'
import type { Dropped, Write } from '../../messages/mail/send-mails.ts'
import { findSuppressed } from '../../messages/mail/suppressions.ts'
import { speechOf } from '../../messages/mail/words.ts'
import { findLegalPages, type LegalPageRow } from '../../people/legal/legal-page.ts'
import { type ShopAddress, shopColumns } from '../../people/shops/shop-address.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { legalLinks } from './legal-links.ts'
import { newsUrl } from './news-link.ts'

type StaffLetterDeps = { sql: Sql; seal: Seal; publicUrl: string; findLogo: FindLogo }

/** What a run says, and whose it is. */
type StaffMail = ShopAddress & {
  run_id: number
  run_status: string
  subject: string
  text: string
  is_news: boolean
  organisation: string
  organisation_language: string
  country: string
  accent_color: string | null
  contact_email: string | null
  logo_image: string | null
}

export const isOfStaff = ({ kind }: ClaimedMail): boolean => kind === STAFF_MAIL

/** Mails whose words staff have written, in the frame of the organisation's mails. What a run that was stopped has not sent stays unsent. */
export async function writeStaffLetters(
  deps: StaffLetterDeps,
  orgId: OrgId,
  mails: ClaimedMail[],
): Promise<[number, Write][]> {
  const runIds = [...new Set(mails.flatMap(({ about_id }) => about_id ?? []))]
  const runs = new Map((await findStaffMails(orgId, deps.sql, runIds)).map((run) => [run.run_id, run]))
  const addresses = mails.flatMap(({ email_address }) => email_address ?? [])
  const suppressed = await findSuppressed(orgId, deps.sql, addresses)
  const legalPages = await findLegalPages(orgId, deps.sql)
  return mails.map((mail) => {
    const run = runs.get(mail.about_id ?? 0)
    const to = mail.email_address
    return [
      mail.mail_id,
      async () =>
        whyNot(run, to, suppressed) ?? letterOf(deps, orgId, { run: run as StaffMail, to: to ?? '', legalPages }),
    ]
  })
}

function whyNot(run: StaffMail | undefined, to: string | null, suppressed: Set<string>): Dropped | undefined {
  if (!run) return { dropped: 'nothing_to_tell' }
  if (run.run_status === 'stopped') return { dropped: 'stopped' }
  if (to === null) return { dropped: 'no_address' }
  if (!isMailAddress(to)) return { dropped: 'address_invalid' }
  return suppressed.has(to) ? { dropped: 'suppressed' } : undefined
}

async function letterOf(
  deps: StaffLetterDeps,
  orgId: OrgId,
  { run, to, legalPages }: { run: StaffMail; to: string; legalPages: LegalPageRow[] },
): Promise<Letter> {
  const { language, words } = speechOf(run.organisation_language, run.country)
  const { organisation, contact_email: contact } = run
  const logo = await deps.findLogo(run.logo_image)
  const ending = run.is_news ? newsUrl(deps, orgId, run, to) : undefined
  const paragraphs = run.text.split(/\n{2,}/).map((part) => part.trim())
  const page: MailPage = {
    language,
    organisation: { name: organisation, accent: run.accent_color, logoCid: logo?.cid },
    preview: paragraphs[0] ?? '',
    heading: run.subject,
    intro: paragraphs.filter((part) => part !== ''),
    closing: [],
    footer: [
      fill(run.is_news ? words.labels.sender_news : words.labels.sender_service, { organisation }),
      ...(run.is_news || contact === null ? [] : [words.labels.contact]),
    ],
    links: [
      ...(ending === undefined ? [] : [{ label: words.labels.news_end, href: ending }]),
      ...legalLinks(deps.publicUrl, legalPages, run, language),
    ],
  }
  return {
    to,
    subject: run.subject,
    text: asText(page),
    html: asHtml(page),
    from_name: organisation,
    ...(contact === null ? {} : { reply_to: contact }),
    ...(ending === undefined ? {} : { unsubscribe: ending }),
    language,
    attachments: logo ? [logo] : [],
  }
}

const findStaffMails = (orgId: OrgId, sql: Db, runIds: number[]) => sql<StaffMail[]>`
  select r.run_id, r.run_status, r.details #>> '{mail,subject}' as subject, r.details #>> '{mail,text}' as text,
    coalesce((r.details #>> '{mail,is_news}')::boolean, false) as is_news, g.name as organisation,
    g.language as organisation_language, g.country, g.accent_color, g.contact_email, g.logo_image, ${shopColumns(orgId, sql)}
  from runs r
  join organisations g on g.org_id = ${orgId}
  where r.org_id = ${orgId}
    and r.run_id = any (${runIds}::bigint[])`
