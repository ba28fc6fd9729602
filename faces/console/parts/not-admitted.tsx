import type { MembershipType } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { common } from '../words/common.ts'
import { words } from '../words/parts.ts'
import { api } from './api.ts'
import { useConsole } from './console.tsx'
import { TroubleNotice } from './trouble.tsx'

/** Membership types whose members would be turned away at the matches of their season, each with the step that mends it. */
export function NotAdmitted({ types, onMended }: { types: MembershipType[]; onMended(): void }) {
  const { whyNot } = useConsole()
  const action = useAction()
  const letIn = (typeId: number) =>
    action.run(async () => {
      await api.memberships.changeType(typeId, { game_day_access: 1 })
      toast(common.saved)
      onMended()
    })
  return (
    <>
      {types
        .filter(({ members_not_admitted }) => members_not_admitted > 0)
        .map(({ membership_type_id, title, members_not_admitted }) => (
          <Notice key={membership_type_id} title={words.turnedAway({ count: members_not_admitted, type: title })}>
            <p>{words.turnedAwayText}</p>
            {whyNot('members:manage') === undefined && (
              <Button busy={action.isBusy} onClick={() => letIn(membership_type_id)}>
                {words.letInOnCard}
              </Button>
            )}
          </Notice>
        ))}
      {action.error !== undefined && <TroubleNotice error={action.error} />}
    </>
  )
}
