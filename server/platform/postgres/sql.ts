import type { Client } from 'pg'
import { UnsendableError } from './errors.ts'
import { type SentValue, toParameter } from './values.ts'

/** What stands between the texts of a template. Undefined is a mistake, where null is a value. */
export type Value = NonNullable<unknown> | null

/** A part of a statement. */
export class Fragment {
  readonly texts: readonly string[]
  readonly values: readonly unknown[]

  constructor(texts: readonly string[], values: readonly unknown[] = []) {
    this.texts = texts
    this.values = values
  }
}

/** Columns by their names, written as what stands before them wants it: `set a = $1, b = $2` or `(a, b) values ($1, $2)`. */
class Columns extends Fragment {
  readonly rows: readonly Record<string, unknown>[]
  readonly names: readonly string[]

  constructor(rows: readonly Record<string, unknown>[], names: readonly string[]) {
    super([])
    this.rows = rows
    this.names = names
  }
}

/** A statement as it is sent. */
export type Sendable = { text: string; values: SentValue[]; isKept: boolean }

/** The rows of an answer, how many were read or written, and by which command. */
export type AnswerRows<Rows> = Rows & { count: number; command: string }

/** Where statements are sent: the pool, or the one connection of a transaction. */
export type Session = {
  send(statement: Written): Promise<unknown>
  /** Gives the connection to one piece of work alone, as copy and cursors need it. */
  alone<T>(statement: Written, work: (client: Client) => Promise<T>): Promise<T>
}

export type Written = { write(): Sendable }

/** Sent when it is awaited, or at once by `execute`; nested in another statement it is a part of that one. */
export class Statement<Rows> extends Fragment implements Promise<AnswerRows<Rows>> {
  readonly [Symbol.toStringTag] = 'Statement'
  readonly session: Session
  #answer: Promise<AnswerRows<Rows>> | undefined
  #sendable: Sendable | undefined
  #isKept = true

  constructor(session: Session, texts: readonly string[], values: readonly unknown[]) {
    super(texts, values)
    this.session = session
  }

  /**
   * Sends a query without keeping its plan. After five runs PostgreSQL may settle on a plan for the average organisation, and
   * what is quick for a hundred customers reads all million of the largest one to show it a page (12 times as long at 60,000
   * rows, and growing). Planning costs less than a millisecond for a list; single rows by their key are better off without this.
   */
  freshPlan(): this {
    if (this.#answer) throw new Error('freshPlan takes a query that has not been sent')
    this.#isKept = false
    return this
  }

  /** Throws where a value cannot be sent. */
  write(): Sendable {
    this.#sendable ??= { ...writeStatement(this), isKept: this.#isKept }
    return this.#sendable
  }

  execute(): this {
    this.#answer ??= this.session.send(this) as Promise<AnswerRows<Rows>>
    return this
  }

  #sent(): Promise<AnswerRows<Rows>> {
    return this.execute().#answer as Promise<AnswerRows<Rows>>
  }

  // biome-ignore lint/suspicious/noThenProperty: a statement is awaited as a promise is
  then<A = AnswerRows<Rows>, B = never>(
    resolved?: ((rows: AnswerRows<Rows>) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#sent().then(resolved, rejected)
  }

  catch<B = never>(rejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<AnswerRows<Rows> | B> {
    return this.#sent().catch(rejected)
  }

  finally(settled?: (() => void) | null): Promise<AnswerRows<Rows>> {
    return this.#sent().finally(settled)
  }
}

function writeStatement(statement: Fragment): Out {
  const { texts, values } = statement
  // A text with numbered parameters of its own.
  if (texts.length === 1) return { text: texts[0] ?? '', values: values.map(toParameter) }
  const out: Out = { text: '', values: [] }
  writeFragment(out, statement)
  return out
}

type Out = { text: string; values: SentValue[] }

function writeFragment(out: Out, fragment: Fragment): void {
  const { texts, values } = fragment
  if (fragment instanceof Columns) writeColumns(out, fragment)
  out.text += texts[0] ?? ''
  for (let n = 0; n < values.length; n += 1) {
    writeValue(out, values[n])
    out.text += texts[n + 1] ?? ''
  }
}

function writeValue(out: Out, value: unknown): void {
  if (value instanceof Fragment) {
    writeFragment(out, value)
  } else if (Array.isArray(value) && value[0] instanceof Fragment) {
    for (const fragment of value) {
      out.text += ' '
      writeFragment(out, fragment)
    }
  } else {
    out.text += `$${out.values.push(toParameter(value))}`
  }
}

function writeColumns(out: Out, { rows, names }: Columns): void {
  const isUpdate = /\bset\s*$/i.test(out.text)
  if (!isUpdate) out.text += `(${names.map(quoteName).join(', ')}) values `
  rows.forEach((row, index) => {
    out.text += isUpdate ? '' : index === 0 ? '(' : ', ('
    names.forEach((name, place) => {
      if (place > 0) out.text += ', '
      if (isUpdate) out.text += `${quoteName(name)} = `
      if (row[name] === undefined)
        throw new UnsendableError('UNDEFINED_VALUE', `${name} is undefined, which cannot be sent`)
      writeValue(out, row[name])
    })
    if (!isUpdate) out.text += ')'
  })
}

/** `t.name` is a column of a table. */
const quoteName = (name: string): string => `"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`

// biome-ignore lint/suspicious/noExplicitAny: a row without a type may be read as whatever it is expected to be
export type AnyRow = Record<string, any>

export type Tag = {
  <Rows extends readonly object[] = AnyRow[]>(texts: TemplateStringsArray, ...values: Value[]): Statement<Rows>
  /** A name, or several with commas between them. */
  (names: string | readonly string[]): Fragment
  /** The columns of one row or more to insert or set, all of them or those that are named. */
  (rows: object | readonly object[], ...names: string[]): Fragment
  /** A text that holds nothing from outside the program. Without values it may hold several statements. */
  unsafe<Rows extends readonly object[] = AnyRow[]>(text: string, values?: readonly Value[]): Statement<Rows>
}

export function tagOf(session: Session): Tag {
  const tag = (first: unknown, ...rest: unknown[]) => {
    if (typeof first === 'string') return new Fragment([quoteName(first)])
    if (isTemplate(first)) return new Statement(session, first, rest)
    const rows = (Array.isArray(first) ? first : [first]) as Record<string, unknown>[]
    if (typeof rows[0] === 'string') return new Fragment([(first as string[]).map(quoteName).join(', ')])
    return new Columns(rows, rest.length > 0 ? (rest as string[]) : Object.keys(rows[0] ?? {}))
  }
  const unsafe = (text: string, values: readonly Value[] = []) => new Statement(session, [text], values)
  return Object.assign(tag, { unsafe }) as unknown as Tag
}

const isTemplate = (first: unknown): first is TemplateStringsArray => Array.isArray(first) && 'raw' in first

/**
 * A time so many milliseconds after that of a column. In an upsert: there, a shard takes what depends on nothing else only, and
 * `timestamptz + interval` depends on the time zone.
 */
export const after = (_sql: Tag, column: string, ms: number): Fragment =>
  new Fragment([`(${column} at time zone 'UTC' + ${ms} * interval '1 millisecond') at time zone 'UTC'`])

/** A whole number as it is written: `copy` takes no parameters, and no number can be anything else than a number. */
export function literal(_sql: Tag, value: number): Fragment {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number: ${value}`)
  return new Fragment([value < 0 ? `(${value})` : String(value)])
}

/** A text for `copy`, as the numbers of its characters: whatever it says, it cannot end the literal. */
export function textLiteral(_sql: Tag, value: string): Fragment {
  const characters = [...value.toWellFormed()].map((character) => (character.codePointAt(0) ?? 0).toString(16))
  return new Fragment([`U&'${characters.map((digits) => `\\+${digits.padStart(6, '0')}`).join('')}'::text`])
}
