import { type TProperties, type TSchema, Type } from 'typebox'
import { type Language, languages } from '../../faces/kit/languages.ts'
import { ForSecretKeys, Input, Nullable } from '../platform/http/schema.ts'
import type { Db } from '../platform/postgres/database.ts'
import type { Fragment } from '../platform/postgres/sql.ts'

/** Texts of one object by language, as a column has them; null where it has none. */
export type Translations = Partial<Record<Language, Record<string, string | string[]>>> | null

export const TranslationsColumn = Type.Unsafe<Translations>({ type: ['object', 'null'] })

const byLanguage = <T extends TSchema>(texts: T) =>
  Object.fromEntries(languages.map((language) => [language, Type.Optional(texts)])) as Record<
    Language,
    Type.TOptional<T>
  >

/** What staff send: fields as they are limited in the object itself, each of them or none. What is sent takes the place of all. */
export const translationsInput = <P extends TProperties>(fields: P) =>
  Type.Optional(
    Nullable(
      Input(byLanguage(Input(fields)), {
        description:
          'the same texts in other languages, as translations[de][title]; what is sent takes the place of all, null of none',
      }),
    ),
  )

/** What staff and secret keys read. A page is given the text of its language, and none of the others. */
export const translationsOutput = (...names: string[]) => {
  const texts = Type.Object(Object.fromEntries(names.map((name) => [name, Type.Optional(textOf(name))])))
  const schema = Type.Object(byLanguage(texts), { description: 'its texts in other languages than the usual one' })
  return ForSecretKeys(Type.Unsafe<NonNullable<Translations>>(schema))
}

const textOf = (name: string): TSchema => (name === 'choices' ? Type.Array(Type.String()) : Type.String())

/** A text in the reader's language, where the organisation has written it; else as it is. */
export function inLanguage<T extends string | null>(
  column: Translations,
  language: Language | undefined,
  name: string,
  text: T,
): T | string {
  const translated = language === undefined ? undefined : column?.[language]?.[name]
  return typeof translated === 'string' ? translated : text
}

/** The same in a statement: the column `name` of the table `alias`, in a language that is a value or an expression; null: as it is. */
export function textIn(sql: Db, alias: string, name: string, language: Fragment | Language | null): Fragment {
  const text = sql(`${alias}.${name}`)
  if (language === null) return text
  return sql`coalesce(${sql(`${alias}.translations`)} -> ${language}::text ->> ${name}::text, ${text})`
}
