import { useConsole } from './console.tsx'
import styles from './page.module.css'
import { Tag } from './page.tsx'

/** Tags that staff gave, each the way to all that have it; to staff whose list cannot be narrowed by them, no more than words. */
export function TagLinks({ tags, hrefOf }: { tags: string[]; hrefOf(query: { tag: string }): string }) {
  const leads = useConsole().whyNot('runs:manage', 'read') === undefined
  if (tags.length === 0) return null
  return (
    <span class={styles.tags}>
      {tags.map((tag) =>
        leads ? (
          <a key={tag} class={styles.tag} href={hrefOf({ tag })}>
            {tag}
          </a>
        ) : (
          <Tag key={tag}>{tag}</Tag>
        ),
      )}
    </span>
  )
}
