import { ButtonLink } from '../kit/button.tsx'
import { usePage } from './parts/console.tsx'
import { PageHead } from './parts/page.tsx'
import { routes } from './parts/routes.ts'

export function NotFound() {
  usePage('Not found')
  return (
    <>
      <PageHead title="There is no such page" />
      <p>
        <ButtonLink href={routes.today}>Go to Today</ButtonLink>
      </p>
    </>
  )
}
