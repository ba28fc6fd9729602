import { useLoad } from '../../../kit/use-load.ts'
import { words } from '../../words/frame.ts'
import { api } from '../api.ts'
import { DateFilter, SearchFilter, SelectFilter } from '../filters.tsx'
import { useQuery } from '../use-query.ts'
import { narrowedBy, partnersOf } from './ask.ts'
import type { AnyList, Filter } from './description.ts'
import styles from './list.module.css'

type AnyFilter = Filter<Record<string, unknown>>

/** Everything that narrows a list, as its address has it. */
export function ListFilters({ list }: { list: AnyList }) {
  const { query, hrefWith } = useQuery()
  return (
    <>
      {list.filters?.map((filter) => (
        <OneFilter key={filter.label} {...{ list, filter }} />
      ))}
      {list.search && <SearchFilter {...list.search} />}
      {narrowedBy(list, query).map(({ text, names }) => (
        <span key={text} class={styles.narrowed}>
          {words.only(text)}{' '}
          <a href={hrefWith(Object.fromEntries(names.map((name) => [name, undefined])))}>{words.showAll}</a>
        </span>
      ))}
    </>
  )
}

function OneFilter({ list, filter }: { list: AnyList; filter: AnyFilter }) {
  if (filter.kind === 'linked') return null
  const { name, label } = filter
  if (filter.kind === 'day') return <DateFilter {...{ name, label }} />
  const besides = Object.fromEntries(partnersOf(list, name).map((partner) => [partner, undefined]))
  if (filter.kind === 'choice') return <SelectFilter {...{ name, label, besides }} options={filter.options} />
  return <LoadedFilter {...filter} />
}

function LoadedFilter({ name, label, all, load }: Extract<AnyFilter, { kind: 'loaded' }>) {
  const { data } = useLoad(() => load(api), [])
  const options = (data ?? []).map((option) => ({ ...option, value: String(option.value) }))
  return <SelectFilter {...{ name, label }} options={[{ value: '', label: all }, ...options]} />
}
