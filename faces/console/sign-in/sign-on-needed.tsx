import type { StaffOrganisation } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { useAction } from '../../kit/use-action.ts'
import { chooseOrganisation } from '../parts/api.ts'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/account.ts'
import { Card } from './card.tsx'
import { leaveForSignOn } from './club.ts'
import styles from './welcome.module.css'

/** Signed in by password, at a club that has its team come by its own provider. */
export function SignOnNeeded({
  club,
  others,
}: {
  club: StaffOrganisation
  /** Where they work as well, and may go by password. */
  others: StaffOrganisation[]
}) {
  const { run, isBusy, error } = useAction()
  const leave = () =>
    run(() => leaveForSignOn(club.org_id, { endsSession: true, back: location.pathname + location.search }))
  return (
    <main class={styles.frame}>
      <Card title={words.signOn.title}>
        {error !== undefined && <TroubleNotice error={error} />}
        <p>{words.signOn.needed({ club: club.name })}</p>
        <Button look="strong" wide busy={isBusy} onClick={leave}>
          {words.signOn.goTo({ club: club.name })}
        </Button>
        {others.map(({ org_id, name }) => (
          <Button
            key={org_id}
            wide
            onClick={() => {
              chooseOrganisation(org_id)
              location.assign(routes.today)
            }}
          >
            {name}
          </Button>
        ))}
      </Card>
    </main>
  )
}
