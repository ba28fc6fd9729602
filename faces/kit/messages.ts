const PLACEHOLDER = /\{(\w+)\}/g

/** The names of what a text is given: `order` in "Order {order}". */
export const placeholdersIn = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)

/** A value is never read for placeholders again. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(PLACEHOLDER, (whole, name: string) => values[name] ?? whole)

type Category = Intl.LDMLPluralRule
/** One text for each way in which a language counts; `zero` is for exactly none. */
export type PluralForms = Partial<Record<Category, string>>

const CATEGORY = /^(zero|one|two|few|many|other)$/

export const isPlural = (value: unknown): value is PluralForms =>
  typeof value === 'object' && value !== null && Object.keys(value).every((key) => CATEGORY.test(key))

/** The form for a number, by the rules of the language. */
export function formFor(forms: PluralForms, count: number, rules: Intl.PluralRules): string {
  const none = count === 0 ? forms.zero : undefined
  return none ?? forms[rules.select(count)] ?? forms.other ?? ''
}

export type Value = string | number

/** A text with something in it. Where an element stands inside the sentence, the answer is a list of texts and elements. */
export type Text<Names extends string> = {
  (values: Readonly<Record<Names, Value>>): string
  <Element extends object>(values: Readonly<Record<Names, Value | Element>>): (Value | Element)[]
}

/** A text that says how many: `count` chooses its form, and is written as the language writes numbers. */
export type Plural<Names extends string = never> = (
  values: Readonly<Record<Exclude<Names, 'count'>, Value> & { count: number }>,
) => string

type Names<Arguments> = Arguments extends string ? Arguments : never
/** The generated arguments of a text or a group; a group whose texts are given nothing is not in them. */
type Of<Arguments, Key> = Key extends keyof Arguments ? Arguments[Key] : object
type Open<Group> = Group & { readonly [name: string]: Group[keyof Group] | undefined }
type Group<Json, Arguments> = {
  readonly [Key in keyof Json]: Json[Key] extends object
    ? Json[Key] extends readonly unknown[]
      ? Json[Key]
      : keyof Json[Key] extends Category
        ? Plural<Names<Of<Arguments, Key>>>
        : Open<Group<Json[Key], Of<Arguments, Key>>>
    : Key extends keyof Arguments
      ? Text<Names<Arguments[Key]>>
      : Json[Key]
}

/** A catalogue as code reads it: a text is a string, and one that is given values is a function of them. */
export type Spoken<Json, Arguments> = Group<Json, Arguments>

/** Makes a catalogue speak. `Arguments` is what `npm run words` has read from the English one. */
export function speak<Json extends object, Arguments>(catalogue: Json, locale: string): Spoken<Json, Arguments> {
  return spokenGroup(catalogue, new Intl.PluralRules(locale), locale) as Spoken<Json, Arguments>
}

const spokenGroup = (group: object, rules: Intl.PluralRules, locale: string): object =>
  Object.fromEntries(Object.entries(group).map(([key, value]) => [key, spokenValue(value, rules, locale)]))

function spokenValue(value: unknown, rules: Intl.PluralRules, locale: string): unknown {
  if (typeof value === 'string') return value.includes('{') ? (values: Values) => say(value, values) : value
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value
  if (!isPlural(value)) return spokenGroup(value, rules, locale)
  return ({ count, ...values }: Values & { count: number }) =>
    say(formFor(value, count, rules), { ...values, count: count.toLocaleString(locale) })
}

type Values = Readonly<Record<string, unknown>>

function say(text: string, values: Values): unknown {
  // With a pattern that captures, texts and names alternate.
  const parts = text.split(PLACEHOLDER).map((part, index) => (index % 2 === 0 ? part : values[part]))
  return parts.some((part) => typeof part === 'object') ? parts.filter((part) => part !== '') : parts.join('')
}
