import type { ComponentType } from 'preact'
import type { Section } from './navigation.ts'
import { useConsole, usePage } from './parts/console.tsx'
import { PageHead } from './parts/page.tsx'
import { words } from './words/frame.ts'

/** A page of a section for staff who may see it; for others, why not and whom to ask. */
export function WithRight({
  section,
  page: Page,
  ...params
}: {
  section: Section
  page: ComponentType<Record<string, string>>
} & Record<string, unknown>) {
  const { whyNot } = useConsole()
  const why = whyNot(section.needs.scope, section.needs.kind)
  return why === undefined ? (
    <Page {...(params as Record<string, string>)} />
  ) : (
    <NotAllowed title={words.sections[section.name]} why={why} />
  )
}

function NotAllowed({ title, why }: { title: string; why: string }) {
  usePage(title)
  return (
    <>
      <PageHead title={title} />
      <p>{words.rightsHint({ why })}</p>
    </>
  )
}
