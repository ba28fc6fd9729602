import { Type } from 'typebox'
import { type Language, languages } from '../../../faces/kit/languages.ts'
import type { OrgId } from '../../access/principal.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { ApiError, invalidParameters, type Problem } from '../../platform/http/errors.ts'
import { Input, RawText } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Parsers } from '../../platform/parsing/parsers.ts'
import { csvFiles } from '../../platform/parsing/read-csv-file.ts'
import type { CsvRecord } from '../../platform/values/csv.ts'
import { hasLink } from '../../platform/values/has-link.ts'
import { UnreadableFile } from '../../platform/values/unreadable-file.ts'
import { events } from '../../programme/events/event-resource.ts'
import { priceCategories } from '../../programme/prices/price-category.ts'
import { prices } from '../../programme/prices/price-resource.ts'
import { questions } from '../../programme/questions/question.ts'
import type { Translations } from '../../programme/translations.ts'
import { type ChangeContext, inChange, updateRow } from '../../resources/change-row.ts'

const FILE_CHARACTERS_MAX = 240_000
/** What staff can wait for, in one transaction. */
const OBJECTS_MAX = 500
const PROBLEMS_MAX = 100
const ROWS_MAX = 20_000

/** Texts of each kind of object, and how long they may be. */
const FIELDS = new Map([
  ['event title', 200],
  ['event description', 10_000],
  ['price_category title', 200],
  ['price_category section_label', 100],
  ['price title', 200],
  ['question title', 500],
  ['question description', 2000],
])

/** One row of the file: a text in all the languages that have a column; an empty cell is none. */
type Line = { line: number; object: string; id: number; field: string; texts: [Language, string][] }

const Reply = Type.Object(
  { rows: Type.Integer(), changed: Type.Integer({ description: 'objects whose texts are others now' }) },
  { title: 'ImportedTranslations' },
)

export const importTranslations: Operation<SessionDeps> = (app, deps) =>
  app.post(
    '/v1/manage/translations',
    {
      config: { scope: 'programme:manage', unhurried: true, needsProof: 'sometimes', effects: ['words_out'] },
      schema: {
        operationId: 'importTranslations',
        summary: 'Import texts in other languages',
        description:
          'A file as GET /v1/manage/exports/translations.csv gives it, in one transaction. Columns of languages that are not in it leave those alone; an empty cell takes the text away. One bad line leaves everything as it was.',
        tags: ['Imports'],
        body: Input({
          file: RawText(FILE_CHARACTERS_MAX, {
            description: `CSV with the headings object, id, field and languages; texts of ${OBJECTS_MAX} objects at most`,
          }),
        }),
        response: { 200: Reply },
      },
    },
    async (request, reply) => {
      const lines = await readLines(deps.parsers, request.orgId, request.body.file)
      if (lines.some(isMailedLink)) await deps.sessions.requireProof(request.principal)
      // In one order, so that of two files at once neither waits for what the other has locked.
      const inOrder = lines.toSorted((a, b) => (a.object < b.object ? -1 : a.object > b.object ? 1 : a.id - b.id))
      const byObject = Map.groupBy(inOrder, ({ object, id }) => `${object} ${id}`)
      if (byObject.size > OBJECTS_MAX) throw invalidFile([`has texts of more than ${OBJECTS_MAX} objects`])
      return inChange(events, deps, request, reply, async (at) => {
        let changed = 0
        for (const texts of byObject.values()) changed += await changeTexts(at, texts)
        return { rows: lines.length, changed }
      })
    },
  )

/** Titles stand in mails to fans, descriptions do not. */
const isMailedLink = ({ field, texts }: Line) =>
  (field === 'title' || field === 'section_label') && texts.some(([, text]) => hasLink(text))

async function changeTexts(at: ChangeContext, lines: Line[]): Promise<number> {
  const [first] = lines
  if (!first) return 0
  let isChanged = false
  const decide = ({ translations }: { translations: Translations }) => {
    const merged = merge(translations, lines)
    isChanged = JSON.stringify(merged) !== JSON.stringify(translations)
    return isChanged ? { translations: merged } : {}
  }
  try {
    if (first.object === 'event') await updateRow(events, at, first.id, decide)
    else if (first.object === 'price_category') await updateRow(priceCategories, at, first.id, decide)
    else if (first.object === 'price') await updateRow(prices, at, first.id, decide)
    else await updateRow(questions, at, first.id, decide)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'resource_missing') throw error
    throw invalidFile([`line ${first.line}: there is no ${first.object} ${first.id}`])
  }
  return isChanged ? 1 : 0
}

function merge(before: Translations, lines: Line[]): Translations {
  const merged: Record<string, Record<string, string | string[]>> = structuredClone(before ?? {})
  for (const { field, texts } of lines) {
    for (const [language, text] of texts) {
      const { [field]: _before, ...others } = merged[language] ?? {}
      const next = text === '' ? others : { ...others, [field]: text }
      if (Object.keys(next).length === 0) delete merged[language]
      else merged[language] = next
    }
  }
  return Object.keys(merged).length === 0 ? null : merged
}

async function readLines(parsers: Parsers, orgId: OrgId, file: string): Promise<Line[]> {
  let records: CsvRecord[]
  try {
    records = await parsers.read(csvFiles, orgId, file, ROWS_MAX)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    throw invalidFile([error.message])
  }
  const [head, ...rows] = records
  const headings = (head?.cells ?? []).map((cell) => cell.trim())
  const absent = ['object', 'id', 'field'].filter((name) => !headings.includes(name))
  if (absent.length > 0) throw invalidFile([`line 1: the heading ${absent[0]} is missing`])
  const problems: string[] = []
  const lines = rows.map((row) => readLine(row, headings, problems))
  if (problems.length > 0) throw invalidFile(problems)
  return lines
}

function readLine({ line, cells }: CsvRecord, headings: string[], problems: string[]): Line {
  const cell = (name: string) => cells[headings.indexOf(name)]?.trim() ?? ''
  const object = cell('object')
  const field = cell('field')
  const id = Number(cell('id'))
  const most = FIELDS.get(`${object} ${field}`)
  if (most === undefined) problems.push(`line ${line}: ${object || 'nothing'} has no text ${field || 'without a name'}`)
  if (!Number.isSafeInteger(id) || id < 1) problems.push(`line ${line}: ${cell('id')} is no id`)
  const texts = languages
    .filter((language) => headings.includes(language))
    .map((language): [Language, string] => [language, cell(language).normalize('NFC')])
  for (const [language, text] of texts) {
    if (text.length > (most ?? 0)) problems.push(`line ${line}: ${language} has more than ${most} characters`)
    if (/[^\P{Cc}\n\r\t]/u.test(text) || (field !== 'description' && /[\n\r\t]/.test(text)))
      problems.push(`line ${line}: ${language} has a character that no text may have`)
  }
  return { line, object, id, field, texts }
}

const invalidFile = (problems: string[]) =>
  invalidParameters(
    problems
      .slice(0, PROBLEMS_MAX)
      .map((problem): Problem => ({ param: 'file', code: 'parameter_invalid', message: `file: ${problem}.` })),
  )
