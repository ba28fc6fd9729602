import { findMailSettings } from '../../messages/mail/mail-settings.ts'
import { mailKinds } from '../../messages/mail/notices.ts'
import { ListOf } from '../../platform/http/lists.ts'
import type { Operation } from '../../platform/operation.ts'
import { MailTemplate, toMailTemplate } from './mail-setting.ts'

export const listMails: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/mails',
    {
      config: { scope: 'organisation:manage' },
      schema: {
        operationId: 'listMails',
        summary: 'List the kinds of mail that buyers and holders get',
        description: 'All of them: which are sent, and what the organisation says in its own words.',
        tags: ['Mails'],
        response: { 200: ListOf('mails', MailTemplate) },
      },
    },
    async ({ orgId }) => {
      const settings = new Map((await findMailSettings(orgId, sql)).map((row) => [row.kind, row]))
      const data = mailKinds.map((kind) => toMailTemplate(kind, settings.get(kind)))
      return { object: 'mails', url: '/v1/manage/mails', has_more: false, data }
    },
  )
