import type { MembershipCategory, MembershipPaymentOption, MembershipType } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { CheckField, Field, SelectField } from '../../kit/field.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole, usePage } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { dayOfYear } from '../parts/format.ts'
import { PageHead, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { stateTitle } from '../parts/state-title.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import type { Filled } from '../parts/use-submit.ts'
import { words } from '../words/catalogue.ts'
import { type Catalogue, CatalogueSheet } from './catalogue-sheet.tsx'

const SCOPE = 'members:manage'
const ARCHIVED = 2

type Stateful = { status: number; order_by: number }

/** What a fan can become a member as: categories, the types in them with their price, and how they are paid. */
export function MembershipsPage() {
  usePage(words.memberships)
  const { price } = useConsole()
  const [version, setVersion] = useState(0)
  const categories = useLoad(liveCategories, [version])
  return (
    <>
      <PageHead title={words.memberships} over={<a href={routes.members()}>{words.members}</a>} />
      {categories.error !== undefined && <TroubleNotice error={categories.error} onRetry={categories.reload} />}
      <CatalogueSheet of={categoryCatalogue} onChanged={() => setVersion(version + 1)} />
      {categories.data && <CatalogueSheet key={version} of={typeCatalogue(categories.data, price)} />}
      <CatalogueSheet of={optionCatalogue} />
    </>
  )
}

const inOrder = <Row extends Stateful>(rows: Row[]): Row[] =>
  rows.filter(({ status }) => status !== ARCHIVED).toSorted((one, other) => one.order_by - other.order_by)

const liveCategories = async () => inOrder(await api.memberships.listManagedCategories().all())

const stateColumn = {
  title: words.state,
  cell: ({ status }: Stateful) => (
    <Tag tone={status === 1 ? 'good' : 'quiet'}>{stateTitle(status === 1 ? 'active' : 'inactive')}</Tag>
  ),
}

const yesNo = (value: number): string => (value === 1 ? words.yes : words.no)

const CommonFields = ({ row, problems }: { row: Stateful | undefined; problems: Record<string, string> }) => (
  <div class={form.pair}>
    <Field
      name="order_by"
      label={words.position}
      type="number"
      min={0}
      defaultValue={String(row?.order_by ?? 0)}
      error={problems.order_by}
    />
    <SelectField
      name="status"
      label={words.state}
      defaultValue={String(row?.status ?? 1)}
      options={[
        { value: '1', label: stateTitle('active') },
        { value: '0', label: stateTitle('inactive') },
      ]}
    />
  </div>
)

const commonOf = (filled: Filled) => ({
  title: filled.text('title'),
  order_by: filled.number('order_by') ?? 0,
  status: filled.number('status') ?? 1,
})

const tickOf = (filled: Filled, name: string): number => (filled.isTicked(name) ? 1 : 0)

const TitleField = ({ title, problem }: { title: string | undefined; problem: string | undefined }) => (
  <Field
    name="title"
    label={words.name}
    required
    autofocus
    maxLength={200}
    defaultValue={title ?? ''}
    error={problem}
  />
)

const categoryCatalogue: Catalogue<MembershipCategory> = {
  title: words.categories,
  add: words.newCategory,
  scope: SCOPE,
  empty: { title: words.noCategories, text: words.noCategoriesText },
  load: liveCategories,
  keyOf: ({ membership_category_id }) => membership_category_id,
  nameOf: ({ title }) => title,
  columns: [
    { title: words.name, cell: ({ title }) => <strong>{title}</strong> },
    { title: words.inTheShop, isMinor: true, cell: ({ show_online }) => yesNo(show_online) },
    { title: words.gameDay, isMinor: true, cell: ({ game_day_access }) => yesNo(game_day_access) },
    stateColumn,
  ],
  fields: (row, problems) => (
    <>
      <TitleField title={row?.title} problem={problems.title} />
      <CheckField name="show_online" label={words.shownInTheShop} defaultChecked={row?.show_online !== 0} />
      <CheckField name="game_day_access" label={words.entersOnCard} defaultChecked={row?.game_day_access === 1} />
      <CommonFields {...{ row, problems }} />
    </>
  ),
  save: (filled, row) => {
    const body = {
      ...commonOf(filled),
      show_online: tickOf(filled, 'show_online'),
      game_day_access: tickOf(filled, 'game_day_access'),
    }
    return row ? api.memberships.changeCategory(row.membership_category_id, body) : api.memberships.createCategory(body)
  },
  archive: ({ membership_category_id }) => api.memberships.archiveCategory(membership_category_id),
  archiveAbout: words.archiveCategory,
}

const typeCatalogue = (
  categories: MembershipCategory[],
  price: (amount: number) => string,
): Catalogue<MembershipType> => ({
  title: words.types,
  add: words.newType,
  scope: SCOPE,
  empty: { title: words.noTypes, text: words.noTypesText },
  why: categories.length === 0 ? words.categoryFirst : undefined,
  load: async () => inOrder(await api.memberships.listManagedTypes().all()),
  keyOf: ({ membership_type_id }) => membership_type_id,
  nameOf: ({ title }) => title,
  columns: [
    { title: words.name, cell: ({ title }) => <strong>{title}</strong> },
    { title: words.category, isMinor: true, cell: ({ category_title }) => category_title },
    { title: words.price, align: 'end', cell: (type) => price(type.price) },
    {
      title: words.lastDay,
      isMinor: true,
      cell: ({ expires }) => (expires === null ? words.withoutEnd : dayOfYear(expires)),
    },
    stateColumn,
  ],
  fields: (row, problems) => (
    <>
      <TitleField title={row?.title} problem={problems.title} />
      <div class={form.pair}>
        {row === undefined && (
          <SelectField
            name="membership_category_id"
            label={words.category}
            options={categories.map(({ membership_category_id: id, title }) => ({ value: String(id), label: title }))}
            error={problems.membership_category_id}
          />
        )}
        <Field
          name="price"
          label={words.price}
          type="number"
          min={0}
          step="any"
          required
          defaultValue={String(row?.price ?? '')}
          error={problems.price}
        />
      </div>
      <Field
        name="expires"
        label={words.lastDay}
        optional={words.emptyWithoutEnd}
        type="date"
        defaultValue={row?.expires ?? ''}
        error={problems.expires}
      />
      <CheckField name="offer_auto_renew" label={words.mayRenew} defaultChecked={row?.offer_auto_renew === 1} />
      <CheckField name="show_online" label={words.shownInTheShop} defaultChecked={row?.show_online !== 0} />
      <CheckField name="game_day_access" label={words.entersOnCard} defaultChecked={row?.game_day_access === 1} />
      <CommonFields {...{ row, problems }} />
    </>
  ),
  save: (filled, row) => {
    const body = {
      ...commonOf(filled),
      price: filled.number('price') ?? 0,
      expires: filled.optional('expires') ?? null,
      offer_auto_renew: tickOf(filled, 'offer_auto_renew'),
      show_online: tickOf(filled, 'show_online'),
      game_day_access: tickOf(filled, 'game_day_access'),
    }
    return row
      ? api.memberships.changeType(row.membership_type_id, body)
      : api.memberships.createType({ ...body, membership_category_id: filled.number('membership_category_id') ?? 0 })
  },
  archive: ({ membership_type_id }) => api.memberships.archiveType(membership_type_id),
  archiveAbout: words.archiveType,
})

const optionCatalogue: Catalogue<MembershipPaymentOption> = {
  title: words.paymentOptions,
  add: words.newOption,
  scope: SCOPE,
  empty: { title: words.noOptions, text: words.noOptionsText },
  load: async () => inOrder(await api.memberships.listManagedPaymentOptions().all()),
  keyOf: ({ membership_payment_option_id }) => membership_payment_option_id,
  nameOf: ({ title }) => title,
  columns: [
    { title: words.name, cell: ({ title }) => <strong>{title}</strong> },
    {
      title: words.instalments,
      cell: ({ number_of_instalments: parts, months_between }) =>
        parts === 1 ? words.atOnce : words.partsEvery(parts, months_between),
    },
    { title: words.renews, isMinor: true, cell: ({ auto_renewal }) => yesNo(auto_renewal) },
    stateColumn,
  ],
  fields: (row, problems) => (
    <>
      <TitleField title={row?.title} problem={problems.title} />
      <div class={form.pair}>
        <Field
          name="number_of_instalments"
          label={words.instalments}
          type="number"
          min={1}
          required
          defaultValue={String(row?.number_of_instalments ?? 1)}
          error={problems.number_of_instalments}
        />
        <Field
          name="months_between"
          label={words.monthsBetween}
          type="number"
          min={1}
          required
          defaultValue={String(row?.months_between ?? 1)}
          error={problems.months_between}
        />
      </div>
      <CheckField name="auto_renewal" label={words.renewsByItself} defaultChecked={row?.auto_renewal === 1} />
      <CommonFields {...{ row, problems }} />
    </>
  ),
  save: (filled, row) => {
    const body = {
      ...commonOf(filled),
      number_of_instalments: filled.number('number_of_instalments') ?? 1,
      months_between: filled.number('months_between') ?? 1,
      auto_renewal: tickOf(filled, 'auto_renewal'),
    }
    return row
      ? api.memberships.changePaymentOption(row.membership_payment_option_id, body)
      : api.memberships.createPaymentOption(body)
  },
  archive: ({ membership_payment_option_id }) => api.memberships.archivePaymentOption(membership_payment_option_id),
  archiveAbout: words.archiveOption,
}
