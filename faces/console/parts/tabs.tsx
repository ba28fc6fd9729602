import styles from './tabs.module.css'
import { useQuery } from './use-query.ts'

/** Parts of a page, each with an address of its own. */
export function Tabs({ tabs, label }: { label: string; tabs: { key: string; title: string }[] }) {
  const { query, hrefWith } = useQuery()
  const current = query.tab ?? tabs[0]?.key
  return (
    <nav aria-label={label} class={styles.tabs}>
      {tabs.map(({ key, title }, index) => (
        <a
          key={key}
          href={hrefWith({ tab: index === 0 ? undefined : key })}
          aria-current={key === current ? 'page' : undefined}
        >
          {title}
        </a>
      ))}
    </nav>
  )
}
