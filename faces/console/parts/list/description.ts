import type { Grandstand } from '@grandstand/sdk'
import type { ComponentType } from 'preact'
import type { Tone } from '../tone.ts'

type Resources = Omit<Grandstand, 'request'>
type Page = { data: unknown[] }
type Reads = (...given: never[]) => { page(): Promise<Page> }

/** The operations that answer with a list, as the SDK names them: `orders.listManaged`. */
type ListName = {
  [R in keyof Resources & string]: {
    [M in keyof Resources[R] & string]: Resources[R][M] extends Reads ? `${R}.${M}` : never
  }[keyof Resources[R] & string]
}[keyof Resources & string]

type OperationOf<Name extends ListName> = Name extends `${infer R extends keyof Resources & string}.${infer M}`
  ? M extends keyof Resources[R]
    ? Resources[R][M]
    : never
  : never

type RowOf<Name extends ListName> =
  OperationOf<Name> extends (...given: never[]) => { page(): Promise<{ data: (infer Row)[] }> } ? Row : never

/** What the operation can be asked for. */
type QueryOf<Name extends ListName> = NonNullable<Parameters<OperationOf<Name>>[0]>

/** What stands in a cell: words as they are, or a thing that is shown in one way wherever it is. */
export type Cell =
  | string
  | number
  | null
  | undefined
  | { tag: string; tone: Tone }
  /** A moment, on the reader's clock or on that of the zone, or its day alone; `never` where there is none. */
  | { unix: number | null; zone?: string; never?: string; isDay?: boolean }
  | { amount: number | null; currency: string }
  /** Each leads to the list of all that have it. */
  | { tags: string[]; hrefOf(query: { tag: string }): string }
  | { link: string; href: string }
  /** A title with small print below it, and a mark beside it. */
  | { title: string; small: string; mark?: string | undefined }
  /** Shown once the reader opens it. */
  | { summary: string; lines: string[] }

export type ListColumn<Row> = {
  label: string
  cell(row: Row): Cell
  /** Amounts stand at the end. */
  align?: 'end'
  /** Left out where there is no room for it. */
  isMinor?: boolean
  /** Left out of a page on which it says nothing. */
  isForSome?: boolean
  /** Left out for staff who may not read it: the answer has nothing there. */
  needs?: string
}

/** `sends`: what this choice asks the operation for. Its value is in the address; that of the first, which counts without a choice, is empty. */
export type Option<Query> = { value: string; label: string; sends: Partial<Query> }

export type Filter<Query> =
  | { kind: 'choice'; name: string; label: string; options: Option<Query>[] }
  /** Its choices are read from the API, after one for all of them. */
  | {
      kind: 'loaded'
      name: string
      label: string
      all: string
      parameter: keyof Query & string
      /** Another filter that has to be chosen first, and is forgotten with it: prices are those of an event. */
      within?: string
      /** Not shown to staff who may not read its choices, nor while there are none. */
      needs?: string
      load(api: Grandstand, within?: string): Promise<{ value: number | string; label: string }[]>
    }
  /** A day, as the first second of it or the last, where the reader is. Both ends of the API are outside of what it answers. */
  | { kind: 'day'; name: string; label: string; parameter: keyof Query & string; edge: 'from' | 'to' }
  /** No control: a link from elsewhere narrows the list by these, all of them or none, and the page says so. */
  | { kind: 'linked'; label: string; parameters: (keyof Query & string)[] }

/** What staff give tags to. */
export type TaggedObjects = 'orders' | 'customers' | 'members'

/** What stands beside the rows that are ticked. */
export type RunBarProps = {
  objects: TaggedObjects | 'instalments'
  rows: unknown[]
  ids: number[]
  /** What the list is asked for at the moment. */
  question: Record<string, unknown>
  /** Its file, of which the ticked rows can be a part. */
  csv?: ListFile | undefined
}

/** A file that the server makes of a list. */
export type ListFile = {
  export: keyof Grandstand['exports'] & string
  name: string
  needs: string
  label: string
  /** It takes every filter of the list, and its search: the file is what the page would show to its end. */
  isFiltered?: true
}

/** Something to go to, or to begin with: for all, for who may change what is there (`needs`), or for who may read it (`reads`). */
export type ListLink = { label: string; href: string; isStrong?: boolean; needs?: string; reads?: string }

export type ListDescription<Name extends string, Row, Query> = {
  operation: Name
  /** Of the page, and of the table for screen readers. */
  title: string
  /** The heading of the sheet around the table. */
  heading?: string
  /** All of it comes at once: the operation has no pages. */
  isWhole?: boolean
  keyOf(row: Row): string | number
  /** On a phone what is in a row stands below each other, for there is too much of it to stand side by side. */
  stacks?: true
  /** The page of the row. */
  hrefOf?(row: Row): string
  columns: ListColumn<Row>[]
  /** The field for the operation's `search` parameter. */
  search?: { label: string; placeholder: string }
  filters?: Filter<Query>[]
  links?: ListLink[]
  /** On each row, one at a time. */
  rowAction?: {
    label: string
    needs: string
    done: string
    run(api: Grandstand, row: Row): Promise<unknown>
  }
  /** On the rows that are ticked, all at once. */
  bulkActions?: {
    label: string
    needs: string
    /** undefined: this row may be part of it. */
    whyNot?(row: Row): string | undefined
    question(count: number): string
    verb: string
    about: string
    /** Answers what to say when it is done. */
    run(api: Grandstand, rows: Row[]): Promise<string>
  }[]
  /** Its rows are orders, customers, members or instalments, with which much can be done at once: with those that are ticked, or all that match. */
  runs?: { objects: RunBarProps['objects']; load(): Promise<ComponentType<RunBarProps>> }
  /** The server's own file: of the whole list, or of all that the filters leave; never of a page. */
  csv?: ListFile
  /** Nothing there at all: what it is for, and how the first one comes to be. */
  empty: { title: string; text: string; start?: ListLink }
}

/** Any list, for what draws them all: it hands rows of the operation to functions of the same description, and to no others. */
export type AnyList = ListDescription<string, unknown, Record<string, unknown>>

/** A list of the console as data: `ListPage` draws it, and `tests/rules/console-lists.test.ts` holds it to the API. */
export const defineList = <Name extends ListName>(list: ListDescription<Name, RowOf<Name>, QueryOf<Name>>): AnyList =>
  list as unknown as AnyList

/** Nothing where there are none, so that a page without any has no column of them. */
export const tagsCell = (tags: string[], hrefOf: (query: { tag: string }) => string): Cell =>
  tags.length === 0 ? undefined : { tags, hrefOf }
