import { useState } from 'preact/hooks'
import lazy, { ErrorBoundary } from 'preact-iso/lazy'
import { Button } from '../../kit/button.tsx'
import { useConsole } from '../parts/console.tsx'
import type { TaggedObjects } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { TagLinks } from '../parts/tag-links.tsx'
import { loadWords } from '../words/load.ts'
import { words as parts } from '../words/parts.ts'

/** With words of its own, which few visits need. */
const TagsDialog = lazy(async () => {
  await loadWords('runs')
  return (await import('./tags-dialog.tsx')).TagsDialog
})

/** The tags of what a page is about, and the way to change them. */
export function PageTags({
  objects,
  id,
  tags,
  onChanged,
}: {
  objects: TaggedObjects
  id: number
  tags: string[]
  onChanged(tags: string[]): void
}) {
  const { whyNot } = useConsole()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <TagLinks tags={tags} hrefOf={routes[objects]} />
      <Button look="quiet" why={whyNot('runs:manage') ?? whyNot(`${objects}:manage`)} onClick={() => setOpen(true)}>
        {parts.tagsMore}
      </Button>
      {isOpen && (
        <ErrorBoundary>
          <TagsDialog {...{ objects, id, tags, onChanged }} onClose={() => setOpen(false)} />
        </ErrorBoundary>
      )}
    </>
  )
}
