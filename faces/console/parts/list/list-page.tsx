import { ButtonLink } from '../../../kit/button.tsx'
import { useConsole, usePage } from '../console.tsx'
import { PageHead } from '../page.tsx'
import type { AnyList, ListLink } from './description.ts'
import { ListSheet } from './list-sheet.tsx'

/** A page that is a list and nothing else. */
export function ListPage({ list }: { list: AnyList }) {
  usePage(list.title)
  const { whyNot } = useConsole()
  const isOpen = ({ needs, reads }: ListLink) =>
    ((needs && whyNot(needs)) ?? (reads && whyNot(reads, 'read'))) === undefined
  const links = (list.links ?? []).filter(isOpen)
  return (
    <>
      <PageHead
        title={list.title}
        actions={
          links.length > 0 &&
          links.map(({ label, href, isStrong }) => (
            <ButtonLink key={href} href={href} look={isStrong ? 'strong' : 'plain'}>
              {label}
            </ButtonLink>
          ))
        }
      />
      <ListSheet list={list} />
    </>
  )
}
