import { type Static, Type } from 'typebox'
import type { MailSetting } from '../../messages/mail/mail-settings.ts'
import { type MailKind, mailKinds } from '../../messages/mail/notices.ts'
import { mailLanguages } from '../../messages/mail/words.ts'
import { Input, OneOf } from '../../platform/http/schema.ts'
import { placeholders } from './placeholders.ts'

export const MailParams = Input({ kind: OneOf([...mailKinds]) })

const MailTexts = Type.Object(
  {
    subject: Type.Optional(Type.String()),
    heading: Type.Optional(Type.String()),
    intro: Type.Optional(Type.String()),
    closing: Type.Optional(Type.String()),
  },
  { title: 'MailTexts' },
)

export const MailTemplate = Type.Object(
  {
    kind: OneOf([...mailKinds]),
    enabled: Type.Boolean({ description: 'false: it is not sent' }),
    placeholders: Type.Array(Type.String(), { description: 'what its texts may name, as {event}' }),
    languages: Type.Array(Type.String(), { description: 'that it is written in' }),
    own_texts: Type.Record(Type.String(), MailTexts, {
      description: 'by language: the texts that the organisation has put in its own words',
    }),
  },
  { title: 'Mail' },
)

export const toMailTemplate = (kind: MailKind, setting: MailSetting | undefined) =>
  ({
    kind,
    enabled: setting?.enabled ?? true,
    placeholders: placeholders[kind],
    languages: mailLanguages,
    own_texts: setting?.texts ?? {},
  }) satisfies Static<typeof MailTemplate>
