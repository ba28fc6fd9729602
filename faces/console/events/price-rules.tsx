import type { ManagedPrice } from '@grandstand/sdk'
import { Field, SelectField } from '../../kit/field.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { ChoicesField, choicesIn } from '../parts/choices-field.tsx'
import form from '../parts/form.module.css'
import type { Filled } from '../parts/use-submit.ts'
import { words } from '../words/offers.ts'

const ONCE = 1
const ACTIVE = 1

/** Who may buy at a price, how many tickets are in it, how it is let in, and whether it is sold now. */
export function PriceRules({ price, problems }: { price: ManagedPrice | undefined; problems: Record<string, string> }) {
  const types = useLoad(() => api.memberships.listTypes().all(), [])
  const offered = (types.data ?? []).filter(
    ({ status, membership_type_id }) => status === ACTIVE || price?.membership_type_ids.includes(membership_type_id),
  )
  return (
    <>
      <div class={form.pair}>
        <Field
          name="tickets_included"
          label={words.group}
          type="number"
          min={1}
          required
          defaultValue={String(price?.tickets_included ?? 1)}
          error={problems.tickets_included}
        />
        <SelectField
          name="scanning_flag"
          label={words.scanning}
          defaultValue={String(price?.scanning_flag ?? ONCE)}
          options={words.scanningRules.map((label, flag) => ({ value: String(flag), label }))}
        />
        {price && (
          <SelectField
            name="price_status"
            label={words.state}
            defaultValue={price.price_status}
            options={[
              { value: 'active', label: words.active },
              { value: 'inactive', label: words.inactive },
            ]}
          />
        )}
      </div>
      {offered.length > 0 && (
        <>
          <ChoicesField
            name="membership_type_ids"
            label={words.members}
            hint={words.everybody}
            chosen={price?.membership_type_ids ?? []}
            options={offered.map(({ membership_type_id, title }) => ({ value: membership_type_id, label: title }))}
          />
          <Field
            name="max_per_member"
            label={words.maxPerMember}
            optional={words.perMembership}
            type="number"
            min={1}
            defaultValue={String(price?.max_per_member ?? '')}
            error={problems.max_per_member}
          />
        </>
      )}
    </>
  )
}

export function rulesOf(filled: Filled, price: ManagedPrice | undefined) {
  const included = filled.number('tickets_included') ?? 1
  const types = choicesIn(filled, 'membership_type_ids')
  return {
    tickets_included: included,
    group_ticket: included > 1,
    scanning_flag: filled.number('scanning_flag') ?? ONCE,
    ...(types && { membership_type_ids: types, max_per_member: filled.number('max_per_member') ?? null }),
    ...(price && {
      price_status: filled.text('price_status') === 'inactive' ? ('inactive' as const) : ('active' as const),
    }),
  }
}
