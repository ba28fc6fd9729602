import type { ImportResult } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field, SelectField } from '../../kit/field.tsx'
import { Table } from '../../kit/table.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api, fieldErrors } from '../parts/api.ts'
import form from '../parts/form.module.css'
import { count } from '../parts/format.ts'
import { Sheet } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/imports.ts'

const ARCHIVED = 2

const liveCategories = async () =>
  (await api.memberships.listManagedCategories().all()).filter(({ status }) => status !== ARCHIVED)

/** Membership types that the file names and the club does not have, each to be made here; the file is tried anew after it. */
export function MissingTypes({ types, onMade }: { types: ImportResult['missing_types']; onMade(): void }) {
  const [title, setTitle] = useState<string | undefined>()
  return (
    <Sheet flush title={words.typesThatAreMissing}>
      <Table
        stacks
        caption={words.typesThatAreMissing}
        rows={types}
        keyOf={(type) => type.title}
        columns={[
          { title: words.membershipType, cell: (type) => <strong>{type.title}</strong> },
          { title: words.rowsWithIt, align: 'end', cell: (type) => count(type.rows) },
          {
            title: common.action,
            align: 'end',
            cell: (type) => (
              <Button onClick={() => setTitle(type.title)}>
                {words.makeThisType}
                <span class="visually-hidden"> {type.title}</span>
              </Button>
            ),
          },
        ]}
      />
      {title !== undefined && (
        <TypeDialog
          title={title}
          onClose={() => setTitle(undefined)}
          onMade={() => {
            setTitle(undefined)
            onMade()
          }}
        />
      )}
    </Sheet>
  )
}

/** Its price and its category; a club without categories makes the first one by the way. What else a type has is on its own page. */
function TypeDialog({ title, onClose, onMade }: { title: string; onClose(): void; onMade(): void }) {
  const categories = useLoad(liveCategories, [])
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const category = filled.optional('category')
    const membership_category_id =
      category === undefined
        ? (filled.number('membership_category_id') ?? 0)
        : (await api.memberships.createCategory({ title: category })).membership_category_id
    await api.memberships.createType({ title, price: filled.number('price') ?? 0, membership_category_id })
    onMade()
  })
  const problems = fieldErrors(error)
  return (
    <Dialog open title={words.makeType({ title })} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {categories.error !== undefined && <TroubleNotice error={categories.error} onRetry={categories.reload} />}
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <p>{words.whatElseATypeHas}</p>
        <div class={form.pair}>
          {categories.data?.length === 0 && (
            <Field name="category" label={words.firstCategory} required maxLength={200} />
          )}
          {categories.data && categories.data.length > 0 && (
            <SelectField
              name="membership_category_id"
              label={common.category}
              options={categories.data.map((each) => ({
                value: String(each.membership_category_id),
                label: each.title,
              }))}
              error={problems.membership_category_id}
            />
          )}
          <Field name="price" label={common.price} type="number" min={0} step="any" required error={problems.price} />
        </div>
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {words.makeThisType}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
