import type { StaffMember } from '@grandstand/sdk'
import { useRef, useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { api } from '../parts/api.ts'
import { roleTitle, useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words as frame } from '../words/frame.ts'
import { words } from '../words/settings.ts'
import styles from './settings.module.css'

export type Role = 'owner' | 'manager' | 'box_office' | 'membership' | 'gates' | 'finance' | 'reader'

/** What a colleague may do, to be changed after a question: a wheel that turns over the list must not make an owner. */
export function RoleChoice({ member, onChanged }: { member: StaffMember; onChanged(): void }) {
  const { whyNot } = useConsole()
  const { run, isBusy, error, forget } = useAction()
  const [wanted, setWanted] = useState<Role | undefined>()
  const select = useRef<HTMLSelectElement>(null)
  const person = member.name ?? member.email_address
  const why = whyNot('team:manage')
  if (why !== undefined) return <span title={why}>{roleTitle(member.role)}</span>
  const close = () => {
    if (select.current) select.current.value = member.role
    setWanted(undefined)
    forget()
  }
  const change = async (role: Role) => {
    const isDone = await run(async () => {
      await api.team.changeMember(member.staff_id, { role })
      toast(words.changedItHoldsEverywhereWithin)
    })
    if (!isDone) return
    setWanted(undefined)
    onChanged()
  }
  return (
    <>
      <select
        ref={select}
        class={styles.select}
        aria-label={words.roleOf({ name: person })}
        value={wanted ?? member.role}
        onChange={({ currentTarget }) => setWanted(currentTarget.value as Role)}
      >
        {Object.entries(frame.roles).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {wanted !== undefined && (
        <Dialog open title={words.clubSignOn.roleTitle({ person, role: roleTitle(wanted) })} onClose={close}>
          <p>{words.clubSignOn.roleWhat}</p>
          {error !== undefined && <TroubleNotice error={error} />}
          <div class={form.actions}>
            <Button look="strong" busy={isBusy} onClick={() => change(wanted)}>
              {words.clubSignOn.roleVerb}
            </Button>
            <Button onClick={close}>{common.cancel}</Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
