import { type Static, Type } from 'typebox'
import { placeholdersIn } from '../../../faces/kit/messages.ts'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { type MailSetting, type MailSettingRow, type TextName, textNames } from '../../messages/mail/mail-settings.ts'
import type { MailKind } from '../../messages/mail/notices.ts'
import { mailLanguages } from '../../messages/mail/words.ts'
import { invalidParameters } from '../../platform/http/errors.ts'
import { Input, Nullable, OneOf, Paragraphs, Text } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { hasLink } from '../../platform/values/has-link.ts'
import { MailParams, MailTemplate, toMailTemplate } from './mail-setting.ts'
import { placeholders } from './placeholders.ts'

const about = (description: string) => ({ description: `${description}; null: the built-in text` })
const line = (description: string) => Type.Optional(Nullable(Text(150, about(description))))
const paragraphs = (description: string) => Type.Optional(Nullable(Paragraphs(2000, about(description))))

const Body = Input({
  enabled: Type.Optional(Type.Boolean({ description: 'false: it is not sent' })),
  language: Type.Optional(OneOf(mailLanguages, { default: 'en', description: 'of the texts that are sent' })),
  subject: line('one line'),
  heading: line('one line'),
  intro: paragraphs('before what was bought; an empty line begins a paragraph'),
  closing: paragraphs('at the end'),
})
type Body = Static<typeof Body>

export const changeMail: Operation<SessionDeps> = (app, deps) =>
  app.patch(
    '/v1/manage/mails/:kind',
    {
      config: { scope: 'organisation:manage', needsProof: 'sometimes', effects: ['words_out'] },
      schema: {
        operationId: 'changeMail',
        summary: 'Change the words of a mail, or switch it off',
        description:
          'What is not sent stays as it is. Texts are plain text, and name what differs from mail to mail as {event} and the ' +
          'like; the kind says which. What waits to be sent is written anew. Signed-in staff confirm their identity before a text with a link in it is stored.',
        tags: ['Mails'],
        params: MailParams,
        body: Body,
        response: { 200: MailTemplate },
      },
    },
    (request, reply) => {
      const { orgId, params, body } = request
      const kind = params.kind as MailKind
      refuseUnknownPlaceholders(kind, body)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const now = deps.clock(orgId)
        const before = await lockSetting(orgId, tx, now, kind)
        if (textNames.some((name) => hasLink(body[name] ?? ''))) await deps.sessions.requireProof(request.principal)
        const after = changed(before, body)
        await tx`
          update mail_settings
          set enabled = ${after.enabled}, texts = ${JSON.stringify(after.texts)}::text::jsonb, changed_at = ${now}
          where org_id = ${orgId}
            and kind = ${kind}`
        await record(tx, deps.clock, request, {
          action: 'mail.changed',
          objectType: 'mail',
          objectId: kind,
          before: { enabled: before.enabled, texts: before.texts },
          after: { enabled: after.enabled, texts: after.texts },
        })
        return toMailTemplate(kind, after)
      })
    },
  )

/** A slip in a placeholder would stand in ten thousand mails. */
function refuseUnknownPlaceholders(kind: MailKind, body: Body): void {
  const known = placeholders[kind]
  const problems = textNames.flatMap((name) => {
    const unknown = placeholdersIn(body[name] ?? '').find((placeholder) => !known.includes(placeholder))
    if (unknown === undefined) return []
    const message = `${name} names {${unknown}}, which this mail does not have. It has ${known.map((one) => `{${one}}`).join(', ')}.`
    return [{ param: name, code: 'parameter_invalid' as const, message }]
  })
  if (problems.length > 0) throw invalidParameters(problems)
}

function changed({ enabled, texts }: MailSetting, body: Body): MailSetting {
  const language = body.language ?? 'en'
  const sent = textNames.filter((name) => body[name] !== undefined)
  const languageTexts: Partial<Record<TextName, string>> = { ...texts[language] }
  for (const name of sent) {
    const words = body[name]
    if (words === null || words === undefined) delete languageTexts[name]
    else languageTexts[name] = words
  }
  const { [language]: _before, ...others } = texts
  const all = Object.keys(languageTexts).length === 0 ? others : { ...others, [language]: languageTexts }
  return { enabled: body.enabled ?? enabled, texts: all }
}

/** There is a row from the first change on. */
async function lockSetting(orgId: OrgId, tx: Tx, now: Date, kind: MailKind): Promise<MailSetting> {
  await tx`
    insert into mail_settings (org_id, kind, created_at, changed_at)
    values (${orgId}, ${kind}, ${now}, ${now})
    on conflict (org_id, kind) do nothing`
  const [row] = await tx<MailSettingRow[]>`
    select kind, enabled, texts
    from mail_settings
    where org_id = ${orgId}
      and kind = ${kind}
    for update`
  if (!row) throw new Error('the setting of a mail was lost')
  return row
}
