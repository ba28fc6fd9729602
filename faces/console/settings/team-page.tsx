import type { StaffMember } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field, SelectField } from '../../kit/field.tsx'
import { Table } from '../../kit/table.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api, fieldErrors } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { shortTime } from '../parts/format.ts'
import lists from '../parts/list/list.module.css'
import { Sheet, Tag } from '../parts/page.tsx'
import { stateTitle } from '../parts/state-title.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words as frame } from '../words/frame.ts'
import { words } from '../words/settings.ts'
import { ClubSignOnSheet } from './club-sign-on-sheet.tsx'
import { type Role, RoleChoice } from './role-choice.tsx'
import styles from './settings.module.css'
import { SettingsFrame } from './settings-frame.tsx'

const ROLES = Object.entries(frame.roles).map(([value, label]) => ({ value: value as Role, label }))

/** What each role is for, in the words of the person who gives it. */
const DUTIES: Record<Role, string> = {
  owner: words.everythingWithKeysTeamAnd,
  manager: words.everythingButKeysTeamAnd,
  box_office: words.sellsFindsChangesAndRefunds,
  membership: words.membersAndCustomers,
  gates: words.devicesAndDoors,
  finance: words.figuresRefundsAndThePayment,
  reader: words.seesChangesNothing,
}

/** Who works here, and as what. */
export function TeamPage() {
  const [isInviting, setInviting] = useState(false)
  const { whyNot } = useConsole()
  const why = whyNot('team:manage')
  const team = useLoad(() => api.team.list().page(), [])
  return (
    <SettingsFrame
      title={words.team}
      scope="team:manage"
      actions={
        <Button look="strong" why={why} onClick={() => setInviting(true)}>
          {words.inviteAColleague}
        </Button>
      }
    >
      {team.error !== undefined && <TroubleNotice error={team.error} onRetry={team.reload} />}
      <Sheet flush>
        <div class={lists.scroll}>
          <Table
            stacks
            caption={words.everybodyWhoWorksHere}
            rows={team.data?.data ?? []}
            keyOf={({ staff_id }) => staff_id}
            columns={[
              { title: words.person, cell: personOf },
              { title: words.role, cell: (member) => <RoleChoice member={member} onChanged={team.reload} /> },
              { title: words.since, isMinor: true, cell: ({ created_at }) => shortTime(created_at) },
              {
                title: common.state,
                cell: ({ status }) => <Tag tone={status === 'active' ? 'good' : 'sky'}>{stateTitle(status)}</Tag>,
              },
              {
                title: common.action,
                align: 'end',
                cell: (member) => (
                  <div class={styles.row}>
                    {member.status === 'invited' && <SendAgain member={member} why={why} />}
                    <ConfirmButton
                      label={common.remove}
                      title={words.remove3({ name: member.name ?? member.email_address })}
                      verb={common.remove}
                      isGrave
                      why={why}
                      act={() => api.team.removeMember(member.staff_id).then(team.reload)}
                    >
                      {words.itHoldsEverywhereWithinFive}
                    </ConfirmButton>
                  </div>
                ),
              },
            ]}
          />
        </div>
      </Sheet>
      <ClubSignOnSheet />
      <Sheet title={words.whatTheRolesAreFor}>
        <dl class={styles.roles}>
          {ROLES.map(({ value, label }) => (
            <div key={value}>
              <dt>
                <strong>{label}</strong>
              </dt>
              <dd class={styles.muted}>{DUTIES[value]}</dd>
            </div>
          ))}
        </dl>
      </Sheet>
      <Invitation isOpen={isInviting} onClose={() => setInviting(false)} onInvited={team.reload} />
    </SettingsFrame>
  )
}

const personOf = ({ name, email_address }: StaffMember) => (
  <>
    <strong>{name ?? email_address}</strong>
    {name !== null && <div class={styles.muted}>{email_address}</div>}
  </>
)

/** The same invitation by a new link: the one before was lost, or is too old. */
function SendAgain({ member, why }: { member: StaffMember; why: string | undefined }) {
  const { run, isBusy, error } = useAction()
  const { email_address, role } = member
  const send = async () => {
    const isDone = await run(() => api.team.inviteMember({ email_address, role: role as Role }))
    if (isDone) toast(words.clubSignOn.sentAgain({ address: email_address }))
  }
  return (
    <>
      {error !== undefined && <TroubleNotice error={error} />}
      <Button look="quiet" why={why} busy={isBusy} onClick={send}>
        {words.clubSignOn.sendAgain}
      </Button>
    </>
  )
}

function Invitation({ isOpen, onClose, onInvited }: { isOpen: boolean; onClose(): void; onInvited(): void }) {
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const email = filled.text('email_address')
    await api.team.inviteMember({ email_address: email, role: filled.text('role') as Role })
    toast(words.invitedHasSevenDaysTo({ email }))
    onInvited()
    onClose()
  })
  const problems = fieldErrors(error)
  return (
    <Dialog open={isOpen} title={words.inviteAColleague} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <Field
          name="email_address"
          label={common.email}
          type="email"
          required
          autofocus
          error={problems.email_address}
          hint={words.theyGetALinkThat}
        />
        <SelectField
          name="role"
          label={words.role}
          defaultValue="box_office"
          options={ROLES.map(({ value, label }) => ({ value, label: `${label}: ${DUTIES[value]}` }))}
          error={problems.role}
        />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {words.sendTheInvitation}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
