import { ButtonLink } from '../kit/button.tsx'
import { usePage } from './parts/console.tsx'
import { PageHead } from './parts/page.tsx'
import { routes } from './parts/routes.ts'
import { words } from './words/frame.ts'

export function NotFound() {
  usePage(words.notFound)
  return (
    <>
      <PageHead title={words.notFoundText} />
      <p>
        <ButtonLink href={routes.today}>{words.toToday}</ButtonLink>
      </p>
    </>
  )
}
