import type { SearchResult } from '@grandstand/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { Dialog } from '../kit/dialog.tsx'
import { type Hit, hitsOf, pageHits } from './hits.ts'
import styles from './palette.module.css'
import { api } from './parts/api.ts'
import { useConsole } from './parts/console.tsx'
import { common } from './words/common.ts'
import { words } from './words/frame.ts'

/** One is not asked for every letter. */
const PAUSE_MS = 150

/** One search for everything, by what a fan would say, and the quick way to every page. */
export function Palette({ onClose }: { onClose(): void }) {
  const { whyNot } = useConsole()
  const { route } = useLocation()
  const [typed, setTyped] = useState('')
  const [searchResult, setSearchResult] = useState<SearchResult | undefined>()
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const q = typed.trim()
    if (q.length < 2) return setSearchResult(undefined)
    const stop = new AbortController()
    const timer = setTimeout(() => {
      api.search.search({ q, limit: 5 }, { signal: stop.signal }).then(
        (result) => {
          setSearchResult(result)
          setAt(0)
        },
        () => {},
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [typed])
  const isAllowed = (scope: string) => whyNot(scope, 'read') === undefined
  const hits: Hit[] = [...pageHits(typed), ...(searchResult ? hitsOf(searchResult, isAllowed) : [])]
  const go = (hit: Hit | undefined) => {
    if (!hit) return
    onClose()
    route(hit.href)
  }
  const move = (by: number) => {
    const next = Math.min(Math.max(at + by, 0), hits.length - 1)
    setAt(next)
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <Dialog open title={common.search} onClose={onClose}>
      <input
        class={styles.input}
        type="search"
        // biome-ignore lint/a11y/noRedundantRoles: it is one only with a datalist, which it has not
        role="combobox"
        list={undefined}
        aria-label={words.search.scope}
        aria-expanded={hits.length > 0}
        aria-controls="hits"
        aria-activedescendant={hits.length > 0 ? `hit-${at}` : undefined}
        placeholder={words.search.hint}
        autofocus
        autocomplete="off"
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') move(1)
          else if (event.key === 'ArrowUp') move(-1)
          else if (event.key === 'Enter') go(hits[at])
          else return
          event.preventDefault()
        }}
      />
      {hits.length > 0 && (
        <div class={styles.hits} id="hits" role="listbox" aria-label={words.search.results} ref={list}>
          {hits.map((hit, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, which keeps the focus
            <div
              key={hit.href + hit.title}
              id={`hit-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              class={styles.hit}
              onClick={() => go(hit)}
            >
              <span class={styles.kind}>{hit.kind}</span>
              <span>
                <strong>{hit.title}</strong>
                {hit.about && <span class={styles.about}> {hit.about}</span>}
              </span>
            </div>
          ))}
        </div>
      )}
      {searchResult && hits.length === 0 && <p>{words.search.none({ q: searchResult.q })}</p>}
    </Dialog>
  )
}
