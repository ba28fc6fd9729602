import { Field, TextField } from '../../kit/field.tsx'
import { type Language, languageNames, spokenOf } from '../../kit/languages.ts'
import { words } from '../words/parts.ts'
import { useConsole } from './console.tsx'
import styles from './translations-field.module.css'
import type { Filled } from './use-submit.ts'

/** A text that can be written in several languages. */
export type TranslatedText = {
  name: string
  label: string
  maxLength: number
  isLong?: boolean
  /** Several, one in each line. */
  isList?: boolean
  hint?: string
}

type Texts = Record<string, string | string[] | undefined>
type Translations = Partial<Record<Language, Texts>>

const nameOf = (language: string, name: string) => `translations.${language}.${name}`

/** The same texts in other languages than the club's own, each folded away until it is wanted. */
export function TranslationsField({
  texts,
  translations = {},
}: {
  texts: TranslatedText[]
  translations: Translations | undefined
}) {
  const usual = spokenOf(useConsole().organisation.language)
  return (
    <fieldset class={styles.languages}>
      <legend>{words.translations.title}</legend>
      {Object.entries(languageNames)
        .filter(([language]) => language !== usual)
        .map(([language, title]) => {
          const written = translations[language as Language]
          return (
            <details key={language}>
              <summary>
                {title}
                {written && <small> {words.translations.written}</small>}
              </summary>
              <div lang={language}>
                {texts.map(({ name, label, maxLength, isLong, isList, hint }) => {
                  const props = {
                    name: nameOf(language, name),
                    label: `${label} (${title})`,
                    maxLength,
                    defaultValue: [written?.[name] ?? []].flat().join('\n'),
                    ...(hint !== undefined && { hint }),
                  }
                  return isLong || isList ? <TextField key={name} {...props} /> : <Field key={name} {...props} />
                })}
              </div>
            </details>
          )
        })}
    </fieldset>
  )
}

/** One in each line; lines without anything in them are none. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** What was written, for the API. What has no field here, as another language of the club's own, stays as it is. */
export function translationsFrom(filled: Filled, texts: TranslatedText[], before: Translations | undefined) {
  const all: Translations = {}
  for (const language of Object.keys(languageNames) as Language[]) {
    const known = { ...before?.[language] }
    for (const { name, isList } of texts) {
      const text = filled.optional(nameOf(language, name))
      if (text === undefined) delete known[name]
      else known[name] = isList ? linesOf(text) : text
    }
    if (Object.keys(known).length > 0) all[language] = known
  }
  return Object.keys(all).length === 0 ? null : all
}
