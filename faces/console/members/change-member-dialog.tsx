import type { ChangeMember, Member } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { CheckField, Field, SelectField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api, fieldErrors } from '../parts/api.ts'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/members.ts'
import { HomeFields, homeIn } from './home-fields.tsx'

const TYPES_MAX = 100

/** What stands on the card and on its envelope, and what they are a member as. */
export function ChangeMemberDialog({
  member,
  onClose,
  onChanged,
}: {
  member: Member
  onClose(): void
  onChanged(member: Member): void
}) {
  const types = useLoad(() => api.memberships.listManagedTypes({ limit: TYPES_MAX }).all(), [])
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const text = (name: keyof ChangeMember) => filled.optional(name) ?? null
    const typeId = filled.number('membership_type_id')
    onChanged(
      await api.members.change(member.membership_member_id, {
        first_name: filled.text('first_name'),
        last_name: filled.text('last_name'),
        member_number: filled.text('member_number'),
        date_of_birth: text('date_of_birth'),
        ...(types.data && { membership_type_id: typeId ?? null }),
        email_address: text('email_address'),
        mobile_number: text('mobile_number'),
        ...homeIn(filled),
        auto_renew: filled.isTicked('auto_renew') ? 1 : 0,
      }),
    )
    toast(common.saved)
  })
  const problems = fieldErrors(error)
  const trouble = error !== undefined && Object.keys(problems).length === 0 ? error : types.error
  return (
    <Dialog open title={words.changeTheMember} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {trouble !== undefined && <TroubleNotice error={trouble} />}
        <div class={form.pair}>
          <Field
            name="first_name"
            label={common.firstName}
            defaultValue={member.first_name}
            required
            error={problems.first_name}
          />
          <Field
            name="last_name"
            label={common.lastName}
            defaultValue={member.last_name}
            required
            error={problems.last_name}
          />
        </div>
        <div class={form.pair}>
          <Field
            name="member_number"
            label={common.number}
            defaultValue={member.member_number}
            required
            error={problems.member_number}
          />
          <Field
            name="date_of_birth"
            label={common.dateOfBirth}
            type="date"
            defaultValue={member.date_of_birth ?? ''}
            error={problems.date_of_birth}
          />
        </div>
        {types.data && (
          <SelectField
            name="membership_type_id"
            label={common.type}
            defaultValue={String(member.membership_type_id ?? '')}
            options={[
              { value: '', label: words.none },
              ...types.data
                .filter(
                  ({ status, membership_type_id }) => status === 1 || membership_type_id === member.membership_type_id,
                )
                .map(({ membership_type_id, title }) => ({ value: String(membership_type_id), label: title })),
            ]}
            error={problems.membership_type_id}
          />
        )}
        <div class={form.pair}>
          <Field
            name="email_address"
            label={common.email}
            type="email"
            defaultValue={member.email_address ?? ''}
            error={problems.email_address}
          />
          <Field
            name="mobile_number"
            label={words.mobile}
            defaultValue={member.mobile_number ?? ''}
            error={problems.mobile_number}
          />
        </div>
        <HomeFields home={member} problems={problems} />
        <CheckField name="auto_renew" label={words.renewsByItselfField} defaultChecked={member.auto_renew === 1} />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {common.save}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
