import { languages } from '../../../faces/kit/languages.ts'
import type { OrgId } from '../../access/principal.ts'
import type { May } from '../../platform/http/guarded-fields.ts'
import { type Db, type Sql, when } from '../../platform/postgres/database.ts'
import type { CsvCell } from '../../platform/values/csv.ts'
import { eventStatus } from '../../programme/statuses.ts'
import { csvFile } from './csv-file.ts'

export const TRANSLATION_COLUMNS = ['object', 'id', 'field', 'event', 'text', ...languages]

type TextRow = { object: string; id: number; field: string; event: string; text: string; position: number } & Partial<
  Record<(typeof languages)[number], string>
>

/** A line for each text that a fan reads, with what it is in every language: to be filled in by the translator. */
export const translationFile = (orgId: OrgId, sql: Sql, _may: May, { event_id: eventId }: { event_id?: number }) =>
  csvFile<TextRow>(sql, {
    columns: TRANSLATION_COLUMNS,
    page: (db, after, most) => findTexts(orgId, db, eventId, after?.position ?? 0, most),
    cells: (row) =>
      Object.fromEntries(TRANSLATION_COLUMNS.map((name) => [name, (row as Record<string, CsvCell>)[name] ?? null])),
  })

/** Texts of events that are not archived. */
const findTexts = (orgId: OrgId, db: Db, eventId: number | undefined, after: number, most: number) => db<TextRow[]>`
  select texts.position, texts.object, texts.id, texts.field, texts.event, texts.text, texts.en, texts.de, texts.es, texts.fr,
    texts.nl, texts.da
  from (
    select row_number() over (order by t.starts_at, t.event_id, t.rank, t.order_by, t.id, t.field) as position,
      t.object, t.id, t.field, t.event, t.text, t.translations -> 'en' ->> t.field as en,
      t.translations -> 'de' ->> t.field as de, t.translations -> 'es' ->> t.field as es,
      t.translations -> 'fr' ->> t.field as fr, t.translations -> 'nl' ->> t.field as nl,
      t.translations -> 'da' ->> t.field as da
    from (
      select 'event' as object, e.event_id as id, f.field, e.title as event, f.text, e.translations, e.starts_at, e.event_id,
        1 as rank, 0 as order_by
      from events e
      cross join lateral (values ('title', e.title), ('description', e.description)) as f (field, text)
      where e.org_id = ${orgId}
        and e.event_status_id <> ${eventStatus.archived}
        ${when(db, eventId, (id) => db`and e.event_id = ${id}`)}
      union all
      select 'price_category', c.price_category_id, f.field, e.title, f.text, c.translations, e.starts_at, e.event_id, 2, c.order_by
      from price_categories c
      join events e on e.org_id = ${orgId} and e.event_id = c.event_id
      cross join lateral (values ('title', c.title), ('section_label', c.section_label)) as f (field, text)
      where c.org_id = ${orgId}
        and c.price_category_status <> 'archived'
        and e.event_status_id <> ${eventStatus.archived}
        ${when(db, eventId, (id) => db`and c.event_id = ${id}`)}
      union all
      select 'price', p.price_id, 'title', e.title, p.title, p.translations, e.starts_at, e.event_id, 3, p.order_by
      from prices p
      join events e on e.org_id = ${orgId} and e.event_id = p.event_id
      where p.org_id = ${orgId}
        and p.price_status <> 'archived'
        and e.event_status_id <> ${eventStatus.archived}
        ${when(db, eventId, (id) => db`and p.event_id = ${id}`)}
      union all
      select 'question', q.question_id, f.field, e.title, f.text, q.translations, e.starts_at, e.event_id, 4, q.order_by
      from questions q
      join events e on e.org_id = ${orgId} and e.event_id = q.event_id
      cross join lateral (values ('title', q.title), ('description', q.description)) as f (field, text)
      where q.org_id = ${orgId}
        and q.question_status = 'active'
        and e.event_status_id <> ${eventStatus.archived}
        ${when(db, eventId, (id) => db`and q.event_id = ${id}`)}
    ) as t
    where t.text is not null
  ) as texts
  where texts.position > ${after}
  order by texts.position
  limit ${most}`
