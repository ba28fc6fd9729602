import type { MembershipType } from '@grandstand/sdk'
import { CheckField, Field, SelectField } from '../../kit/field.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import form from '../parts/form.module.css'
import type { Filled } from '../parts/use-submit.ts'
import { words } from '../words/catalogue.ts'
import { inOrder, tickOf } from './catalogue-fields.tsx'

type Props = { row: MembershipType | undefined; problems: Record<string, string> }

/** How a type goes on by itself: by which one, and when its members are told and charged. */
export function RenewalFields({ row, problems }: Props) {
  const { data: types } = useLoad(async () => inOrder(await api.memberships.listManagedTypes().all()), [])
  const following = String(row?.renewal_type_id ?? '')
  return (
    <>
      <CheckField name="offer_auto_renew" label={words.mayRenew} defaultChecked={row?.offer_auto_renew === 1} />
      {types === undefined ? (
        // Saved before the others are there, it stays as it is.
        <input type="hidden" name="renewal_type_id" value={following} />
      ) : (
        <SelectField
          name="renewal_type_id"
          label={words.followedBy}
          defaultValue={following}
          options={[
            { value: '', label: words.followedByNone },
            ...types.map(({ membership_type_id: id, title }) => ({
              value: String(id),
              label: id === row?.membership_type_id ? words.thisAgain : title,
            })),
          ]}
          error={problems.renewal_type_id}
        />
      )}
      <div class={form.pair}>
        <Field
          name="renewal_notice_days"
          label={words.toldBefore}
          type="number"
          min={1}
          max={180}
          defaultValue={String(row?.renewal_notice_days ?? 30)}
          error={problems.renewal_notice_days}
        />
        <Field
          name="renewal_days"
          label={words.renewedBefore}
          type="number"
          min={0}
          max={90}
          defaultValue={String(row?.renewal_days ?? 7)}
          error={problems.renewal_days}
        />
      </div>
    </>
  )
}

export const renewalOf = (filled: Filled) => ({
  offer_auto_renew: tickOf(filled, 'offer_auto_renew'),
  renewal_type_id: filled.number('renewal_type_id') ?? null,
  renewal_notice_days: filled.number('renewal_notice_days') ?? 30,
  renewal_days: filled.number('renewal_days') ?? 7,
})
