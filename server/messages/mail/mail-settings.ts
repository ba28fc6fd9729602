import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { MailKind } from './notices.ts'
import { catalogueOf } from './words.ts'

/** The texts of a mail that an organisation may put in its own words. */
export const textNames = ['subject', 'heading', 'intro', 'closing'] as const
export type TextName = (typeof textNames)[number]
export type MailTexts = Record<TextName, string>

export type MailSetting = { enabled: boolean; texts: Record<string, Partial<MailTexts>> }
export type MailSettingRow = MailSetting & { kind: MailKind }

export const findMailSettings = (orgId: OrgId, sql: Db) => sql<MailSettingRow[]>`
  select kind, enabled, texts
  from mail_settings
  where org_id = ${orgId}`

/** In the organisation's words where it has its own, else in those of the catalogue. */
export function textsOf(kind: MailKind, setting: MailSetting | undefined, language: string): MailTexts {
  const { language: known, words } = catalogueOf(language)
  return { ...words.mails[kind], ...setting?.texts[known] }
}

/** For staff who ask for a mail by hand: one that would be dropped in silence is refused instead. */
export async function requireSent(orgId: OrgId, sql: Db, kind: MailKind): Promise<void> {
  const setting = (await findMailSettings(orgId, sql)).find((row) => row.kind === kind)
  if (setting?.enabled === false) {
    throw new ApiError('state_conflict', { message: 'The organisation has switched this mail off.' })
  }
}
