import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { base62 } from '../../platform/values/random.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { type Content, isMailAddress, type Mail, oneLine, sealContext } from './mail.ts'

const GIVE_UP_AFTER_MS = DAY_MS

/**
 * Writes a mail in the transaction of the change that it tells of; a worker sends it once that has committed. An address
 * that cannot be one is noted as failed and refuses nothing: a sale must not fail because of a misspelt address.
 */
export async function enqueueMail(
  orgId: OrgId,
  tx: Tx,
  { clock, seal }: { clock: Clock; seal: Seal },
  mail: Mail,
): Promise<void> {
  const now = clock(orgId)
  const messageId = mail.message_id ?? base62(24)
  const deliverable = isMailAddress(mail.to)
  const sealed = deliverable ? seal.close(JSON.stringify(contentOf(mail)), sealContext(orgId, messageId)) : null
  await tx`
    insert into mails (
      org_id, mail_message_id, mail_status, content_sealed, urgent, due_at, give_up_at, error_code, created_at, changed_at
    )
    values (
      ${orgId}, ${messageId}, ${deliverable ? 'pending' : 'failed'}, ${sealed}, ${mail.urgent ?? false}, ${now},
      ${new Date(now.getTime() + (mail.give_up_after_ms ?? GIVE_UP_AFTER_MS))}, ${deliverable ? null : 'address_invalid'},
      ${now}, ${now}
    )
    on conflict (org_id, mail_message_id) do nothing`
}

const contentOf = ({ to, subject, text, html, from_name, reply_to, attachments = [] }: Mail): Content => ({
  to,
  subject: oneLine(subject, 200),
  text,
  html,
  ...(from_name === undefined ? {} : { from_name: oneLine(from_name, 100) }),
  ...(reply_to === undefined || !isMailAddress(reply_to) ? {} : { reply_to }),
  attachments: attachments.map(({ filename, content_type, content, cid }) => ({
    filename: oneLine(filename, 100),
    content_type: oneLine(content_type, 100),
    content_base64: content.toString('base64'),
    ...(cid === undefined ? {} : { cid: oneLine(cid, 100) }),
  })),
})
