import type { OrgId } from '../../access/principal.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { type ClaimDeps, type ClaimedMail, claimCodes, claimNotices } from './claim-mails.ts'
import { composeMail, type MailSender } from './compose-mail.ts'
import type { Deliver } from './deliver.ts'
import { type Content, type Letter, letterOf, sealContext } from './mail.ts'
import { type AttemptEnd, type MailRecords, mailRecords, type SettleMailDeps } from './settle-mails.ts'
import { lift, suppress } from './suppressions.ts'

/** Why a mail is not sent although nothing is wrong with it. */
export type Dropped = { dropped: string }
/** What a mail says, made when its turn comes. */
export type Write = () => Promise<Letter | Dropped>

/**
 * Reads what mails of one organisation tell of, all together, and answers how to write each, by its mail_id. One that has no answer is
 * dropped: what it told of is gone.
 */
export type WriteNotices = (orgId: OrgId, mails: ClaimedMail[]) => Promise<Map<number, Write>>

export type MailDeps = ClaimDeps &
  SettleMailDeps & { seal: Seal; deliver: Deliver; sender: MailSender; writeNotices: WriteNotices }

const CONNECTIONS = 10
const ROUND_MS = 5_000

/** No reader who waits for a code waits behind other mail: codes have a round, and connections, of their own. */
export const sendCodes = (deps: MailDeps): Promise<number> => sendRound(deps, claimCodes)
export const sendMails = (deps: MailDeps): Promise<number> => sendRound(deps, claimNotices)

/**
 * Sends what is due, a batch at a time, for some seconds at most; how many were tried. After a batch in which something
 * failed it leaves the server alone until the next round.
 */
async function sendRound(deps: MailDeps, claim: (deps: ClaimDeps) => Promise<ClaimedMail[]>): Promise<number> {
  const endBy = performance.now() + ROUND_MS
  const records = mailRecords(deps)
  let tried = 0
  for (;;) {
    const mails = await claim(deps)
    if (mails.length === 0) return tried
    const writing = await prepare(deps, mails)
    const waiting = [...mails]
    const ends: AttemptEnd[] = []
    const connection = async () => {
      for (let mail = waiting.shift(); mail; mail = waiting.shift()) {
        const { end, to } = await attempt(deps, records, mail, writing.get(mail))
        const { addressForgotten } = await records.settle(mail, end, to)
        if (to !== undefined && !addressForgotten) await noteRecipient(deps, mail, to, end)
        ends.push(end)
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, connection))
    tried += mails.length
    if (ends.some(({ result }) => result === 'later') || performance.now() > endBy) return tried
  }
}

/** How each is written. What cannot be read now is tried again later, like a mail that cannot be sent now. */
async function prepare(deps: MailDeps, mails: ClaimedMail[]): Promise<Map<ClaimedMail, Write>> {
  const writing = new Map<ClaimedMail, Write>()
  const notices = mails.filter(({ kind }) => kind !== null)
  for (const [orgId, orgNotices] of Map.groupBy(notices, ({ org_id }) => org_id)) {
    const letters = deps.writeNotices(orgId, orgNotices)
    const byMail = await letters.catch((error: unknown) => error as Error)
    for (const mail of orgNotices) {
      writing.set(mail, async () => {
        if (byMail instanceof Error) throw byMail
        return (await byMail.get(mail.mail_id)?.()) ?? { dropped: 'nothing_to_tell' }
      })
    }
  }
  for (const mail of mails) {
    const { content_sealed: sealed, kind, org_id, mail_message_id } = mail
    if (kind !== null || sealed === null) continue
    writing.set(mail, async () =>
      letterOf(JSON.parse(deps.seal.open(sealed, sealContext(org_id, mail_message_id))) as Content),
    )
  }
  return writing
}

async function attempt(
  deps: MailDeps,
  records: MailRecords,
  mail: ClaimedMail,
  write: Write | undefined,
): Promise<{ end: AttemptEnd; to?: string }> {
  // The worker that had it before was lost while handing it over.
  if (mail.handed_over_at) return { end: { result: 'unknown', errorCode: 'worker_lost' } }
  if (mail.give_up_at <= deps.systemClock()) return { end: { result: 'gave_up', errorCode: 'too_late' } }
  try {
    const letter = (await write?.()) ?? { dropped: 'nothing_to_tell' }
    if ('dropped' in letter) return { end: { result: 'dropped', errorCode: letter.dropped } }
    const composed = await composeMail(deps.sender, mail, letter, deps.systemClock())
    return { end: await deps.deliver(composed, () => records.noteHandOver(mail)), to: letter.to }
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException
    return { end: { result: 'later', errorCode: (code ?? name).toLowerCase().slice(0, 64) } }
  }
}

/**
 * Where a server says that there is no such mailbox, no more is sent. Codes, and tickets that were asked for by hand, are sent all the
 * same: one that arrives shows that the mailbox is there again.
 */
async function noteRecipient(
  { sql, systemClock }: MailDeps,
  mail: ClaimedMail,
  to: string,
  end: AttemptEnd,
): Promise<void> {
  if (end.result === 'refused' && end.noSuchMailbox) await suppress(mail.org_id, sql, systemClock(), to, end.errorCode)
  if (end.result === 'sent' && isAskedFor(mail)) await lift(mail.org_id, sql, to)
}

/** Sent to a suppressed address, too, since its reader has just asked for it. */
export const isAskedFor = ({ kind }: Pick<ClaimedMail, 'kind'>): boolean => kind === null || kind === 'tickets_resent'
